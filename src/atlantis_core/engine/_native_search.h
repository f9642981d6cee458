/* Exploring one position: hill climbing over segments, replacement of single moves, a beam.

   Part of _native.c, which includes it. Its twin is bots/candidates.py with the `Judge` of
   bots/evaluation.py: the same turns are judged in the same order, so both spend the same effort
   and find the same values. The GIL is released while turns are judged; every few of them the
   caller's `check` runs, which raises an error to cancel. */

/* A legal move. Its Python object has the same place in the tuple of all moves. */
typedef struct {
    Step step;
    int segment; /* in the order in which segments have their first move */
} Choice;

/* A turn that was judged; its choices stand in `letters`. */
typedef struct {
    double value;
    size_t start;
    int length;
    uint32_t hash;
    int generation; /* of the beam that saw it last */
} Judged;

typedef struct {
    Table *table;
    const byte *cells, *neighbours; /* of the position */
    uint64_t *open;
    const double *net, *weights;    /* one of them is NULL */

    Choice *choices;
    int choice_count, segments;
    int *grouped, *first_of; /* choices by segment; where each segment begins, and the end */
    int *order;              /* of the segments, for climbing */
    int *turn;               /* the turn that is being made */

    Judged *judged;
    int judged_count, judged_room;
    int *letters;
    size_t letter_count, letter_room;
    int *slots; /* a hash table: numbers of judged turns, from 1 */
    uint32_t slot_mask;

    Team *team;      /* NULL: nothing is judged ahead */
    int ahead_until; /* places before this one were looked at */
    int ahead_next;  /* of the turns of the team that were judged ahead */

    long long effort;
    PyObject *check;
    PyThreadState *state; /* while the GIL is released */
    int interval, until_check;
    Result result;
    int is_short_of_memory;
} Search;

/* Give up. Every function below returns -1 then, and its caller does. */
static int give_up(Search *search, Result result)
{
    search->result = result;
    return -1;
}

static int run_out_of_memory(Search *search)
{
    search->is_short_of_memory = 1;
    return give_up(search, FAILED);
}

static int is_spent(const Search *search) { return search->judged_count >= search->effort; }

/* ---- known turns -------------------------------------------------------------------------- */

static uint32_t hash_of(const int *turn, int length)
{
    uint32_t hash = 2166136261u;
    for (int place = 0; place < length; place++) hash = (hash ^ (uint32_t)turn[place]) * 16777619u;
    return hash ^ hash >> 15;
}

/* The slot of a turn, or the empty one in which it belongs. */
static uint32_t find_slot(const Search *search, const int *turn, int length, uint32_t hash)
{
    uint32_t slot = hash & search->slot_mask;
    for (; search->slots[slot]; slot = (slot + 1) & search->slot_mask) {
        const Judged *known = search->judged + search->slots[slot] - 1;
        if (known->hash == hash && known->length == length &&
            !memcmp(search->letters + known->start, turn, (size_t)length * sizeof *turn))
            break;
    }
    return slot;
}

/* Make an array larger; 0 if there is no memory. The old one stays valid then. */
static int make_room(void **array, size_t count, size_t size)
{
    void *larger = count > SIZE_MAX / 2 / size ? NULL : realloc(*array, count * size);
    if (larger) *array = larger;
    return larger != NULL;
}

static int double_slots(Search *search)
{
    size_t count = 2 * ((size_t)search->slot_mask + 1);
    int *slots = calloc(count, sizeof *slots);
    if (!slots) return 0;
    free(search->slots);
    search->slots = slots;
    search->slot_mask = (uint32_t)(count - 1);
    for (int number = 0; number < search->judged_count; number++) {
        uint32_t slot = search->judged[number].hash & search->slot_mask;
        while (slots[slot]) slot = (slot + 1) & search->slot_mask;
        slots[slot] = number + 1;
    }
    return 1;
}

static int make_room_for_turn(Search *search, int length)
{
    if (search->judged_count == search->judged_room) {
        if (search->judged_room > INT_MAX / 4) return 0;
        if (!make_room((void **)&search->judged, 2 * (size_t)search->judged_room, sizeof(Judged)))
            return 0;
        search->judged_room *= 2;
        if (!double_slots(search)) return 0;
    }
    size_t needed = search->letter_count + (size_t)length;
    if (needed > search->letter_room) {
        if (!make_room((void **)&search->letters, 2 * needed, sizeof(int))) return 0;
        search->letter_room = 2 * needed;
    }
    return 1;
}

