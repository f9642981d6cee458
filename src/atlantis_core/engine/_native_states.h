/* The states after all turns of a player: the inner loop of the solver (solving/states.py).

   Lists the turns as learning/turns.py does: at most one move per segment, no move first, and the
   moves that meet opponents on one field in every order. Positions with the same key are one
   state: the least of their images under the symmetries of the board, with all dead fields alike.
   Of each state only the first position is kept. */

enum { MOST_STEPS = 512, MOST_GROUPS = 32, TURNS_A_CHECK = 1024 };

typedef struct {
    Table *table;
    const byte *cells, *neighbours; /* before the turn */
    Step steps[MOST_STEPS];         /* by segment */
    int ends[MOST_GROUPS];          /* where the steps of a segment end */
    int step_count, group_count;
    byte *is_met;     /* for two steps: whether they meet opponents on one field */
    const byte *orders; /* for each symmetry, where each byte of the image comes from */
    Py_ssize_t order_count, key_size;
    long turns, most_turns, most_states;
    PyObject *check;
    byte *found; /* of each state: the key, the cells, the neighbours */
    long found_count, found_room;
    int32_t *slots; /* a hash table of the keys: numbers of states, -1 for none */
    size_t slot_count;
} Listing;

/* The steps of a stack, as legal_moves orders them. */
static int list_steps_of(Listing *listing, int index)
{
    const Table *table = listing->table;
    const int height = listing->cells[index] & STONES;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const int offset = table->ground.offsets[direction];
        for (long distance = 1; distance <= height; distance++) {
            if (!is_open(listing->cells[index + distance * offset])) break;
            if (listing->step_count == MOST_STEPS) return 0;
            listing->steps[listing->step_count++] = (Step){index, offset, distance};
        }
    }
    return 1;
}

/* All steps, segment by segment, the segments by their first stack; 0 if there are too many. */
static int list_steps(Listing *listing)
{
    const Table *table = listing->table;
    unsigned segments[MOST_GROUPS];
    int group_count = 0;
    for (int index = 0; index < table->ground.size; index++) {
        int code = listing->cells[index];
        if (!is_open(code) || owner_of(code) != table->player + 1) continue;
        if (!listing->neighbours[index]) continue; /* it has no move */
        unsigned segment = segment_of(table, index);
        int group = 0;
        while (group < group_count && segments[group] != segment) group++;
        if (group < group_count) continue;
        if (group == MOST_GROUPS) return 0;
        segments[group_count++] = segment;
        const int before = listing->step_count;
        for (int other = index; other < table->ground.size; other++) {
            int there = listing->cells[other];
            if (is_open(there) && owner_of(there) == table->player + 1 &&
                segment_of(table, other) == segment && !list_steps_of(listing, other))
                return 0;
        }
        if (listing->step_count > before)
            listing->ends[listing->group_count++] = listing->step_count;
    }
    return 1;
}

/* The field of a step on which it meets an opponent after so many fields, or -1. */
static long meeting(const Listing *listing, Step step, long distance)
{
    long there = step.source + distance * step.offset;
    int code = listing->cells[there];
    return code != EMPTY && owner_of(code) != listing->table->player + 1 ? there : -1;
}

static int meet(const Listing *listing, Step one, Step other)
{
    for (long far = 1; far <= one.distance; far++) {
        long there = meeting(listing, one, far);
        if (there < 0) continue;
        for (long other_far = 1; other_far <= other.distance; other_far++)
            if (other.source + other_far * other.offset == there) return 1;
    }
    return 0;
}

static int find_meetings(Listing *listing)
{
    const int count = listing->step_count;
    listing->is_met = calloc((size_t)count * (size_t)count + 1, 1);
    if (!listing->is_met) return 0;
    for (int one = 0; one < count; one++)
        for (int other = 0; other < one; other++)
            if (meet(listing, listing->steps[one], listing->steps[other]))
                listing->is_met[one * count + other] = listing->is_met[other * count + one] = 1;
    return 1;
}

static size_t state_size(const Listing *listing)
{
    return (size_t)listing->key_size + 2 * (size_t)listing->table->ground.size;
}

static size_t slot_of(const Listing *listing, const byte *key)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (Py_ssize_t place = 0; place < listing->key_size; place++)
        hash = (hash ^ key[place]) * 0x100000001B3u;
    hash ^= hash >> 29;
    size_t slot = (size_t)hash & (listing->slot_count - 1);
    for (;; slot = (slot + 1) & (listing->slot_count - 1)) {
        int32_t number = listing->slots[slot];
        if (number < 0) return slot;
        const byte *known = listing->found + (size_t)number * state_size(listing);
        if (!memcmp(known, key, (size_t)listing->key_size)) return slot;
    }
}

