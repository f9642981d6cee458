/* The search tree of the strongest bots; its twin is bots/tree.py, which explains the search.

   Part of _native.c, which includes it after _native_search.h. A node holds the bytes of its
   position. Branches hold steps; only the answer has Python's moves. The GIL is held while `shuffle`
   and `check` run and while the answer is made. */

/* A turn at a node, with its statistics. */
typedef struct {
    double value; /* the static chance of the player who makes the turn */
    double total[MOST_PLAYERS];
    int visits, is_won;
    int start, length; /* of its steps among those of the node */
    int child;         /* the number of the node after it; -1 before the first visit */
} Branch;

typedef struct {
    byte *cells, *neighbours; /* one piece of memory */
    int player;
    double chances[MOST_PLAYERS];
    Branch *branches;
    Step *steps;
    int branch_count, visits;
    int winner; /* -1 if unknown */
    uint32_t hash;
    long walk; /* the last walk that passed it */
} Node;

typedef struct {
    int node, branch;
} Way;

typedef struct {
    Table table;
    double net[NET_NUMBERS];
    Plan at_root, inside;
    long threads;
    Team *team;
    double curiosity, prior; /* `prior` is the weight of the static value, in visits */
    long idle_walks;         /* the search ends after so many without an evaluation */
    long long left, judged;
    PyObject *shuffle, *check;
    PyThreadState *state; /* while the GIL is released */
    int until_check;

    Node *nodes;
    int node_count, node_room;
    int *slots; /* a hash table: numbers of nodes, from 1 */
    uint32_t slot_mask;
    Way *path;
    int path_room;
    long walk;

    Stack *stacks;
    byte *seen; /* cells after the branches of a node */
    int *best;
    Result result;
    int is_short_of_memory;
} Tree;

static int leave_tree(Tree *tree, Result result, int is_short_of_memory)
{
    tree->result = result;
    tree->is_short_of_memory |= is_short_of_memory;
    return -1;
}

static int lack_memory(Tree *tree) { return leave_tree(tree, FAILED, 1); }

/* ---- positions and nodes ------------------------------------------------------------------ */

static uint32_t hash_of_position(const byte *cells, Py_ssize_t size, int player)
{
    uint32_t hash = 2166136261u ^ (uint32_t)player;
    for (Py_ssize_t index = 0; index < size; index++) hash = (hash ^ cells[index]) * 16777619u;
    return hash ^ hash >> 15;
}

/* The slot of a position, or the empty one in which it belongs. */
static uint32_t find_node(const Tree *tree, const byte *cells, int player, uint32_t hash)
{
    const size_t size = (size_t)tree->table.ground.size;
    uint32_t slot = hash & tree->slot_mask;
    for (; tree->slots[slot]; slot = (slot + 1) & tree->slot_mask) {
        const Node *node = tree->nodes + tree->slots[slot] - 1;
        if (node->hash == hash && node->player == player && !memcmp(node->cells, cells, size)) break;
    }
    return slot;
}

static int make_room_for_node(Tree *tree)
{
    if (tree->node_count < tree->node_room) return 1;
    if (tree->node_room > INT_MAX / 8) return 0;
    const size_t room = 2 * (size_t)tree->node_room, count = 2 * room;
    if (!make_room((void **)&tree->nodes, room, sizeof(Node))) return 0;
    int *slots = calloc(count, sizeof *slots);
    if (!slots) return 0;
    free(tree->slots);
    tree->slots = slots;
    tree->slot_mask = (uint32_t)(count - 1);
    tree->node_room = (int)room;
    for (int number = 0; number < tree->node_count; number++) {
        uint32_t slot = tree->nodes[number].hash & tree->slot_mask;
        while (slots[slot]) slot = (slot + 1) & tree->slot_mask;
        slots[slot] = number + 1;
    }
    return 1;
}