/* ---- judging ------------------------------------------------------------------------------ */

/* Put the position on the table again, as it was opened. What settling leaves is clean already. */
static void reset_table(Search *search)
{
    Table *table = search->table;
    memcpy(table->cells, search->cells, (size_t)table->ground.size);
    memcpy(table->neighbours, search->neighbours, (size_t)table->ground.size);
    memcpy(table->open, search->open, (size_t)table->words * sizeof *search->open);
    start_clock(table);
}

static Result make_turn(Search *search, const int *turn, int length)
{
    reset_table(search);
    for (int place = 0; place < length; place++)
        if (move_stones(search->table, search->choices[turn[place]].step) == ASK_PYTHON)
            return ASK_PYTHON;
    return FINE;
}

static void find_chances(Search *search, double chances[MOST_PLAYERS])
{
    double inputs[MOST_PLAYERS][INPUTS];
    find_inputs(search->table, inputs);
    rate(inputs, search->table->players, search->net, chances);
}

static double evaluate(Search *search)
{
    const int players = search->table->players, player = search->table->player;
    if (search->net) {
        double chances[MOST_PLAYERS];
        find_chances(search, chances);
        return chances[player];
    }
    Foresight foresight;
    foresee(search->table, &foresight);
    return weigh(&foresight, players, player, search->weights);
}

/* Let the caller cancel. */
static int let_check(Search *search)
{
    search->until_check = search->interval;
    PyEval_RestoreThread(search->state);
    PyObject *nothing = PyObject_CallNoArgs(search->check);
    Py_XDECREF(nothing);
    search->state = PyEval_SaveThread();
    return nothing ? 0 : give_up(search, FAILED);
}

/* The value of a turn if it was judged ahead. */
static int take_ahead(Search *search, int place, double *value)
{
    const Team *team = search->team;
    if (!team || search->ahead_next >= team->count) return 0;
    if (team->places[search->ahead_next] != place) return 0;
    const int number = search->ahead_next++;
    *value = team->values[number];
    return team->is_known[number];
}

enum { NO_PLACE = -2 }; /* of a turn that is not judged ahead */

/* The number of a turn among those that were judged. */
static int judge_turn(Search *search, const int *turn, int length, int place)
{
    const uint32_t hash = hash_of(turn, length);
    uint32_t slot = find_slot(search, turn, length, hash);
    if (search->slots[slot]) return search->slots[slot] - 1;
    if (--search->until_check < 0 && let_check(search) < 0) return -1;
    if (!make_room_for_turn(search, length)) return run_out_of_memory(search);
    double value;
    if (!take_ahead(search, place, &value)) {
        if (make_turn(search, turn, length) == ASK_PYTHON) return give_up(search, ASK_PYTHON);
        value = evaluate(search);
    }
    slot = find_slot(search, turn, length, hash);
    Judged *judged = search->judged + search->judged_count++;
    *judged = (Judged){value, search->letter_count, length, hash, 0};
    memcpy(search->letters + search->letter_count, turn, (size_t)length * sizeof *turn);
    search->letter_count += (size_t)length;
    search->slots[slot] = search->judged_count;
    return search->judged_count - 1;
}

/* ---- judging ahead: see _native_team.h ----------------------------------------------------- */

/* Loops over places of `grouped` judge turns that differ in their last move: the move of the place,
   or none at the place before the first. Before a loop judges a turn, it has the next ones judged
   ahead, in the same order: those that are not known, as many as the effort allows. */

static void forget_ahead(Search *search)
{
    search->ahead_until = -1;
    if (search->team) search->team->count = 0;
}

#if HAS_HELPERS
static int needs_ahead(const Search *search, int place)
{
    return search->team && place >= search->ahead_until;
}