/* Room for one more state, in both tables. */
static int make_state_room(Listing *listing)
{
    if (listing->found_count < listing->found_room) return 1;
    long room = listing->found_room ? 2 * listing->found_room : 64;
    byte *found = realloc(listing->found, (size_t)room * state_size(listing));
    if (!found) return 0;
    listing->found = found;
    listing->found_room = room;
    int32_t *slots = malloc(2 * (size_t)room * sizeof *slots);
    if (!slots) return 0;
    free(listing->slots);
    listing->slots = slots;
    listing->slot_count = 2 * (size_t)room;
    memset(slots, -1, listing->slot_count * sizeof *slots);
    for (long number = 0; number < listing->found_count; number++)
        slots[slot_of(listing, found + (size_t)number * state_size(listing))] = (int32_t)number;
    return 1;
}

/* The key of the position on the table. */
static void write_key(const Listing *listing, byte *key)
{
    const Table *table = listing->table;
    const Py_ssize_t fields = listing->key_size - 1;
    byte *least = key + 1;
    key[0] = (byte)((table->player + 1) % table->players);
    for (Py_ssize_t number = 0; number < listing->order_count; number++) {
        const byte *order = listing->orders + 2 * number * fields;
        int is_less = !number;
        for (Py_ssize_t place = 0; place < fields; place++) {
            uint16_t from;
            memcpy(&from, order + 2 * place, sizeof from);
            int code = table->cells[from];
            if (!(code & (GROWING | STONES))) code = NOWHERE; /* dead */
            if (!is_less && code > least[place]) break;
            is_less |= code < least[place];
            least[place] = (byte)code;
        }
    }
}

/* Keep the position on the table if its state is new. */
static Result keep_state(Listing *listing)
{
    if (!make_state_room(listing)) {
        PyErr_NoMemory();
        return FAILED;
    }
    const Table *table = listing->table;
    const size_t size = (size_t)table->ground.size;
    byte *here = listing->found + (size_t)listing->found_count * state_size(listing);
    write_key(listing, here);
    size_t slot = slot_of(listing, here);
    if (listing->slots[slot] >= 0) return FINE;
    listing->slots[slot] = (int32_t)listing->found_count++;
    memcpy(here + listing->key_size, table->cells, size);
    memcpy(here + listing->key_size + size, table->neighbours, size);
    return FINE;
}

static int is_listing_over(const Listing *listing)
{
    return listing->turns > listing->most_turns || listing->found_count > listing->most_states;
}

/* Play a turn from the position before it. */
static Result play_listed(Listing *listing, const int *turn, int count)
{
    Table *table = listing->table;
    if (++listing->turns > listing->most_turns) return FINE;
    if (listing->turns % TURNS_A_CHECK == 0) {
        PyObject *nothing = PyObject_CallNoArgs(listing->check);
        if (!nothing) return FAILED;
        Py_DECREF(nothing);
    }
    memcpy(table->cells, listing->cells, (size_t)table->ground.size);
    memcpy(table->neighbours, listing->neighbours, (size_t)table->ground.size);
    start_clock(table);
    for (int number = 0; number < count; number++)
        if (move_stones(table, listing->steps[turn[number]]) == ASK_PYTHON) return ASK_PYTHON;
    finish_turn(table);
    return keep_state(listing);
}

/* The next permutation in the order of itertools.permutations; 0 after the last. */
static int permute(int *items, int count)
{
    int last = count - 2;
    while (last >= 0 && items[last] > items[last + 1]) last--;
    if (last < 0) return 0;
    int other = count - 1;
    while (items[other] < items[last]) other--;
    int item = items[last];
    items[last] = items[other];
    items[other] = item;
    for (int low = last + 1, high = count - 1; low < high; low++, high--) {
        item = items[low];
        items[low] = items[high];
        items[high] = item;
    }
    return 1;
}