/* Enter the position on the table as a node without branches; returns its number. */
static int add_node(Tree *tree, int player)
{
    const Table *table = &tree->table;
    const size_t size = (size_t)table->ground.size;
    byte *bytes = make_room_for_node(tree) ? malloc(2 * size) : NULL;
    if (!bytes) return lack_memory(tree);
    memcpy(bytes, table->cells, size);
    memcpy(bytes + size, table->neighbours, size);
    Node *node = tree->nodes + tree->node_count;
    *node = (Node){.cells = bytes, .neighbours = bytes + size, .player = player, .winner = -1};
    node->hash = hash_of_position(bytes, table->ground.size, player);
    tree->slots[find_node(tree, bytes, player, node->hash)] = tree->node_count + 1;
    return tree->node_count++;
}

/* Put the position of a node on the table. */
static void set_table(Tree *tree, const Node *node)
{
    Table *table = &tree->table;
    memcpy(table->cells, node->cells, (size_t)table->ground.size);
    memcpy(table->neighbours, node->neighbours, (size_t)table->ground.size);
    table->player = node->player;
    list_open(table);
    start_clock(table);
}

/* Put the position after a branch on the table. Its stacks fit: the turn was judged. */
static void play_branch(Tree *tree, const Node *node, const Branch *branch)
{
    set_table(tree, node);
    for (int place = 0; place < branch->length; place++)
        move_stones(&tree->table, node->steps[branch->start + place]);
    finish_turn(&tree->table);
}

static int player_after(const Tree *tree, const Node *node)
{
    return (node->player + 1) % tree->table.players;
}

/* The node that a branch leads to; -1 if there is none. Leaves its position on the table. */
static int find_child(Tree *tree, const Node *node, const Branch *branch)
{
    const int player = player_after(tree, node);
    play_branch(tree, node, branch);
    const byte *cells = tree->table.cells;
    const uint32_t hash = hash_of_position(cells, tree->table.ground.size, player);
    return tree->slots[find_node(tree, cells, player, hash)] - 1;
}

/* The winner has every chance; ties go to the player later in turn order (R6.4). */
static int award(const int *scores, int players, double *chances)
{
    int winner = 0;
    for (int player = 1; player < players; player++)
        if (scores[player] >= scores[winner]) winner = player;
    for (int player = 0; player < players; player++) chances[player] = player == winner;
    return winner;
}

/* ---- exploring a node --------------------------------------------------------------------- */

/* The stacks of the player that may move; returns their number. */
static int find_movers(Tree *tree, const Node *node, const Plan *plan, Py_ssize_t *total)
{
    Mover mover = {.cells = node->cells, .size = (int)tree->table.ground.size,
                   .own = node->player + 1};
    memcpy(mover.offsets, tree->table.ground.offsets, sizeof mover.offsets);
    int count = 0;
    if (plan->contested_only) mark_settled(&tree->table);
    for (int index = next_stack(&mover, 0); index >= 0; index = next_stack(&mover, index + 1)) {
        if (plan->contested_only && tree->table.mark[index] == SETTLED) continue;
        tree->stacks[count].index = index;
        *total += count_moves_of(&mover, tree->stacks + count++);
    }
    return count;
}

static int shuffle_with_python(Tree *tree, Search *search)
{
    PyEval_RestoreThread(tree->state);
    int is_shuffled = shuffle_segments(search, tree->shuffle);
    tree->state = PyEval_SaveThread();
    return is_shuffled ? 0 : leave_tree(tree, FAILED, 0);
}

/* Enter a judged turn as a branch, unless one before leads to the same position. */
static void add_branch(Tree *tree, const Search *search, Node *node, int number)
{
    const size_t size = (size_t)tree->table.ground.size;
    const Judged *judged = search->judged + number;
    Branch *branch = node->branches + node->branch_count;
    *branch = (Branch){.value = judged->value, .length = judged->length, .child = -1};
    if (node->branch_count) branch->start = branch[-1].start + branch[-1].length;
    for (int place = 0; place < judged->length; place++)
        node->steps[branch->start + place] =
            search->choices[search->letters[judged->start + (size_t)place]].step;
    play_branch(tree, node, branch);
    for (int other = 0; other < node->branch_count; other++)
        if (!memcmp(tree->seen + (size_t)other * size, tree->table.cells, size)) return;
    memcpy(tree->seen + (size_t)node->branch_count * size, tree->table.cells, size);
    node->branch_count++;
}