/* A batch of turns that begin with `search->turn`. */
static Batch *begin_ahead(Search *search, int length)
{
    Team *team = search->team;
    const Table *table = search->table;
    const size_t size = (size_t)table->ground.size, needed = (size_t)(length + team->most);
    Batch *batch = free_batch(team);
    team->count = search->ahead_next = 0;
    if (batch->step_room < needed) {
        if (!make_room((void **)&batch->steps, needed, sizeof *batch->steps)) return NULL;
        batch->step_room = needed;
    }
    memcpy(batch->cells, search->cells, size);
    memcpy(batch->cells + size, search->neighbours, size);
    memcpy(batch->open, search->open, (size_t)table->words * sizeof *batch->open);
    batch->player = table->player;
    batch->length = length;
    for (int place = 0; place < length; place++)
        batch->steps[place] = search->choices[search->turn[place]].step;
    return batch;
}

static int is_full(const Search *search, const Batch *batch)
{
    return batch->count >= search->team->most ||
           search->judged_count + batch->count >= search->effort;
}

/* Add the turn of a place unless it is known. */
static void add_ahead(Search *search, Batch *batch, int place, int is_move)
{
    const int length = batch->length, letter = is_move ? search->grouped[place] : 0;
    if (is_move) search->turn[length] = letter;
    const uint32_t hash = hash_of(search->turn, length + is_move);
    if (search->slots[find_slot(search, search->turn, length + is_move, hash)]) return;
    batch->steps[length + batch->count] = is_move ? search->choices[letter].step : (Step){0, 0, 0};
    search->team->places[batch->count++] = place;
}

static void judge_ahead(Search *search, Batch *batch, int until)
{
    search->ahead_until = until;
    if (batch->count > 1) judge_batch(search->team, search->table, batch);
}
#endif

static double value_of(const Search *search, int number) { return search->judged[number].value; }

/* ---- climbing and replacing --------------------------------------------------------------- */

/* Begin a turn with the moves of another that do not start in a segment; returns how many. */
static int take_without(Search *search, int number, int segment)
{
    const int *letters = search->letters + search->judged[number].start;
    int length = 0;
    for (int place = 0; place < search->judged[number].length; place++)
        if (search->choices[letters[place]].segment != segment)
            search->turn[length++] = letters[place];
    return length;
}

static void try_ahead(Search *search, int length, int segment, int place)
{
#if HAS_HELPERS
    if (!needs_ahead(search, place)) return;
    Batch *batch = begin_ahead(search, length);
    const int first = search->first_of[segment], end = search->first_of[segment + 1];
    for (; batch && place < end && !is_full(search, batch); place++)
        add_ahead(search, batch, place, place >= first);
    if (batch) judge_ahead(search, batch, place);
#else
    (void)search, (void)length, (void)segment, (void)place;
#endif
}

/* Judge a turn with each move of a segment, and with none; returns the best of these turns. */
static int try_segment(Search *search, int number, int segment)
{
    const int length = take_without(search, number, segment);
    int best = number;
    forget_ahead(search);
    for (int place = search->first_of[segment] - 1; place < search->first_of[segment + 1]; place++) {
        const int is_move = place >= search->first_of[segment];
        if (is_spent(search)) break;
        try_ahead(search, length, segment, place);
        if (is_move) search->turn[length] = search->grouped[place];
        int found = judge_turn(search, search->turn, length + is_move, place);
        if (found < 0) return -1;
        if (value_of(search, found) > value_of(search, best)) best = found;
    }
    return best;
}

static int climb(Search *search)
{
    int best = judge_turn(search, search->turn, 0, NO_PLACE), unimproved = 0;
    while (best >= 0 && unimproved < search->segments) {
        for (int place = 0; place < search->segments; place++) {
            int better = try_segment(search, best, search->order[place]);
            if (better < 0) return -1;
            unimproved = better == best ? unimproved + 1 : 0;
            best = better;
            if (is_spent(search) || unimproved >= search->segments) return best;
        }
    }
    return best;
}

static int replace_moves(Search *search, int number)
{
    for (int segment = 0; segment < search->segments && !is_spent(search); segment++)
        if (try_segment(search, number, segment) < 0) return -1;
    return 0;
}

/* ---- the beam ----------------------------------------------------------------------------- */

static int compare(long one, long other) { return (one > other) - (one < other); }