/* Play the chosen steps in every order that can matter. */
static Result play_orders(Listing *listing, const int *chosen, int count)
{
    int turn[MOST_GROUPS], rivals = 0, others = 0, quiet[MOST_GROUPS];
    for (int one = 0; one < count; one++) {
        int has_rival = 0;
        for (int other = 0; other < count; other++)
            has_rival |= listing->is_met[chosen[one] * listing->step_count + chosen[other]];
        if (has_rival)
            turn[rivals++] = chosen[one];
        else
            quiet[others++] = chosen[one];
    }
    memcpy(turn + rivals, quiet, (size_t)others * sizeof *quiet);
    do {
        Result result = play_listed(listing, turn, count);
        if (result != FINE || is_listing_over(listing)) return result;
    } while (permute(turn, rivals));
    return FINE;
}

/* Count through the choices of all segments; the last one changes fastest. */
static Result list_states(Listing *listing)
{
    int choice[MOST_GROUPS], chosen[MOST_GROUPS], group;
    for (group = 0; group < listing->group_count; group++) choice[group] = -1;
    do {
        int count = 0;
        for (group = 0; group < listing->group_count; group++)
            if (choice[group] >= 0) chosen[count++] = choice[group];
        Result result = play_orders(listing, chosen, count);
        if (result != FINE || is_listing_over(listing)) return result;
        for (group = listing->group_count - 1; group >= 0; group--) {
            int first = group ? listing->ends[group - 1] : 0;
            choice[group] = choice[group] < 0 ? first : choice[group] + 1;
            if (choice[group] < listing->ends[group]) break;
            choice[group] = -1;
        }
    } while (group >= 0);
    return FINE;
}

static PyObject *listed_states(const Listing *listing)
{
    const Py_ssize_t size = listing->table->ground.size;
    PyObject *states = PyList_New(listing->found_count);
    for (long number = 0; states && number < listing->found_count; number++) {
        const char *at = (const char *)listing->found + (size_t)number * state_size(listing);
        PyObject *state = Py_BuildValue("(y#y#y#)", at, listing->key_size, at + listing->key_size,
                                        size, at + listing->key_size + size, size);
        if (!state || PyList_SetItem(states, number, state)) Py_CLEAR(states);
    }
    return states ? Py_BuildValue("(lN)", listing->turns, states) : NULL;
}

/* The images of the board: for each symmetry as many 16-bit places as there are fields. */
static int read_orders(Listing *listing, PyObject *orders)
{
    const Ground *ground = &listing->table->ground;
    const Py_ssize_t row = 2 * (Py_ssize_t)ground->fields;
    Py_ssize_t length = PyBytes_Check(orders) ? PyBytes_Size(orders) : 0;
    int is_wrong = !length || ground->fields > ground->size || length % row;
    listing->orders = is_wrong ? NULL : (const byte *)PyBytes_AsString(orders);
    for (Py_ssize_t place = 0; !is_wrong && place < length; place += 2) {
        uint16_t from;
        memcpy(&from, listing->orders + place, sizeof from);
        is_wrong = from >= ground->size;
    }
    if (is_wrong) {
        PyErr_SetString(PyExc_ValueError, "not the symmetries of this board");
        return 0;
    }
    listing->order_count = length / row;
    listing->key_size = ground->fields + 1;
    return 1;
}

static PyObject *states_of_listing(Listing *listing)
{
    if (listing->table->is_tall || !listing->table->players || !list_steps(listing))
        return Py_NewRef(Py_None);
    if (!find_meetings(listing)) return PyErr_NoMemory();
    Result result = list_states(listing);
    return result == FINE ? listed_states(listing) : no_answer(result);
}

PyDoc_STRVAR(successors_doc,
             "successors(board, cells, neighbours, players, player, orders, most_turns,\n"
             "           most_states, check)\n--\n\n"
             "How many turns were played, and of each state after them the key, the cells and the\n"
             "neighbour counts. Stops after one turn or state more than allowed. `check` is called\n"
             "now and then, and may raise. None if Python must list the turns.");

static PyObject *native_successors(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Table table;
    Listing listing;
    memset(&listing, 0, sizeof listing);
    if (!expect(count, 9) || !read_within(args[6], 0, 1L << 30, &listing.most_turns) ||
        !read_within(args[7], 0, 1L << 24, &listing.most_states))
        return NULL;
    if (!open_table(&table, args, ONE_TURN)) return NULL;
    listing.table = &table;
    listing.cells = (const byte *)PyBytes_AsString(args[1]);
    listing.neighbours = (const byte *)PyBytes_AsString(args[2]);
    listing.check = args[8];
    PyObject *found = read_orders(&listing, args[5]) ? states_of_listing(&listing) : NULL;
    free(listing.is_met);
    free(listing.found);
    free(listing.slots);
    close_table(&table);
    return found;
}