/* The best turns that lead to different positions become branches; looks at four times as many.
   The node's chances are those after the first. */
static int keep_best(Tree *tree, Search *search, Node *node, int candidates)
{
    int ranked = 0, longest = 0;
    for (int number = 0; number < search->judged_count; number++) {
        ranked = insert_best(search, tree->best, ranked, 4 * candidates, number, 0);
        if (search->judged[number].length > longest) longest = search->judged[number].length;
    }
    const int most = ranked < candidates ? ranked : candidates;
    node->branches = malloc((size_t)most * sizeof(Branch));
    node->steps = malloc(((size_t)most * (size_t)longest + 1) * sizeof(Step));
    if (!node->branches || !node->steps) return lack_memory(tree);
    const Judged *first = search->judged + tree->best[0];
    make_turn(search, search->letters + first->start, first->length);
    find_chances(search, node->chances);
    for (int place = 0; place < ranked && node->branch_count < most; place++)
        add_branch(tree, search, node, tree->best[place]);
    return 0;
}

static int run_search(Tree *tree, Search *search, Node *node, const Plan *plan)
{
    search->until_check = tree->until_check;
    search->state = tree->state;
    run_plan(search, plan);
    tree->state = search->state;
    tree->until_check = search->until_check;
    if (search->result != FINE) return leave_tree(tree, search->result, search->is_short_of_memory);
    tree->left -= search->judged_count;
    tree->judged += search->judged_count;
    return keep_best(tree, search, node, (int)plan->candidates);
}

/* Find the branches of a node with a part of the effort. */
static int explore_node(Tree *tree, int number, const Plan *plan)
{
    Node *node = tree->nodes + number;
    Py_ssize_t total = 0;
    set_table(tree, node);
    const int count = find_movers(tree, node, plan, &total);
    Search search = {.table = &tree->table, .cells = node->cells, .neighbours = node->neighbours,
                     .net = tree->net, .check = tree->check, .team = tree->team};
    search.effort = plan->effort < tree->left ? plan->effort : tree->left;
    search.interval = check_interval(&tree->table);
    int found = open_search(&search, total) ? 0 : lack_memory(tree);
    if (!found) {
        list_choices(&search, tree->stacks, count);
        group_choices(&search);
        found = shuffle_with_python(tree, &search);
    }
    if (!found) found = run_search(tree, &search, node, plan);
    close_search(&search);
    return found;
}

/* Enter the position on the table as a node with branches or with a result; returns its number. */
static int open_node(Tree *tree, int player)
{
    Standing standing;
    const int number = add_node(tree, player);
    if (number < 0) return -1;
    for (Py_ssize_t index = 0; index < tree->table.ground.size; index++)
        if ((tree->table.cells[index] & STONES) == TALL) return leave_tree(tree, ASK_PYTHON, 0);
    if (!is_game_over(&tree->table))
        return explore_node(tree, number, &tree->inside) < 0 ? -1 : number;
    find_standing(&tree->table, &standing);
    Node *node = tree->nodes + number;
    node->winner = award(standing.secured, tree->table.players, node->chances);
    return number;
}

/* ---- walking ------------------------------------------------------------------------------ */

/* The mean chance of the player who makes the turn, including the static value. */
static double mean_of(const Tree *tree, const Branch *branch, int player)
{
    if (branch->is_won) return 1.0;
    return (tree->prior * branch->value + branch->total[player]) / (tree->prior + branch->visits);
}

static int square_root(int number)
{
    int root = (int)sqrt((double)number);
    while ((long long)root * root > number) root--;
    while ((long long)(root + 1) * (root + 1) <= number) root++;
    return root;
}