/* The order of moves in Python: column and row of the source, then of the destination. */
static int compare_choices(const Search *search, int one, int other)
{
    const Step *a = &search->choices[one].step, *b = &search->choices[other].step;
    const long width = search->table->ground.width;
    const long to_a = a->source + a->offset * a->distance;
    const long to_b = b->source + b->offset * b->distance;
    int found = compare(a->source % width, b->source % width);
    if (!found) found = compare(a->source, b->source);
    if (!found) found = compare(to_a % width, to_b % width);
    return found ? found : compare(to_a, to_b);
}

static int compare_turns(const Search *search, int one, int other)
{
    const Judged *a = search->judged + one, *b = search->judged + other;
    const int shorter = a->length < b->length ? a->length : b->length;
    for (int place = 0; place < shorter; place++) {
        const int *letters = search->letters;
        int found = compare_choices(search, letters[a->start + (size_t)place],
                                    letters[b->start + (size_t)place]);
        if (found) return found;
    }
    return compare(a->length, b->length);
}

/* Whether a turn is ahead of another: by value, then by the order of turns or of judging. */
static int is_ahead(const Search *search, int one, int other, int is_by_turn)
{
    const double a = value_of(search, one), b = value_of(search, other);
    if (a != b) return a > b;
    return is_by_turn ? compare_turns(search, one, other) < 0 : one < other;
}

/* Insert a turn into a list of the best, as long as `most`; returns how many there are now. */
static int insert_best(
    const Search *search, int *best, int count, int most, int number, int is_by_turn)
{
    int place = count;
    while (place && is_ahead(search, number, best[place - 1], is_by_turn)) place--;
    if (place == most) return count;
    if (count < most) count++;
    memmove(best + place + 1, best + place, (size_t)(count - 1 - place) * sizeof *best);
    best[place] = number;
    return count;
}

/* Sets of moves that were seen in a generation of the beam: a hash table of judged turns. */
typedef struct {
    int *slots;
    uint32_t mask;
} Sets;

static uint32_t hash_of_set(const int *turn, int length)
{
    uint32_t sum = (uint32_t)length;
    for (int place = 0; place < length; place++) {
        uint32_t mixed = (uint32_t)turn[place] * 2654435761u;
        sum += mixed ^ mixed >> 15;
    }
    return sum ^ sum >> 13;
}

/* Whether two turns of one length have the same moves; each has a move but once. */
static int is_same_set(const int *one, const int *other, int length)
{
    for (int place = 0; place < length; place++) {
        int there = 0;
        while (there < length && other[there] != one[place]) there++;
        if (there == length) return 0;
    }
    return 1;
}

static uint32_t find_set(const Search *search, const Sets *sets, const int *turn, int length)
{
    uint32_t slot = hash_of_set(turn, length) & sets->mask;
    for (; sets->slots[slot]; slot = (slot + 1) & sets->mask) {
        const Judged *known = search->judged + sets->slots[slot] - 1;
        if (known->length == length && is_same_set(search->letters + known->start, turn, length))
            break;
    }
    return slot;
}

/* A generation of the beam: the turns that are kept, and the best of them and of longer ones. */
typedef struct {
    int *kept, *ranked;
    int kept_count, ranked_count, width, number;
    Sets sets;
} Beam;

static void rank(Search *search, Beam *beam, int number)
{
    if (search->judged[number].generation == beam->number) return;
    search->judged[number].generation = beam->number;
    beam->ranked_count =
        insert_best(search, beam->ranked, beam->ranked_count, beam->width, number, 1);
}

static int has_segment(const Search *search, int length, int segment)
{
    for (int place = 0; place < length; place++)
        if (search->choices[search->turn[place]].segment == segment) return 1;
    return 0;
}

/* The same for a kept turn and every further move. */
static void lengthen_ahead(Search *search, const Beam *beam, int length, int place)
{
#if HAS_HELPERS
    if (!needs_ahead(search, place)) return;
    Batch *batch = begin_ahead(search, length);
    for (; batch && place < search->choice_count && !is_full(search, batch); place++) {
        search->turn[length] = search->grouped[place];
        const int segment = search->choices[search->turn[length]].segment;
        if (has_segment(search, length, segment)) continue;
        if (beam->sets.slots[find_set(search, &beam->sets, search->turn, length + 1)]) continue;
        add_ahead(search, batch, place, 1);
    }
    if (batch) judge_ahead(search, batch, place);
#else
    (void)search, (void)beam, (void)length, (void)place;
#endif
}

/* Judge a kept turn with every further move; only the first of several orders of the same moves. */
static int lengthen(Search *search, Beam *beam, int number)
{
    const int length = take_without(search, number, -1);
    forget_ahead(search);
    for (int segment = 0; segment < search->segments; segment++) {
        if (has_segment(search, length, segment)) continue;
        for (int place = search->first_of[segment]; place < search->first_of[segment + 1]; place++) {
            if (is_spent(search)) return 0;
            lengthen_ahead(search, beam, length, place);
            search->turn[length] = search->grouped[place];
            uint32_t slot = find_set(search, &beam->sets, search->turn, length + 1);
            if (beam->sets.slots[slot]) continue;
            int found = judge_turn(search, search->turn, length + 1, place);
            if (found < 0) return -1;
            beam->sets.slots[slot] = found + 1;
            rank(search, beam, found);
        }
    }
    return 0;
}

static int run_generation(Search *search, Beam *beam)
{
    memset(beam->sets.slots, 0, ((size_t)beam->sets.mask + 1) * sizeof(int));
    beam->number++;
    beam->ranked_count = 0;
    for (int place = 0; place < beam->kept_count; place++) rank(search, beam, beam->kept[place]);
    for (int place = 0; place < beam->kept_count; place++)
        if (lengthen(search, beam, beam->kept[place]) < 0) return -1;
    return 0;
}

static int run_beam(Search *search, Beam *beam)
{
    beam->kept[0] = judge_turn(search, search->turn, 0, NO_PLACE);
    beam->kept_count = 1;
    while (!is_spent(search)) {
        if (run_generation(search, beam) < 0) return -1;
        const size_t size = (size_t)beam->ranked_count * sizeof(int);
        if (beam->ranked_count == beam->kept_count && !memcmp(beam->ranked, beam->kept, size)) break;
        memcpy(beam->kept, beam->ranked, size);
        beam->kept_count = beam->ranked_count;
    }
    return 0;
}

/* Keep `width` turns and make all of them longer until that helps no more. */
static int search_beam(Search *search, int width)
{
    size_t most = (size_t)width * (size_t)search->choice_count, room = 64;
    if (most > (size_t)search->effort + 1) most = (size_t)search->effort + 1; /* turns known then */
    while (room < 2 * most) room *= 2;
    Beam beam = {.width = width, .sets = {.mask = (uint32_t)(room - 1)}};
    beam.kept = malloc((size_t)width * sizeof(int));
    beam.ranked = malloc((size_t)width * sizeof(int));
    beam.sets.slots = malloc(room * sizeof(int));
    int is_ready = beam.kept && beam.ranked && beam.sets.slots;
    int found = is_ready ? run_beam(search, &beam) : run_out_of_memory(search);
    free(beam.kept);
    free(beam.ranked);
    free(beam.sets.slots);
    return found;
}

/* ---- choices ------------------------------------------------------------------------------ */

/* Mark the open fields of stable areas with SETTLED: nothing can change there. */
enum { UNSETTLED = 0, SETTLED = 7 };

static void mark_settled(Table *table)
{
    mark_all(table);
    for (int index = 0; index < table->ground.size; index++) {
        if (table->mark[index] != OPEN) continue;
        Area area = flood(table, index);
        const byte found = is_stable(area) ? SETTLED : UNSETTLED;
        for (int number = 0; number < area.count; number++) table->mark[table->waiting[number]] = found;
    }
}

/* The moves of all stacks as choices. Every stack has a reach in `stacks`. */
static void list_choices(Search *search, const Stack *stacks, int count)
{
    int number = 0;
    for (int stack = 0; stack < count; stack++)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            for (int distance = 1; distance <= stacks[stack].counts[direction]; distance++)
                search->choices[number++].step = (Step){
                    stacks[stack].index, search->table->ground.offsets[direction], distance};
    search->choice_count = number;
}