/* The branch to visit next, by UCB. */
static int select_branch(const Tree *tree, const Node *node)
{
    const double known = log((double)(node->visits + 1));
    int count = 1 + square_root(node->visits), best = 0;
    if (count > node->branch_count) count = node->branch_count;
    double highest = 0.0;
    for (int number = 0; number < count; number++) {
        const Branch *branch = node->branches + number;
        double worth = mean_of(tree, branch, node->player) +
                       tree->curiosity * sqrt(known / (tree->prior + branch->visits));
        if (number && !(worth > highest)) continue;
        highest = worth;
        best = number;
    }
    return best;
}

static int extend_path(Tree *tree, int length, int node, int branch)
{
    if (length == tree->path_room) {
        if (length > INT_MAX / 4) return lack_memory(tree);
        if (!make_room((void **)&tree->path, 2 * (size_t)length, sizeof(Way)))
            return lack_memory(tree);
        tree->path_room *= 2;
    }
    tree->path[length] = (Way){node, branch};
    return length + 1;
}

static void back_up(Tree *tree, int length, const double *leaf, int winner)
{
    const int players = tree->table.players;
    double chances[MOST_PLAYERS];
    memcpy(chances, leaf, sizeof chances);
    while (length--) {
        Node *node = tree->nodes + tree->path[length].node;
        Branch *branch = node->branches + tree->path[length].branch;
        for (int player = 0; player < players; player++) branch->total[player] += chances[player];
        branch->visits++;
        node->visits++;
        if (winner >= 0 && winner == node->player) {
            branch->is_won = 1;
            node->winner = winner;
            memcpy(node->chances, chances, sizeof chances);
        } else {
            winner = -1;
        }
    }
}

/* Adjudicate a walk that came to a position for the second time (R2.4). */
static void adjudicate(Tree *tree, const Node *node, double chances[MOST_PLAYERS])
{
    Standing standing;
    set_table(tree, node);
    find_standing(&tree->table, &standing);
    for (int player = 0; player < tree->table.players; player++)
        standing.secured[player] += standing.leading[player];
    award(standing.secured, tree->table.players, chances);
}

/* Walk from the root to a new node, and back up its value. */
static int walk(Tree *tree)
{
    int at = 0, length = 0;
    tree->nodes[0].walk = ++tree->walk;
    for (;;) {
        const int chosen = select_branch(tree, tree->nodes + at);
        length = extend_path(tree, length, at, chosen);
        if (length < 0) return -1;
        const Node *node = tree->nodes + at;
        int child = node->branches[chosen].child, is_new = 0;
        if (child < 0) {
            child = find_child(tree, node, node->branches + chosen);
            is_new = child < 0;
            if (is_new) child = open_node(tree, player_after(tree, node));
            if (child < 0) return -1;
            tree->nodes[at].branches[chosen].child = child;
        }
        Node *next = tree->nodes + child;
        if (!is_new && next->walk == tree->walk) {
            double chances[MOST_PLAYERS] = {0};
            adjudicate(tree, next, chances);
            back_up(tree, length, chances, -1);
            return 0;
        }
        if (is_new || next->winner >= 0) {
            back_up(tree, length, next->chances, next->winner);
            return 0;
        }
        next->walk = tree->walk;
        at = child;
    }
}

/* Search until the effort is spent, the result is certain or nothing new is found. */
static void grow_tree(Tree *tree)
{
    if (add_node(tree, tree->table.player) < 0 || explore_node(tree, 0, &tree->at_root) < 0) return;
    for (long idle = 0; tree->left > 0 && tree->nodes[0].winner < 0 && idle < tree->idle_walks;) {
        const long long before = tree->judged;
        if (walk(tree) < 0) return;
        idle = tree->judged > before ? 0 : idle + 1;
    }
}

/* ---- the answer --------------------------------------------------------------------------- */