/* Number the segments in the order of their first choice, and group the choices by them. */
static void group_choices(Search *search)
{
    const int count = search->choice_count;
    int *numbers = search->table->fresh, *ends = search->first_of + 1; /* by segment of the board */
    for (int number = 0; number < count; number++) {
        unsigned segment = segment_of(search->table, search->choices[number].step.source);
        search->choices[number].segment = (int)segment;
        numbers[segment] = -1;
    }
    memset(search->first_of, 0, ((size_t)count + 2) * sizeof(int));
    for (int number = 0; number < count; number++) {
        int *segment = numbers + search->choices[number].segment;
        if (*segment < 0) *segment = search->segments++;
        search->choices[number].segment = *segment;
        ends[*segment + 1]++;
    }
    for (int segment = 1; segment <= search->segments; segment++)
        ends[segment] += ends[segment - 1];
    for (int number = 0; number < count; number++)
        search->grouped[ends[search->choices[number].segment]++] = number;
}

/* Ask Python for an order of the segments: `shuffle` changes a list of their numbers. */
static int shuffle_segments(Search *search, PyObject *shuffle)
{
    PyObject *list = PyList_New(search->segments);
    for (int segment = 0; list && segment < search->segments; segment++) {
        PyObject *number = PyLong_FromLong(segment);
        if (!number || PyList_SetItem(list, segment, number)) Py_CLEAR(list);
    }
    PyObject *nothing = list ? PyObject_CallFunctionObjArgs(shuffle, list, NULL) : NULL;
    int is_read = nothing && PyList_Size(list) == search->segments;
    if (nothing && !is_read) PyErr_SetString(PyExc_ValueError, "shuffle changed a list's length");
    for (int place = 0; is_read && place < search->segments; place++) {
        long segment;
        is_read = read_within(PyList_GetItem(list, place), 0, search->segments - 1, &segment);
        if (is_read) search->order[place] = (int)segment;
    }
    Py_XDECREF(nothing);
    Py_XDECREF(list);
    return is_read;
}

/* ---- the answer --------------------------------------------------------------------------- */

static PyObject *turn_tuple(const Search *search, PyObject *moves, int number)
{
    const Judged *judged = search->judged + number;
    PyObject *turn = PyTuple_New(judged->length);
    for (int place = 0; turn && place < judged->length; place++) {
        int letter = search->letters[judged->start + (size_t)place];
        put_item(&turn, place, Py_NewRef(PyTuple_GetItem(moves, letter)));
    }
    return turn;
}

/* Value, turn, and the bytes after it. */
static PyObject *branch_tuple(Search *search, PyObject *moves, int number, PyObject *bytes)
{
    PyObject *value = PyFloat_FromDouble(value_of(search, number));
    PyObject *turn = value ? turn_tuple(search, moves, number) : NULL;
    PyObject *branch = turn ? PyTuple_Pack(3, value, turn, bytes) : NULL;
    Py_XDECREF(value);
    Py_XDECREF(turn);
    return branch;
}

/* Whether a branch before leads to the same bytes; -1 on failure. */
static int is_repeated(PyObject *branches, PyObject *bytes)
{
    for (Py_ssize_t place = 0; place < PyList_Size(branches); place++) {
        PyObject *other = PyTuple_GetItem(PyList_GetItem(branches, place), 2);
        int is_same = PyObject_RichCompareBool(
            PyTuple_GetItem(other, 0), PyTuple_GetItem(bytes, 0), Py_EQ);
        if (is_same) return is_same;
    }
    return 0;
}

static int append_branch(
    Search *search, PyObject *branches, PyObject *moves, PyObject *const *args, int number)
{
    const Judged *judged = search->judged + number;
    make_turn(search, search->letters + judged->start, judged->length);
    PyObject *bytes = bytes_after_turn(search->table, args);
    int is_same = bytes ? is_repeated(branches, bytes) : -1;
    PyObject *branch = is_same ? NULL : branch_tuple(search, moves, number, bytes);
    int is_fine = is_same == 1 || (branch && !PyList_Append(branches, branch));
    Py_XDECREF(bytes);
    Py_XDECREF(branch);
    return is_fine;
}

/* The best turns that lead to different positions; looks at four times as many. */
static PyObject *list_branches(
    Search *search, PyObject *moves, PyObject *const *args, int count, const int *best, int ranked)
{
    PyObject *branches = PyList_New(0);
    for (int place = 0; branches && place < ranked && PyList_Size(branches) < count; place++)
        if (!append_branch(search, branches, moves, args, best[place])) Py_CLEAR(branches);
    return branches;
}

/* Branches, the chances after the first of them (none without a net), and how many turns were
   judged. */
static PyObject *exploration(Search *search, PyObject *moves, PyObject *const *args, int count)
{
    int ranked = 0, most = 4 * count;
    int *best = malloc((size_t)most * sizeof *best);
    if (!best) return PyErr_NoMemory();
    for (int number = 0; number < search->judged_count; number++)
        ranked = insert_best(search, best, ranked, most, number, 0);
    double chances[MOST_PLAYERS] = {0};
    if (search->net) {
        const Judged *first = search->judged + best[0];
        make_turn(search, search->letters + first->start, first->length);
        find_chances(search, chances);
    }
    PyObject *rated = floats_tuple(chances, search->net ? search->table->players : 0);
    PyObject *branches = rated ? list_branches(search, moves, args, count, best, ranked) : NULL;
    PyObject *all =
        branches ? Py_BuildValue("(OOi)", branches, rated, search->judged_count) : NULL;
    free(best);
    Py_XDECREF(rated);
    Py_XDECREF(branches);
    return all;
}

/* ---- the surface -------------------------------------------------------------------------- */

enum { MOST_WIDTH = 1000, MOST_CANDIDATES = 1000 };

/* How to explore, from a tuple of integers. */
typedef struct {
    long effort;          /* turns to judge */
    long contested_only;  /* leave out moves from stable areas */
    long replaces;        /* try all replacements of the move of each segment */
    long width;           /* of the beam; 0 for none */
    long candidates;      /* the most branches to return */
} Plan;

static int read_plan(PyObject *plan, Plan *found)
{
    if (!PyTuple_Check(plan) || PyTuple_Size(plan) != 5) {
        PyErr_SetString(PyExc_TypeError, "expected a plan of five numbers");
        return 0;
    }
    return read_within(PyTuple_GetItem(plan, 0), 0, INT_MAX, &found->effort) &&
           read_within(PyTuple_GetItem(plan, 1), 0, 1, &found->contested_only) &&
           read_within(PyTuple_GetItem(plan, 2), 0, 1, &found->replaces) &&
           read_within(PyTuple_GetItem(plan, 3), 0, MOST_WIDTH, &found->width) &&
           read_within(PyTuple_GetItem(plan, 4), 1, MOST_CANDIDATES, &found->candidates);
}

/* A net or weights; both are copied, so that the caller's object may go. */
static int read_evaluator(PyObject *evaluator, Search *search, double *numbers)
{
    search->net = search->weights = NULL;
    if (PyBytes_Check(evaluator)) {
        if (!read_net(evaluator, numbers)) return 0;
        search->net = numbers;
        return 1;
    }
    if (!read_weights(evaluator, numbers)) return 0;
    search->weights = numbers;
    return 1;
}

static void close_search(Search *search)
{
    free(search->choices);
    free(search->grouped);
    free(search->first_of);
    free(search->order);
    free(search->turn);
    free(search->judged);
    free(search->letters);
    free(search->slots);
    free(search->open);
}

enum { FIRST_ROOM = 256 };

static int open_search(Search *search, Py_ssize_t choices)
{
    size_t count = (size_t)choices + 2;
    search->choices = malloc(count * sizeof(Choice));
    search->grouped = malloc(count * sizeof(int));
    search->first_of = malloc((count + 1) * sizeof(int));
    search->order = malloc(count * sizeof(int));
    search->turn = malloc(count * sizeof(int));
    search->judged_room = FIRST_ROOM;
    search->letter_room = 8 * FIRST_ROOM;
    search->slot_mask = 2 * FIRST_ROOM - 1;
    search->judged = malloc(FIRST_ROOM * sizeof(Judged));
    search->letters = malloc(search->letter_room * sizeof(int));
    search->slots = calloc(2 * FIRST_ROOM, sizeof(int));
    const size_t size = (size_t)search->table->words * sizeof *search->open;
    search->open = malloc(size);
    if (search->open) memcpy(search->open, search->table->open, size);
    if (search->choices && search->grouped && search->first_of && search->order && search->turn &&
        search->judged && search->letters && search->slots && search->open)
        return 1;
    return run_out_of_memory(search) + 1;
}

static int run_plan(Search *search, const Plan *plan)
{
    int best = climb(search);
    if (best >= 0 && plan->replaces) best = replace_moves(search, best);
    if (best >= 0 && plan->width) best = search_beam(search, (int)plan->width);
    return best;
}