/* The moves of a branch, as the board keeps them. */
static PyObject *branch_turn(const Tree *tree, Mover *mover, const Node *node, const Branch *branch)
{
    PyObject *turn = PyTuple_New(branch->length);
    mover->cells = node->cells;
    for (int place = 0; turn && place < branch->length; place++) {
        const Step *step = node->steps + branch->start + place;
        Py_ssize_t places;
        int direction = 0;
        while (tree->table.ground.offsets[direction] != step->offset) direction++;
        PyObject *moves = known_moves(mover, (int)step->source, &places);
        if (!moves && find_moves(mover, (int)step->source))
            moves = known_moves(mover, (int)step->source, &places);
        if (!moves) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "not the moves of a board");
            Py_CLEAR(turn);
            break;
        }
        PyObject *move = PyTuple_GetItem(moves, direction * places + step->distance - 1);
        put_item(&turn, place, Py_XNewRef(move));
    }
    return turn;
}

/* The branch with the highest mean; visited branches come first. */
static const Branch *best_branch(const Tree *tree, const Node *node)
{
    const Branch *best = node->branches;
    for (int number = 1; number < node->branch_count; number++) {
        const Branch *branch = node->branches + number;
        const int is_seen = branch->visits > 0, was_seen = best->visits > 0;
        if (is_seen < was_seen) continue;
        if (is_seen > was_seen ||
            mean_of(tree, branch, node->player) > mean_of(tree, best, node->player))
            best = branch;
    }
    return best;
}

/* The best replies found after a branch of the root, until every player has had one. */
static PyObject *line_after(Tree *tree, Mover *mover, const Branch *branch)
{
    PyObject *line = PyList_New(0);
    int at = find_child(tree, tree->nodes, branch);
    for (int count = 0; line && at >= 0 && count < tree->table.players; count++) {
        const Node *node = tree->nodes + at;
        if (!node->branch_count) break;
        const Branch *best = best_branch(tree, node);
        PyObject *turn = branch_turn(tree, mover, node, best);
        if (!turn || PyList_Append(line, turn)) Py_CLEAR(line);
        Py_XDECREF(turn);
        at = find_child(tree, node, best);
    }
    return line;
}

/* A branch of the root: its turn, value, visits, totals, whether it wins, and the line after it. */
static PyObject *root_branch(Tree *tree, Mover *mover, const Branch *branch)
{
    const int seats = branch->visits ? tree->table.players : 0;
    PyObject *turn = branch_turn(tree, mover, tree->nodes, branch);
    PyObject *totals = turn ? floats_tuple(branch->total, seats) : NULL;
    PyObject *line = totals ? line_after(tree, mover, branch) : NULL;
    PyObject *row = NULL;
    if (line) {
        PyObject *is_won = branch->is_won ? Py_True : Py_False;
        row = Py_BuildValue("(OdiOOO)", turn, branch->value, branch->visits, totals, is_won, line);
    }
    Py_XDECREF(turn);
    Py_XDECREF(totals);
    Py_XDECREF(line);
    return row;
}

static PyObject *tree_answer(Tree *tree, PyObject *const *args)
{
    Mover mover;
    if (!open_mover(&mover, args)) return NULL;
    const Node *root = tree->nodes;
    PyObject *rows = PyList_New(0);
    for (int number = 0; rows && number < root->branch_count; number++) {
        PyObject *row = root_branch(tree, &mover, root->branches + number);
        if (!row || PyList_Append(rows, row)) Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    Py_DECREF(mover.moves_at);
    PyObject *all = rows ? Py_BuildValue("(OL)", rows, tree->judged) : NULL;
    Py_XDECREF(rows);
    return all;
}

/* ---- the surface -------------------------------------------------------------------------- */

enum { FIRST_NODES = 64 };

static int open_tree(Tree *tree)
{
    const size_t size = (size_t)tree->table.ground.size;
    long most = tree->at_root.candidates;
    if (tree->inside.candidates > most) most = tree->inside.candidates;
    tree->node_room = tree->path_room = FIRST_NODES;
    tree->slot_mask = 2 * FIRST_NODES - 1;
    tree->nodes = malloc(FIRST_NODES * sizeof(Node));
    tree->slots = calloc(2 * FIRST_NODES, sizeof(int));
    tree->path = malloc(FIRST_NODES * sizeof(Way));
    tree->stacks = malloc(size * sizeof(Stack));
    tree->seen = malloc((size_t)most * size);
    tree->best = malloc(4 * (size_t)most * sizeof(int));
    if (tree->nodes && tree->slots && tree->path && tree->stacks && tree->seen && tree->best)
        return 1;
    PyErr_NoMemory();
    return 0;
}

static void close_tree(Tree *tree)
{
    for (int number = 0; number < tree->node_count; number++) {
        free(tree->nodes[number].cells);
        free(tree->nodes[number].branches);
        free(tree->nodes[number].steps);
    }
    free(tree->nodes);
    free(tree->slots);
    free(tree->path);
    free(tree->stacks);
    free(tree->seen);
    free(tree->best);
    close_table(&tree->table);
}

/* As many turns as one thread judges between two checks, for every thread; two on large boards. */
static int most_ahead(const Tree *tree)
{
    const int interval = check_interval(&tree->table);
    return (int)tree->threads * (interval < 2 ? 2 : interval);
}

static PyObject *search_tree(Tree *tree, PyObject *const *args)
{
    if (tree->table.is_tall || !tree->table.players) return Py_NewRef(Py_None);
    if (!check_segments(&tree->table) || !read_net(args[5], tree->net) || !open_tree(tree))
        return NULL;
    tree->until_check = check_interval(&tree->table);
    tree->team = open_team(&tree->table, tree->net, (int)tree->threads, most_ahead(tree));
    tree->state = PyEval_SaveThread();
    grow_tree(tree);
    close_team(tree->team, (int)tree->threads);
    PyEval_RestoreThread(tree->state);
    if (tree->is_short_of_memory) PyErr_NoMemory();
    return tree->result == FINE ? tree_answer(tree, args) : no_answer(tree->result);
}

enum { MOST_IDLE_WALKS = 1000 }; /* nothing can cancel them */

/* Effort, idle walks, curiosity, prior and threads. */
static int read_habits(PyObject *habits, Tree *tree)
{
    if (!PyTuple_Check(habits) || PyTuple_Size(habits) != 5) {
        PyErr_SetString(PyExc_TypeError, "expected habits of five numbers");
        return 0;
    }
    long effort;
    if (!read_within(PyTuple_GetItem(habits, 0), 0, INT_MAX, &effort) ||
        !read_within(PyTuple_GetItem(habits, 1), 0, MOST_IDLE_WALKS, &tree->idle_walks) ||
        !read_within(PyTuple_GetItem(habits, 4), 1, MOST_THREADS, &tree->threads))
        return 0;
    PyObject *curiosity = PyTuple_GetItem(habits, 2), *prior = PyTuple_GetItem(habits, 3);
    if (!PyFloat_Check(curiosity) || !PyFloat_Check(prior)) {
        PyErr_SetString(PyExc_TypeError, "expected a float");
        return 0;
    }
    tree->left = effort;
    tree->curiosity = PyFloat_AsDouble(curiosity);
    tree->prior = PyFloat_AsDouble(prior);
    return 1;
}

PyDoc_STRVAR(search_doc,
             "search(board, cells, neighbours, players, player, net, habits, at_root, inside,\n"
             "       shuffle, check)\n--\n\n"
             "The branches of the root of a search tree, and how many turns were judged;\n"
             "None if Python has to do it.");

static PyObject *native_search(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (!expect(count, 11)) return NULL;
    Tree *tree = calloc(1, sizeof *tree);
    if (!tree) return PyErr_NoMemory();
    PyObject *found = NULL;
    if (read_habits(args[6], tree) && read_plan(args[7], &tree->at_root) &&
        read_plan(args[8], &tree->inside) && open_table(&tree->table, args, SEARCHING)) {
        tree->shuffle = args[9];
        tree->check = args[10];
        found = search_tree(tree, args);
        close_tree(tree);
    }
    free(tree);
    return found;
}