/* Judge turns without the GIL. */
static Result explore_freely(Search *search, const Plan *plan)
{
    search->result = FINE;
    search->state = PyEval_SaveThread();
    run_plan(search, plan);
    PyEval_RestoreThread(search->state);
    if (search->is_short_of_memory) PyErr_NoMemory();
    return search->result;
}

/* The stacks that may move, with the number of their moves in each direction; returns the number
   of stacks, or -1 on failure. */
static int find_stacks(
    Search *search, const Mover *mover, Stack *stacks, int contested_only, Py_ssize_t *total)
{
    Py_ssize_t places;
    int count = 0;
    if (contested_only) mark_settled(search->table);
    for (int index = next_stack(mover, 0); index >= 0; index = next_stack(mover, index + 1)) {
        if (contested_only && search->table->mark[index] == SETTLED) continue;
        if (!known_moves(mover, index, &places) && !find_moves(mover, index)) return -1;
        stacks[count].index = index;
        *total += count_moves_of(mover, stacks + count++);
    }
    return count;
}

static PyObject *explore_stacks(
    Search *search, const Mover *mover, const Stack *stacks, int count, Py_ssize_t total,
    PyObject *const *args, const Plan *plan)
{
    PyObject *moves = moves_tuple(mover, stacks, count, total), *found = NULL;
    if (!moves || !open_search(search, total)) {
        if (moves) PyErr_NoMemory();
        Py_XDECREF(moves);
        return NULL;
    }
    list_choices(search, stacks, count);
    group_choices(search);
    if (shuffle_segments(search, args[7])) {
        Result result = explore_freely(search, plan);
        found = result == FINE ? exploration(search, moves, args, (int)plan->candidates)
                               : no_answer(result);
    }
    Py_DECREF(moves);
    return found;
}

static PyObject *explore(Search *search, PyObject *const *args, const Plan *plan)
{
    Mover mover;
    if (!open_mover(&mover, args)) return NULL;
    Py_ssize_t total = 0;
    Stack *stacks = malloc((size_t)mover.size * sizeof *stacks);
    int count = stacks ? find_stacks(search, &mover, stacks, (int)plan->contested_only, &total) : -1;
    PyObject *found = NULL;
    if (!stacks)
        PyErr_NoMemory();
    else if (count >= 0)
        found = explore_stacks(search, &mover, stacks, count, total, args, plan);
    free(stacks);
    Py_DECREF(mover.moves_at);
    return found;
}

/* How many turns to judge between two calls of `check`. */
static int check_interval(const Table *table) { return (int)(8192 / table->ground.size); }

/* Whether there are no more segments than fields, so that they can be counted in arrays. */
static int check_segments(const Table *table)
{
    for (Py_ssize_t index = 0; index < table->ground.size; index++)
        if (is_open(table->cells[index]) &&
            segment_of(table, index) >= (size_t)table->ground.size) {
            PyErr_SetString(PyExc_ValueError, "more segments than fields");
            return 0;
        }
    return 1;
}

PyDoc_STRVAR(explore_doc,
             "explore(board, cells, neighbours, players, player, evaluator, plan, shuffle, check)"
             "\n--\n\nThe best turns that a plan finds, the chances after the first of them, and\n"
             "how many turns were judged; None if Python has to do it.");

static PyObject *native_explore(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Plan plan;
    double numbers[NET_NUMBERS];
    if (!expect(count, 9) || !read_plan(args[6], &plan)) return NULL;
    Table *table = malloc(sizeof *table);
    if (!table) return PyErr_NoMemory();
    PyObject *found = NULL;
    if (open_table(table, args, SEARCHING)) {
        Search search = {.table = table, .effort = plan.effort, .check = args[8]};
        search.cells = (const byte *)PyBytes_AsString(args[1]);
        search.neighbours = (const byte *)PyBytes_AsString(args[2]);
        search.interval = search.until_check = check_interval(table);
        if (table->is_tall || !table->players)
            found = Py_NewRef(Py_None);
        else if (check_segments(table) && read_evaluator(args[5], &search, numbers))
            found = explore(&search, args, &plan);
        close_search(&search);
        close_table(table);
    }
    free(table);
    return found;
}
