/* The native engine: what bots do most, over the same bytes as the pure one.

   Owns nothing but speed. Every function here has a twin in `pure`, takes the same arguments and
   gives the same result, bit for bit; tests/engine holds both to that. The functions keep no
   state. They give None where Python must be asked: a stack taller than its byte can say, or
   a turn that is not legal, because the sentence about the broken rule is phrased in `turns`.

   How a byte holds a field is told in encoding.py. Nothing is read or written outside the bytes:
   the margin of nothing around the board is checked first, and no step leaves it.

   Numbers come from `int` objects only, each within the bounds that its use needs: converting
   anything else calls its `__index__`, which could change the list that is being read.

   Sections: bytes, board, table; movement (R3), explosion (R4), growth (R5); settling; areas (R6);
   figures; judging; rating; the surface. Exploring a position is in _native_search.h, its helper
   threads in _native_team.h, the search tree in _native_tree.h; _native_kalah.h and _native_tafl.h search for the bots of
   other games. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "sums would differ from Python's: this machine calculates wider than double"
#endif

typedef unsigned char byte;

#if defined(_MSC_VER)
#define restrict __restrict
#endif

/* A few loops are compiled twice on x86: for wide registers, where the processor has them, and for
   any. Both do the same operations, so the results are the same. The fuzzer defines ANY_PROCESSOR,
   so that both are tested. */
#if defined(__GNUC__) && defined(__x86_64__) && !defined(ANY_PROCESSOR)
#define INLINE static inline __attribute__((always_inline))
#define WIDE __attribute__((target("avx2,popcnt")))
static int is_wide;
static void find_width(void) { is_wide = __builtin_cpu_supports("avx2") != 0; }
#else
#define INLINE static inline
#define WIDE
enum { is_wide = 0 };
static void find_width(void) {}
#endif

enum { SURFACE = 9 };              /* raised whenever a function here changes its meaning */
enum { MOST_PLAYERS = 6, DIRECTIONS = 6 };
enum { MOST_BYTES = 1 << 21 };     /* twice the largest board, see MAX_EXTENT in board.py */
enum { ROUNDS_SOON = 2 };          /* as in pure/foresight.py */
static const double FADING = 0.9;  /* as in pure/foresight.py */
static const double CERTAIN = 20.0;

/* ---- bytes: see encoding.py ------------------------------------------------------------- */

enum { NOWHERE = 0, EMPTY = 1, STONES = 15, TALL = 15, GROWING = 16, OWNER_SHIFT = 5 };

static inline int owner_of(int code) { return code >> OWNER_SHIFT; } /* from 1; 0: no owner */
static inline int open_code(int owner, int stones) { return owner << OWNER_SHIFT | stones; }
static inline int is_open(int code) { return !(code & GROWING) & ((code & STONES) != 0); }
static inline int is_growing(int code) { return (code & GROWING) != 0; }

/* Occupied and not dead: it can explode. */
static inline int is_live(int code) { return owner_of(code) && (code & (GROWING | STONES)); }

static int is_code(int code, int players)
{
    return (code <= EMPTY) | ((owner_of(code) >= 1) & (owner_of(code) <= players));
}

/* ---- board: the flat geometry that Board.flat holds -------------------------------------- */

typedef struct {
    Py_ssize_t size;
    long width, height;
    int offsets[DIRECTIONS]; /* in the order of Direction */
    long long x0, y0;
    int is_far; /* the corner does not fit its numbers: moves are left to Python */
    long fields;
    PyObject *segments; /* two bytes an index: the number of its segment */
    const byte *segment_bytes;
} Ground;

static PyObject *name_flat, *name_moves_at, *name_moves_from, *name_from_bytes, *word_little;

/* The value of an int, or the nearest number there is for it. */
static int read_nearest(PyObject *item, long long *value, int *overflow)
{
    if (!item || !PyLong_Check(item)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "expected an int");
        return 0;
    }
    *value = PyLong_AsLongLongAndOverflow(item, overflow);
    if (*overflow) *value = *overflow > 0 ? LLONG_MAX : LLONG_MIN;
    return 1;
}

static int read_within(PyObject *item, long lowest, long highest, long *value)
{
    long long number;
    int overflow;
    if (!read_nearest(item, &number, &overflow)) return 0;
    if (number < lowest || number > highest) {
        PyErr_Format(PyExc_ValueError, "expected a number from %ld to %ld", lowest, highest);
        return 0;
    }
    *value = (long)number;
    return 1;
}

static int read_flat(PyObject *flat, Py_ssize_t size, Ground *ground)
{
    int is_far_x, is_far_y;
    if (!PyTuple_Check(flat) || PyTuple_Size(flat) != 5) {
        PyErr_SetString(PyExc_TypeError, "not the geometry of a board");
        return 0;
    }
    if (!read_within(PyTuple_GetItem(flat, 0), 2, MOST_BYTES, &ground->width) ||
        !read_nearest(PyTuple_GetItem(flat, 1), &ground->x0, &is_far_x) ||
        !read_nearest(PyTuple_GetItem(flat, 2), &ground->y0, &is_far_y) ||
        !read_within(PyTuple_GetItem(flat, 3), 1, MOST_BYTES, &ground->fields))
        return 0;
    PyObject *segments = PyTuple_GetItem(flat, 4);
    if (!PyBytes_Check(segments) || PyBytes_Size(segments) != 2 * size ||
        size < 2 * (ground->width + 1)) {
        PyErr_SetString(PyExc_ValueError, "the bytes are not those of this board");
        return 0;
    }
    ground->is_far = is_far_x || is_far_y;
    ground->segments = Py_NewRef(segments);
    ground->segment_bytes = (const byte *)PyBytes_AsString(segments);
    return 1;
}

static void list_offsets(int width, int offsets[DIRECTIONS])
{
    const int found[DIRECTIONS] = {1, width + 1, width, -1, -width - 1, -width};
    memcpy(offsets, found, sizeof found);
}

/* The geometry of a board for positions of so many bytes. Holds a reference to `segments`. */
static int read_ground(PyObject *board, Py_ssize_t size, Ground *ground)
{
    PyObject *flat = PyObject_GetAttr(board, name_flat);
    if (!flat) return 0;
    int is_read = read_flat(flat, size, ground);
    Py_DECREF(flat);
    if (!is_read) return 0;
    ground->height = (long)(size - 2) / ground->width;
    list_offsets((int)ground->width, ground->offsets);
    ground->size = size;
    return 1;
}

/* ---- table: a position that may change --------------------------------------------------- */

/* A set of fields, one bit an index. There are empty words before and after it, so that sets can be
   moved by a row. */
typedef uint64_t *Bits;

enum { MOST_KNOWN = 8, MOST_AREAS = 12 };

/* The areas of a set of open fields, which were found before. */
typedef struct {
    int count; /* -1: too many to keep */
    int sizes[MOST_AREAS];
    uint64_t used; /* when */
    uint64_t *open, *areas;
} Known;

typedef struct {
    Ground ground;
    int players, player;
    int is_tall; /* some stack does not fit its byte */
    byte *cells, *neighbours;
    int *first; /* a growing field holds first + n stones in its owner's explosion phase n */
    int *waiting, *touched, *fresh;
    int waiting_count, touched_count;
    int stack_count; /* of those that were measured last; they stand in `fresh` */
    byte *is_waiting, *is_touched, *mark;
    uint16_t *pairs; /* of cells and neighbours, while something explodes */
    Bits open;       /* the open fields; kept by explosions */
    Bits own, taken; /* a set for each player, for measuring */
    Bits one, two, three, four, five;
    uint64_t *due; /* a ring of turns, each with a bit an index: fields that may explode then */
    Py_ssize_t words, stride; /* of a set; with its empty words */
    int slots;
    byte *is_busy;
    Known known[MOST_KNOWN]; /* only for searching: many of its positions have the same open fields */
    int known_count;
    uint64_t asked;      /* how often areas were looked for */
    long turn, last_due, explosions;
    int slot, round, place; /* of the turn: in the ring; how many rounds and seats after the first */
    long turns; /* until the last explosion so far */
    void *memory; /* of large boards; small ones find room in `scratch` */
    uint64_t scratch[1536];
} Table;

enum { ROUNDS_AHEAD = 8 }; /* six stones are the most that anything waits for */

/* What a function does with a table. One turn needs no sets but that of the open fields, only
   settling needs to know what is due when, and only searching measures so often that it keeps
   areas. */
typedef enum { ONE_TURN, MEASURING, SETTLING, SEARCHING } Purpose;

static void close_table(Table *table)
{
    free(table->memory);
    table->memory = NULL;
    Py_CLEAR(table->ground.segments);
}

static void place_known(Table *table, uint64_t *at)
{
    memset(table->known, 0, sizeof table->known);
    table->asked = 0;
    for (int number = 0; number < table->known_count; number++) {
        table->known[number].open = at;
        table->known[number].areas = at + table->words;
        at += (1 + MOST_AREAS) * table->words;
    }
}

/* One piece of memory for all arrays, the widest first so that each is aligned. */
static int allocate(Table *table, Purpose purpose)
{
    size_t size = (size_t)table->ground.size;
    table->words = (Py_ssize_t)((size + 255) / 256 * 4);
    table->slots = purpose < SETTLING ? 0 : ROUNDS_AHEAD * table->players;
    table->known_count = purpose == SEARCHING ? MOST_KNOWN : 0;
    size_t due = (size_t)table->words * (size_t)table->slots * sizeof(uint64_t);
    const Py_ssize_t guard = (table->ground.width + 1) / 64 + 2;
    const size_t sets = purpose == ONE_TURN ? 1 : 6 + 2 * (size_t)table->players;
    table->stride = table->words + 2 * guard;
    size_t bits = sets * (size_t)table->stride * sizeof(uint64_t);
    const size_t known = (size_t)table->known_count * (1 + MOST_AREAS) * (size_t)table->words *
                         sizeof(uint64_t);
    size_t total = due + bits + known + 4 * size * sizeof(int) + 7 * size + (size_t)table->slots;
    byte *at = (byte *)table->scratch;
    if (total > sizeof table->scratch) at = table->memory = malloc(total);
    if (!at) {
        PyErr_NoMemory();
        return 0;
    }
    memset(at, 0, due + bits);
    table->due = (uint64_t *)at;
    at += due;
    Bits *const all[] = {&table->open, &table->one,  &table->two, &table->three,
                         &table->four, &table->five, &table->own};
    for (int number = 0; number < (purpose == ONE_TURN ? 1 : 7); number++)
        *all[number] = (Bits)at + number * table->stride + guard;
    if (purpose != ONE_TURN) table->taken = table->own + table->players * table->stride;
    at += bits;
    if (table->known_count) place_known(table, (uint64_t *)at);
    at += known;
    table->first = (int *)at;
    table->waiting = table->first + size;
    table->touched = table->waiting + size;
    table->fresh = table->touched + size;
    at += 4 * size * sizeof(int);
    table->pairs = (uint16_t *)at;
    at += 2 * size;
    table->cells = at;
    table->neighbours = at + size;
    table->is_waiting = at + 2 * size;
    table->is_touched = at + 3 * size;
    table->mark = at + 4 * size;
    table->is_busy = at + 5 * size;
    memset(table->is_waiting, 0, 2 * size);
    memset(table->is_busy, 0, (size_t)table->slots);
    return 1;
}

static int is_margin_clear(const byte *cells, const Ground *ground)
{
    for (Py_ssize_t index = 0; index <= ground->width; index++)
        if (cells[index] || cells[ground->size - 1 - index]) return 0;
    return 1;
}

static int check_bytes(Table *table)
{
    const byte *cells = table->cells, *neighbours = table->neighbours;
    const int players = table->players;
    byte is_wrong = 0, is_tall = 0;
    for (Py_ssize_t index = 0; index < table->ground.size; index++) {
        int code = cells[index];
        is_wrong |= (byte)(!is_code(code, players) | (neighbours[index] > DIRECTIONS));
        is_tall |= (byte)((code & STONES) == TALL);
    }
    if (is_wrong || !is_margin_clear(cells, &table->ground)) {
        PyErr_SetString(PyExc_ValueError, "the bytes are not those of a position");
        return 0;
    }
    table->is_tall = is_tall;
    return 1;
}

static void start_clock(Table *table)
{
    table->turn = table->turns = table->explosions = 0;
    table->slot = table->round = table->place = 0;
    table->last_due = -1;
}

/* Enter the open fields into their set. */
static void list_open(Table *table)
{
    const byte *cells = table->cells;
    memset(table->open, 0, (size_t)table->words * sizeof(uint64_t));
    for (Py_ssize_t index = 0; index < table->ground.size; index++)
        table->open[index / 64] |= (uint64_t)is_open(cells[index]) << index % 64;
}

/* Arguments of all functions below: board, cells, neighbours, players, player. */
static int open_table(Table *table, PyObject *const *args, Purpose purpose)
{
    table->memory = NULL;
    table->ground.segments = NULL;
    if (!PyBytes_Check(args[1]) || !PyBytes_Check(args[2]) ||
        PyBytes_Size(args[1]) != PyBytes_Size(args[2]) || PyBytes_Size(args[1]) > MOST_BYTES) {
        PyErr_SetString(PyExc_TypeError, "expected two bytes objects of one size");
        return 0;
    }
    long players, player;
    if (!read_within(args[3], 0, MOST_PLAYERS, &players)) return 0;
    /* A board without players has areas and can be over, but no moves. */
    if (!read_within(args[4], 0, players ? players - 1 : 0, &player)) return 0;
    table->players = (int)players;
    table->player = (int)player;
    table->waiting_count = table->touched_count = 0;
    start_clock(table);
    Py_ssize_t size = PyBytes_Size(args[1]);
    if (!read_ground(args[0], size, &table->ground)) return 0;
    if (!allocate(table, purpose)) {
        close_table(table);
        return 0;
    }
    memcpy(table->cells, PyBytes_AsString(args[1]), (size_t)size);
    memcpy(table->neighbours, PyBytes_AsString(args[2]), (size_t)size);
    if (!check_bytes(table)) {
        close_table(table);
        return 0;
    }
    if (purpose != ONE_TURN) list_open(table);
    return 1;
}

static PyObject *bytes_of(const byte *bytes, const Table *table)
{
    return PyBytes_FromStringAndSize((const char *)bytes, table->ground.size);
}

static inline int lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int place = 0;
    for (; !(bits & 1); bits >>= 1) place++;
    return place;
#endif
}

/* The lowest bit of each of eight bytes that can explode: owned, and not dead. */
static inline uint64_t live_of_eight(uint64_t eight)
{
    uint64_t owned = eight >> 5 | eight >> 6 | eight >> 7;
    uint64_t filled = eight | eight >> 1 | eight >> 2 | eight >> 3 | eight >> 4;
    return owned & filled & 0x0101010101010101u;
}

/* The place of the first of eight bytes; `live` is not 0. */
static inline int first_of_eight(uint64_t live)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    int place = 0;
    for (; !(live >> 56); live <<= 8) place++;
    return place;
#else
    return lowest_bit(live) / 8;
#endif
}

/* The next field from an index on that can explode; -1 if there is none. Looks at eight bytes at
   once: most of a board is neither stones nor growing fields. */
static inline int next_live_of(const byte *cells, int size, int index)
{
    for (; index + 8 <= size; index += 8) {
        uint64_t eight;
        memcpy(&eight, cells + index, sizeof eight);
        uint64_t live = live_of_eight(eight);
        if (live) return index + first_of_eight(live);
    }
    for (; index < size; index++)
        if (is_live(cells[index])) return index;
    return -1;
}

static inline int next_live(const Table *table, int index)
{
    return next_live_of(table->cells, (int)table->ground.size, index);
}

/* ---- movement (R3) ----------------------------------------------------------------------- */

typedef enum { FINE, ASK_PYTHON, FAILED } Result;

typedef struct {
    long source, offset, distance;
} Step;

/* Move as many stones as steps (R3.3). The step is legal; stacks above 14 are left to Python. */
static Result move_stones(Table *table, Step step)
{
    byte *cells = table->cells;
    const int own = table->player + 1;
    long left = step.distance, there = step.source;
    long stayed = (cells[there] & STONES) - step.distance;
    cells[there] = (byte)(stayed ? open_code(own, (int)stayed) : EMPTY);
    for (long steps = 0; steps < step.distance; steps++) {
        there += step.offset;
        int code = cells[there];
        if (code == EMPTY || owner_of(code) == own) continue;
        int stones = code & STONES;
        int lost = stones < left ? stones : (int)left;
        cells[there] = (byte)(stones - lost ? code - lost : EMPTY);
        left -= lost;
        if (!left) return FINE;
    }
    long height = left + (cells[there] == EMPTY ? 0 : cells[there] & STONES);
    if (height >= TALL) return ASK_PYTHON;
    cells[there] = (byte)open_code(own, (int)height);
    return FINE;
}

static int is_direction(const Ground *ground, long offset)
{
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (ground->offsets[direction] == offset) return 1;
    return 0;
}

/* Whether a step could be part of a turn from here; whether it is legal was decided elsewhere. */
static int is_possible(const Table *table, Step step)
{
    const byte *cells = table->cells;
    if (step.source < 0 || step.source >= table->ground.size) return 0;
    int code = cells[step.source];
    if (!is_open(code) || owner_of(code) != table->player + 1) return 0;
    if (step.distance < 1 || step.distance > (code & STONES)) return 0;
    if (!is_direction(&table->ground, step.offset)) return 0;
    long there = step.source;
    for (long steps = 0; steps < step.distance; steps++)
        if (!is_open(cells[there += step.offset])) return 0;
    return 1;
}

static int read_step(PyObject *item, Step *step)
{
    if (!item || !PyTuple_Check(item) || PyTuple_Size(item) != 3) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "not a step");
        return 0;
    }
    return read_within(PyTuple_GetItem(item, 0), 0, MOST_BYTES, &step->source) &&
           read_within(PyTuple_GetItem(item, 1), -MOST_BYTES, MOST_BYTES, &step->offset) &&
           read_within(PyTuple_GetItem(item, 2), 1, STONES, &step->distance);
}

/* Steps: a list of (source, offset, distance), legal in this position one after the other. */
static Result move_steps(Table *table, PyObject *steps)
{
    if (!PyList_Check(steps)) {
        PyErr_SetString(PyExc_TypeError, "expected a list of steps");
        return FAILED;
    }
    for (Py_ssize_t place = 0; place < PyList_Size(steps); place++) {
        Step step;
        PyObject *item = Py_XNewRef(PyList_GetItem(steps, place));
        int is_read = read_step(item, &step);
        Py_XDECREF(item);
        if (!is_read) return FAILED;
        if (!is_possible(table, step)) {
            PyErr_SetString(PyExc_ValueError, "not a legal step");
            return FAILED;
        }
        if (move_stones(table, step) == ASK_PYTHON) return ASK_PYTHON;
    }
    return FINE;
}

/* ---- explosion (R4) ---------------------------------------------------------------------- */

static inline void wait_for(Table *table, int index)
{
    if (table->is_waiting[index]) return;
    table->is_waiting[index] = 1;
    table->waiting[table->waiting_count++] = index;
}

static inline void touch(Table *table, int index)
{
    if (table->is_touched[index]) return;
    table->is_touched[index] = 1;
    table->touched[table->touched_count++] = index;
}

/* What a field becomes that one stone of an explosion reaches (R4.2). */
static int after_impact(int code, int own)
{
    if (!is_open(code)) return code;
    if (code == EMPTY) return open_code(own, 1);
    if (owner_of(code) == own) return (code & STONES) < TALL ? code + 1 : code;
    return (code & STONES) > 1 ? code - 1 : EMPTY;
}

/* Explosions work on one number a field: its byte times 8, and its open neighbours. */
static inline int pair_of(int code, int left) { return code * 8 + left; }
static inline int code_of(int pair) { return pair / 8; }
static inline int left_of(int pair) { return pair % 8; }

static void join_pairs(Table *table)
{
    const byte *restrict cells = table->cells, *restrict neighbours = table->neighbours;
    uint16_t *restrict pairs = table->pairs;
    for (Py_ssize_t index = 0, size = table->ground.size; index < size; index++)
        pairs[index] = (uint16_t)pair_of(cells[index], neighbours[index]);
}

static void part_pairs(Table *table)
{
    byte *restrict cells = table->cells, *restrict neighbours = table->neighbours;
    const uint16_t *restrict pairs = table->pairs;
    for (Py_ssize_t index = 0, size = table->ground.size; index < size; index++) {
        cells[index] = (byte)(pairs[index] >> 3);
        neighbours[index] = pairs[index] & 7;
    }
}

/* What one stone of an explosion makes of a pair, and whether the field can do something then that
   it could not do before. Tables by owner of the stone, because what happens around an exploding
   field cannot be predicted. */
typedef struct {
    uint16_t pair, is_event;
} Effect;

enum { PAIRS = 256 * 8 };
static Effect sinking[MOST_PLAYERS + 1][PAIRS]; /* the exploding field was open */
static Effect dying[MOST_PLAYERS + 1][PAIRS];   /* it was growing */

static Effect effect_of(int pair, int own, int is_sinking)
{
    const int code = code_of(pair), after = after_impact(code, own);
    const int left = left_of(pair) - (is_sinking && left_of(pair) && code != NOWHERE);
    int is_event = 0;
    if (is_live(after) && (is_sinking || owner_of(after) == own))
        is_event = is_growing(after) ? is_sinking : (after & STONES) >= left;
    return (Effect){(uint16_t)pair_of(after, left), (uint16_t)is_event};
}

/* Fill the tables; once, when the module is loaded. */
static void fill_effects(void)
{
    for (int own = 1; own <= MOST_PLAYERS; own++)
        for (int pair = 0; pair < PAIRS; pair++) {
            sinking[own][pair] = effect_of(pair, own, 1);
            dying[own][pair] = effect_of(pair, own, 0);
        }
}

/* A stone flies to each neighbour of a field. Returns the number of those with events, in
   `found`. */
static inline int scatter(uint16_t *pairs, const int offsets[DIRECTIONS], int index,
                          const Effect *effects, int found[DIRECTIONS])
{
    int count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const int there = index + offsets[direction];
        const Effect effect = effects[pairs[there]];
        pairs[there] = effect.pair;
        found[count] = there;
        count += effect.is_event;
    }
    return count;
}

/* The neighbours of a field that sank: the player's own may explode now, all others and growing
   ones in a later turn. */
static inline void alert(Table *table, int index, int own, int count)
{
    const int code = code_of(table->pairs[index]);
    if (!is_growing(code) && owner_of(code) == own) {
        wait_for(table, index);
        return;
    }
    touch(table, index);
    if (owner_of(code) == own && table->first[index] + count >= left_of(table->pairs[index]))
        wait_for(table, index);
}

/* The explosion phase of a turn, from the waiting fields on; `count` is the number of the phase.
   One field after the other, because the order does not matter (R4.3). */
static void explode(Table *table, int mover, int count)
{
    uint16_t *const pairs = table->pairs;
    const int own = mover + 1;
    int offsets[DIRECTIONS], found[DIRECTIONS + 1];
    memcpy(offsets, table->ground.offsets, sizeof offsets);
    while (table->waiting_count) {
        const int index = table->waiting[--table->waiting_count];
        const int code = code_of(pairs[index]), left = left_of(pairs[index]);
        table->is_waiting[index] = 0;
        if (owner_of(code) != own || !is_live(code)) continue;
        if (is_growing(code)) {
            if (table->first[index] + count < left) continue;
            pairs[index] = (uint16_t)pair_of(open_code(own, 0), left); /* dead */
            table->explosions++;
            if (!left) continue;
            int events = scatter(pairs, offsets, index, dying[own], found);
            while (events) wait_for(table, found[--events]);
        } else {
            if ((code & STONES) < left) continue;
            pairs[index] = (uint16_t)pair_of(open_code(own, 0) | GROWING, left);
            table->open[index / 64] &= ~((uint64_t)1 << index % 64);
            table->first[index] = -count;
            table->explosions++;
            touch(table, index);
            if (!left) wait_for(table, index);
            int events = scatter(pairs, offsets, index, sinking[own], found);
            while (events) alert(table, found[--events], own, count);
        }
    }
}

static void forget_touched(Table *table)
{
    while (table->touched_count) table->is_touched[table->touched[--table->touched_count]] = 0;
}

/* ---- growth (R5) ------------------------------------------------------------------------- */

static void grow(Table *table)
{
    for (int index = next_live(table, 0); index >= 0; index = next_live(table, index + 1)) {
        int code = table->cells[index];
        if (is_growing(code) && owner_of(code) == table->player + 1 && (code & STONES) < TALL)
            table->cells[index]++;
    }
}

/* Explosion and growth of the player's turn, after the moves. */
static int finish_turn(Table *table)
{
    int grows = 0;
    for (int index = next_live(table, 0); index >= 0; index = next_live(table, index + 1)) {
        int code = table->cells[index];
        if (owner_of(code) != table->player + 1) continue;
        table->first[index] = code & STONES;
        grows |= is_growing(code);
        if ((code & STONES) >= table->neighbours[index]) wait_for(table, index);
    }
    if (table->waiting_count) {
        join_pairs(table);
        explode(table, table->player, 0);
        part_pairs(table);
        forget_touched(table);
    }
    if (grows || table->explosions) grow(table);
    return table->explosions > 0;
}

/* ---- settling: everybody passes, from explosion to explosion ------------------------------ */

/* A field may explode so many turns after the one that is played. All of them fit into the ring. */
static inline void enter_due(Table *table, int later, int index)
{
    int slot = table->slot + later;
    if (slot >= table->slots) slot -= table->slots;
    table->due[slot * table->words + index / 64] |= (uint64_t)1 << index % 64;
    table->is_busy[slot] = 1;
    if (table->turn + later > table->last_due) table->last_due = table->turn + later;
}

/* How many turns after the player's the owner of a field moves, within a round. */
static inline int seat_after(const Table *table, int code)
{
    int later = owner_of(code) - 1 - table->player;
    return later < 0 ? later + table->players : later;
}

/* The stones on growing fields, and the explosions that are foreseeable before anything moves. */
static void begin_settling(Table *table)
{
    join_pairs(table);
    for (int index = next_live(table, 0); index >= 0; index = next_live(table, index + 1)) {
        int code = table->cells[index], count = 0;
        int missing = table->neighbours[index] - (code & STONES);
        if (is_growing(code)) {
            table->first[index] = code & STONES;
            if (missing > 0) count = missing;
        } else if (missing > 0) {
            continue;
        }
        enter_due(table, count * table->players + seat_after(table, code), index);
    }
}

/* Enter when the touched fields explode, as far as it is known now. */
static void foresee_touched(Table *table, int count, int place)
{
    for (int number = 0; number < table->touched_count; number++) {
        int index = table->touched[number], code = code_of(table->pairs[index]);
        table->is_touched[index] = 0;
        if (!is_live(code)) continue;
        int later = seat_after(table, code);
        int rounds = later <= place, full = left_of(table->pairs[index]);
        if (is_growing(code)) {
            int missing = full - table->first[index] - count;
            if (missing > rounds) rounds = missing;
        } else if ((code & STONES) < full) {
            continue;
        }
        enter_due(table, rounds * table->players + later - place, index);
    }
    table->touched_count = 0;
}

/* Let the fields wait that may explode in a turn. */
static void take_due(Table *table, int slot)
{
    uint64_t *due = table->due + slot * table->words;
    for (int word = 0; word < table->words; word++) {
        for (uint64_t bits = due[word]; bits; bits &= bits - 1)
            wait_for(table, 64 * word + lowest_bit(bits));
        due[word] = 0;
    }
    table->is_busy[slot] = 0;
}

static void next_turn(Table *table)
{
    table->turn++;
    if (++table->slot == table->slots) table->slot = 0;
    if (++table->place < table->players) return;
    table->place = 0;
    table->round++;
}

/* Play an empty turn; whether something explodes. */
static int run_turn(Table *table)
{
    if (!table->is_busy[table->slot]) return 0;
    take_due(table, table->slot);
    const long before = table->explosions;
    explode(table, (table->player + table->place) % table->players, table->round);
    if (table->explosions == before) return 0; /* what was due has changed since */
    table->turns = table->turn + 1;
    foresee_touched(table, table->round, table->place);
    return 1;
}

/* Play empty turns until all is calm, or until it is the turn with the number `stop`. */
static void run(Table *table, long stop)
{
    const long first = table->explosions;
    for (; table->turn <= table->last_due && table->turn < stop; next_turn(table)) run_turn(table);
    if (table->explosions > first) part_pairs(table);
}

static void run_to_the_end(Table *table) { run(table, LONG_MAX); }

static int is_sunk(const Table *table)
{
    uint64_t some = 0;
    for (Py_ssize_t word = 0; word < table->words; word++) some |= table->open[word];
    return !some;
}

/* Count the remaining turns of a board without open fields: each growing field explodes when its
   owner moves next, without effect. */
static void run_sunk(Table *table)
{
    for (; table->turn <= table->last_due; next_turn(table)) {
        if (!table->is_busy[table->slot]) continue;
        const int own = (table->player + table->place) % table->players + 1;
        take_due(table, table->slot);
        while (table->waiting_count) {
            const int index = table->waiting[--table->waiting_count];
            const int code = code_of(table->pairs[index]);
            table->is_waiting[index] = 0;
            if (!is_growing(code) || owner_of(code) != own) continue;
            table->pairs[index] = (uint16_t)pair_of(open_code(own, 0), 0); /* dead */
            table->turns = table->turn + 1;
        }
    }
}

/* As `run_to_the_end`, but if no field stays open, the bytes are not completed; whether one does. */
static int run_while_open(Table *table)
{
    const long first = table->explosions;
    int is_open_somewhere = !is_sunk(table);
    for (; is_open_somewhere && table->turn <= table->last_due; next_turn(table))
        if (run_turn(table) && is_sunk(table)) is_open_somewhere = 0;
    if (!is_open_somewhere)
        run_sunk(table);
    else if (table->explosions > first)
        part_pairs(table);
    return is_open_somewhere;
}

/* ---- areas (R6) -------------------------------------------------------------------------- */

typedef struct {
    int count;       /* fields; they stand in table->waiting */
    int occupants;   /* bit p: player p has stones in it */
    int is_touched;  /* by a growing field */
} Area;

enum { NOTHING, OPEN, GROWS }; /* marks: no field to look for, one to fill, one that touches */

/* What flooding has to know of every field, so that it looks at one byte for each neighbour. */
static void mark_all(Table *table)
{
    for (Py_ssize_t index = 0; index < table->ground.size; index++) {
        int code = table->cells[index];
        int is_open_field = !(code & GROWING) & ((code & STONES) != 0);
        table->mark[index] = (byte)(is_open_field ? OPEN : code & GROWING ? GROWS : NOTHING);
    }
}

/* The area of an open field; its fields are nothing to look for any more. Uses the list of waiting
   fields, which is empty. */
static Area flood(Table *table, int seed)
{
    const byte *cells = table->cells;
    int *queue = table->waiting;
    byte *mark = table->mark;
    Area area = {1, 0, 0};
    queue[0] = seed;
    mark[seed] = NOTHING;
    for (int number = 0; number < area.count; number++) {
        int index = queue[number];
        if (cells[index] != EMPTY) area.occupants |= 1 << (owner_of(cells[index]) - 1);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int there = index + table->ground.offsets[direction];
            if (mark[there] == OPEN) {
                mark[there] = NOTHING;
                queue[area.count++] = there;
            } else {
                area.is_touched |= mark[there];
            }
        }
    }
    return area;
}

static int is_single(int bits) { return bits && !(bits & (bits - 1)); }

static int count_bits(int bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

static int is_stable(Area area)
{
    return !area.is_touched && (!area.occupants || is_single(area.occupants));
}

/* Whether every open field lies in a stable area (R2.3). */
static int is_game_over(Table *table)
{
    mark_all(table);
    for (int index = 0; index < table->ground.size; index++)
        if (table->mark[index] == OPEN && !is_stable(flood(table, index))) return 0;
    return 1;
}

/* Fields of every player (R6.3), and the players who have stones in areas that are not stable. */
typedef struct {
    int secured[MOST_PLAYERS], leading[MOST_PLAYERS];
    int deciding;
} Standing;

static void find_standing(Table *table, Standing *standing)
{
    memset(standing, 0, sizeof *standing);
    mark_all(table);
    for (int index = next_live(table, 0); index >= 0; index = next_live(table, index + 1)) {
        if (table->mark[index] != OPEN) continue;
        Area area = flood(table, index);
        if (!is_stable(area)) standing->deciding |= area.occupants;
        int owner = owner_of(table->cells[index]) - 1;
        if (!is_single(area.occupants)) continue;
        (area.is_touched ? standing->leading : standing->secured)[owner] += area.count;
    }
}

/* ---- figures: what a settled position holds for each player, see foresight.py -------------- */

typedef struct {
    int sole, nearer, stones, idle, growing;
    int64_t tension; /* up to 13,500 a field */
} Figures;

/* Sets of fields. All functions go over whole words, so that compilers use wide registers. */

/* A multiple of four; compilers cannot know it otherwise. */
INLINE Py_ssize_t words_of(const Table *table) { return table->words / 4 * 4; }

INLINE int count_word(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    int count = 0;
    for (; word; word &= word - 1) count++;
    return count;
#endif
}

INLINE int count_set(const Table *table, const uint64_t *set)
{
    const Py_ssize_t words = words_of(table);
    int count = 0;
    for (Py_ssize_t word = 0; word < words; word++) count += count_word(set[word]);
    return count;
}

INLINE int has(const uint64_t *set, int index) { return set[index / 64] >> index % 64 & 1; }

INLINE void clear_set(const Table *table, Bits set)
{
    memset(set, 0, (size_t)words_of(table) * sizeof *set);
}

/* The fields of a set and their neighbours, as far as they lie within another set. */
INLINE void spread(const Table *table, const uint64_t *restrict set,
                   const uint64_t *restrict within, uint64_t *restrict found)
{
    const Py_ssize_t words = table->words, rows = table->ground.width / 64;
    const int bits = (int)(table->ground.width % 64), rest = 63 - bits;
    uint64_t *restrict after = table->one, *restrict before = table->two;
    for (Py_ssize_t word = 0; word < words; word++) {
        after[word] = set[word] | set[word] << 1 | set[word - 1] >> 63;
        before[word] = set[word] | set[word] >> 1 | set[word + 1] << 63;
    }
    for (Py_ssize_t word = 0; word < words; word++) {
        const uint64_t *up = after + word - rows, *down = before + word + rows;
        found[word] = within[word] & (after[word] | before[word] | up[0] << bits |
                                      up[-1] >> 1 >> rest | down[0] >> bits | down[1] << 1 << rest);
    }
}

/* Extend a set to all fields of another set that are connected with it. */
INLINE void fill(const Table *table, uint64_t *restrict set, const uint64_t *within)
{
    uint64_t *restrict const found = table->three;
    const Py_ssize_t words = words_of(table);
    for (uint64_t is_larger = 1; is_larger;) {
        spread(table, set, within, found);
        is_larger = 0;
        for (Py_ssize_t word = 0; word < words; word++) {
            is_larger |= found[word] ^ set[word];
            set[word] = found[word];
        }
    }
}

/* Give the fresh fields to the players who reach them alone; returns how many players go on. */
INLINE int settle_claims(Table *table, int is_going[MOST_PLAYERS], Figures *figures)
{
    const Py_ssize_t words = words_of(table);
    uint64_t *const free_fields = table->three, *const even = table->five;
    uint64_t left = 0;
    int going = 0;
    for (Py_ssize_t word = 0; word < words; word++) {
        uint64_t seen = 0, twice = 0;
        for (int player = 0; player < table->players; player++) {
            if (!is_going[player]) continue;
            const uint64_t fresh = table->taken[player * table->stride + word];
            twice |= seen & fresh;
            seen |= fresh;
        }
        even[word] = twice;
        left |= free_fields[word] &= ~seen;
    }
    for (int player = 0; player < table->players; player++) {
        if (!is_going[player]) continue;
        uint64_t *const own = table->own + player * table->stride;
        const uint64_t *const fresh = table->taken + player * table->stride;
        uint64_t some = 0;
        for (Py_ssize_t word = 0; word < words; word++) some |= own[word] = fresh[word] & ~even[word];
        is_going[player] = some != 0;
        going += is_going[player];
        if (some) figures[player].nearer += count_set(table, own);
    }
    return left ? going : 0;
}

/* How many contested fields each player's stones reach first, in single steps; they stand in
   `own`. A field that several reach at once counts for no player, and the search stops there. */
INLINE void spread_claims(Table *table, const uint64_t *contested, Figures *figures)
{
    const Py_ssize_t words = words_of(table);
    uint64_t *const free_fields = table->three;
    int is_going[MOST_PLAYERS], going = 0;
    memcpy(free_fields, contested, (size_t)words * sizeof *contested);
    for (int player = 0; player < table->players; player++) {
        Bits own = table->own + player * table->stride;
        uint64_t some = 0;
        for (Py_ssize_t word = 0; word < words; word++) {
            some |= own[word] &= contested[word];
            free_fields[word] &= ~own[word];
        }
        is_going[player] = some != 0;
        going += is_going[player];
        figures[player].nearer = count_set(table, own);
    }
    while (going) {
        for (int player = 0; player < table->players; player++) {
            if (!is_going[player]) continue;
            Bits fresh = table->taken + player * table->stride;
            spread(table, table->own + player * table->stride, free_fields, fresh);
        }
        going = settle_claims(table, is_going, figures);
    }
}

static int tensions[STONES + 1][DIRECTIONS + 1]; /* by height and open neighbours */

static void fill_tensions(void)
{
    for (int height = 0; height <= STONES; height++)
        for (int room = 0; room <= DIRECTIONS; room++)
            tensions[height][room] = 60 * height * height / (room ? room : 1);
}

/* The figures of the stacks in `stacks`. */
INLINE void count_stones(
    const Table *table, const int *stacks, int count, const uint64_t *contested, Figures *figures)
{
    for (int number = 0; number < count; number++) {
        const int index = stacks[number], code = table->cells[index];
        const int height = code & STONES, room = table->neighbours[index];
        Figures *own = figures + owner_of(code) - 1;
        if (!has(contested, index)) {
            own->idle += height;
            continue;
        }
        own->stones += height;
        own->tension += tensions[height][room];
    }
}

/* Enter the stacks of all players into their sets and into a list; returns how many there are. */
INLINE int list_stacks(Table *table, int *stacks, Figures *figures)
{
    int count = 0;
    for (int player = 0; player < table->players; player++)
        clear_set(table, table->own + player * table->stride);
    for (int index = next_live(table, 0); index >= 0; index = next_live(table, index + 1)) {
        const int code = table->cells[index], player = owner_of(code) - 1;
        if (is_growing(code)) {
            figures[player].growing++;
            continue;
        }
        table->own[player * table->stride + index / 64] |= (uint64_t)1 << index % 64;
        stacks[count++] = index;
    }
    return count;
}

/* List all areas of the open fields; there may be too many to keep. */
INLINE void list_areas(Table *table, Known *known)
{
    const Py_ssize_t words = words_of(table);
    uint64_t *const left = table->four, *const area = table->five;
    memcpy(known->open, table->open, (size_t)words * sizeof *left);
    memcpy(left, table->open, (size_t)words * sizeof *left);
    known->count = 0;
    for (Py_ssize_t word = 0; word < words; word++)
        while (left[word]) {
            if (known->count == MOST_AREAS) {
                known->count = -1;
                return;
            }
            clear_set(table, area);
            area[word] = left[word] & -left[word];
            fill(table, area, table->open);
            for (Py_ssize_t other = word; other < words; other++) left[other] &= ~area[other];
            memcpy(known->areas + known->count * words, area, (size_t)words * sizeof *area);
            known->sizes[known->count++] = count_set(table, area);
        }
}

/* The areas of the open fields, from before if possible; NULL if they are not kept. */
INLINE const Known *find_known(Table *table)
{
    const Py_ssize_t words = words_of(table);
    Known *known = NULL, *oldest = table->known;
    for (int number = 0; number < table->known_count && !known; number++) {
        Known *one = table->known + number;
        uint64_t difference = !one->used;
        for (Py_ssize_t word = 0; word < words && !difference; word++)
            difference = one->open[word] ^ table->open[word];
        if (!difference) known = one;
        if (one->used < oldest->used) oldest = one;
    }
    if (!table->known_count) return NULL;
    if (!known) list_areas(table, known = oldest);
    known->used = ++table->asked;
    return known->count < 0 ? NULL : known;
}

/* As below, with the areas of the open fields. */
INLINE int find_contested_areas(
    const Table *table, const Known *known, Bits contested, Figures *figures)
{
    const Py_ssize_t words = words_of(table);
    int is_contested = 0;
    clear_set(table, contested);
    for (int number = 0; number < known->count; number++) {
        const uint64_t *const area = known->areas + number * words;
        int occupants = 0, owner = 0;
        for (int player = 0; player < table->players; player++) {
            const uint64_t *const own = table->own + player * table->stride;
            uint64_t some = 0;
            for (Py_ssize_t word = 0; word < words; word++) some |= own[word] & area[word];
            occupants += some != 0;
            if (some) owner = player;
        }
        if (occupants == 1) figures[owner].sole += known->sizes[number];
        if (occupants < 2) continue;
        is_contested = 1;
        for (Py_ssize_t word = 0; word < words; word++) contested[word] |= area[word];
    }
    return is_contested;
}

/* Find the contested fields, and count those of areas with one player. */
INLINE int find_contested(Table *table, Bits contested, Figures *figures)
{
    const Py_ssize_t words = words_of(table);
    uint64_t some = 0;
    uint64_t *const seen = table->five;
    clear_set(table, seen);
    clear_set(table, contested);
    for (int player = 0; player < table->players; player++) {
        Bits taken = table->taken + player * table->stride;
        memcpy(taken, table->own + player * table->stride, (size_t)words * sizeof *taken);
        fill(table, taken, table->open);
        for (Py_ssize_t word = 0; word < words; word++) {
            some |= contested[word] |= seen[word] & taken[word];
            seen[word] |= taken[word];
        }
    }
    for (int player = 0; player < table->players; player++) {
        Bits taken = table->taken + player * table->stride;
        for (Py_ssize_t word = 0; word < words; word++) taken[word] &= ~contested[word];
        figures[player].sole = count_set(table, taken);
    }
    return some != 0;
}


INLINE int measure_sets(Table *table, Figures *figures)
{
    memset(figures, 0, MOST_PLAYERS * sizeof *figures);
    int *stacks = table->fresh, count = list_stacks(table, stacks, figures);
    table->stack_count = count;
    const Known *known = find_known(table);
    int is_contested = known ? find_contested_areas(table, known, table->four, figures)
                             : find_contested(table, table->four, figures);
    count_stones(table, stacks, count, table->four, figures);
    if (is_contested) spread_claims(table, table->four, figures);
    return count_set(table, table->open);
}

WIDE static int measure_wide(Table *table, Figures *figures) { return measure_sets(table, figures); }
static int measure_any(Table *table, Figures *figures) { return measure_sets(table, figures); }

/* Gives the number of open fields, which stand in their set. */
static int measure(Table *table, Figures *figures)
{
    return is_wide ? measure_wide(table, figures) : measure_any(table, figures);
}

/* ---- judging: the odds that weights give to what is foreseen ------------------------------ */

typedef struct {
    Figures soon[MOST_PLAYERS], end[MOST_PLAYERS];
    double certainty, openness;
} Foresight;

/* What can be seen right after the player's explosions. */
typedef struct {
    Figures figures[MOST_PLAYERS];
    int open_fields;
    long explosions;           /* so far */
    int moves[MOST_PLAYERS];   /* legal moves */
    int threats[MOST_PLAYERS]; /* those that land on or pass stones of others */
} Sight;

/* What comes of the position if everybody passes from here, the player's explosions first;
   settling has begun. If nothing explodes after `sight`, that is what there is soon. */
static void foresee_on(Table *table, const Sight *sight, Foresight *foresight)
{
    int open_fields;
    run(table, ROUNDS_SOON * table->players);
    if (sight && sight->explosions == table->explosions) {
        memcpy(foresight->soon, sight->figures, sizeof foresight->soon);
        open_fields = sight->open_fields;
    } else {
        open_fields = measure(table, foresight->soon);
    }
    const long turns = table->turns;
    const int is_open_somewhere = run_while_open(table);
    foresight->openness = (double)open_fields / (double)table->ground.fields;
    if (table->turns == turns) {
        memcpy(foresight->end, foresight->soon, sizeof foresight->end);
        foresight->certainty = 1.0;
    } else {
        if (is_open_somewhere)
            measure(table, foresight->end);
        else
            memset(foresight->end, 0, sizeof foresight->end);
        foresight->certainty = pow(FADING, (double)(table->turns / table->players));
    }
}

static void foresee(Table *table, Foresight *foresight)
{
    begin_settling(table);
    foresee_on(table, NULL, foresight);
}

enum { FEATURES = 16 };

/* Each amount as a part of all, summed from left to right as in Python. */
static void shares(const double *amounts, int players, double base, double *parts)
{
    double total = 0.0;
    for (int player = 0; player < players; player++) total += amounts[player];
    total += base;
    for (int player = 0; player < players; player++) parts[player] = amounts[player] / total;
}

/* Who wins if no player ever moves again; -1 if something stays contested. */
static int winner_in_the_end(const Foresight *foresight, int players)
{
    int winner = 0;
    for (int player = 0; player < players; player++) {
        if (foresight->end[player].stones) return -1;
        if (foresight->end[player].sole >= foresight->end[winner].sole) winner = player;
    }
    return winner;
}

/* The features of every player, in the order of pure/foresight.py. */
static void list_features(
    const Foresight *foresight, int players, int mover, double features[][FEATURES])
{
    enum { STONES_SOON, TENSION, GROWTH, FIELDS, SOLE, END_FIELDS, END_SOLE, END_STONES, SHARES };
    static const double bases[SHARES] = {2, 2, 1, 3, 3, 3, 3, 2};
    double amounts[SHARES][MOST_PLAYERS], parts[SHARES][MOST_PLAYERS];
    for (int player = 0; player < players; player++) {
        const Figures *soon = foresight->soon + player, *end = foresight->end + player;
        amounts[STONES_SOON][player] = soon->stones + soon->idle;
        amounts[TENSION][player] = (double)soon->tension / 60.0;
        amounts[GROWTH][player] = soon->growing;
        amounts[FIELDS][player] = soon->sole + soon->nearer;
        amounts[SOLE][player] = soon->sole;
        amounts[END_FIELDS][player] = end->sole + end->nearer;
        amounts[END_SOLE][player] = end->sole;
        amounts[END_STONES][player] = end->stones + end->idle;
    }
    for (int kind = 0; kind < SHARES; kind++)
        shares(amounts[kind], players, bases[kind], parts[kind]);
    const double certainty = foresight->certainty, openness = foresight->openness;
    const int winner = winner_in_the_end(foresight, players);
    for (int seat = 0; seat < players; seat++) {
        double *own = features[seat];
        for (int kind = 0; kind < END_FIELDS; kind++) own[kind] = parts[kind][seat];
        for (int kind = END_FIELDS; kind < SHARES; kind++) own[kind] = parts[kind][seat] * certainty;
        own[8] = seat == winner ? certainty : 0.0;
        own[9] = players > 1 ? (double)seat / (players - 1) : 0.0;
        own[10] = players > 1 ? openness * seat / (players - 1) : 0.0;
        own[11] = parts[STONES_SOON][seat] * openness;
        own[12] = parts[TENSION][seat] * openness;
        own[13] = parts[GROWTH][seat] * openness;
        own[14] = parts[FIELDS][seat] * openness;
        own[15] = seat == mover ? 1.0 : 0.0;
    }
}

/* The logarithm of a player's chance of winning against the chance of all others. */
static double odds_of(const double *scores, int players, int player)
{
    if (players == 1) return CERTAIN;
    if (players == 2) return scores[player] - scores[1 - player];
    double top = -DBL_MAX, sum = 0.0;
    for (int other = 0; other < players; other++)
        if (other != player && scores[other] > top) top = scores[other];
    for (int other = 0; other < players; other++)
        if (other != player) sum += exp(scores[other] - top);
    return scores[player] - top - log(sum);
}

static double weigh(const Foresight *foresight, int players, int mover, const double *weights)
{
    double features[MOST_PLAYERS][FEATURES], scores[MOST_PLAYERS];
    list_features(foresight, players, mover, features);
    for (int seat = 0; seat < players; seat++) {
        scores[seat] = 0.0;
        for (int number = 0; number < FEATURES; number++)
            scores[seat] += weights[number] * features[seat][number];
    }
    return odds_of(scores, players, mover);
}

/* ---- rating: the chances that a small net gives to more of what is foreseen ---------------- */

enum { INPUTS = 48, HIDDEN = 32, NET_NUMBERS = INPUTS * HIDDEN + 2 * HIDDEN };

/* The moves of a stack, and how many of them meet others. */
static void count_moves(const Table *table, int index, Sight *sight)
{
    const byte *cells = table->cells;
    const int owner = owner_of(cells[index]), reach = cells[index] & STONES;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int there = index, meets_others = 0;
        for (int steps = 0; steps < reach; steps++) {
            int code = cells[there += table->ground.offsets[direction]];
            if (!is_open(code)) break;
            meets_others |= code != EMPTY && owner_of(code) != owner;
            sight->moves[owner - 1]++;
            sight->threats[owner - 1] += meets_others;
        }
    }
}

static void look(Table *table, Sight *sight)
{
    memset(sight, 0, sizeof *sight);
    sight->open_fields = measure(table, sight->figures);
    sight->explosions = table->explosions;
    for (int number = 0; number < table->stack_count; number++)
        count_moves(table, table->fresh[number], sight);
}

/* As `foresee`, with a look on the way right after the player's explosions. */
static void foresee_from_now(Table *table, Sight *sight, Foresight *foresight)
{
    begin_settling(table);
    run(table, 1);
    look(table, sight);
    foresee_on(table, sight, foresight);
}

static double at_most(double limit, double value) { return value > limit ? limit : value; }

/* Own and others' amounts side by side, none above its limit; returns the next free place. */
static double *put_pair(
    double *at, const int *amounts, int players, int seat, double scale, double limit)
{
    int others = 0;
    for (int player = 0; player < players; player++)
        if (player != seat) others += amounts[player];
    at[0] = at_most(limit, amounts[seat] * scale);
    at[1] = at_most(limit, others * scale);
    return at + 2;
}

enum { FORCES = 4 };

/* The range of inputs that the net was trained on, as in pure/net.py. */
enum { SMALLEST = 42, LARGEST = 133 };
static const double MOST_SOON[FORCES] = {10.0, 10.0, 5.0, 10.0};
static const double MOST_NOW[FORCES] = {10.0, 5.0, 10.0, 10.0};
static const double MOST_MOVES = 4.0, MOST_THREATS = 2.0;

static double trained_size(long fields)
{
    return (double)(fields < SMALLEST ? SMALLEST : fields > LARGEST ? LARGEST : fields) / 200.0;
}

/* Stones, idle stones, growing and sole fields, player by player. */
static void list_forces(const Figures *figures, int players, int forces[FORCES][MOST_PLAYERS])
{
    for (int player = 0; player < players; player++) {
        forces[0][player] = figures[player].stones;
        forces[1][player] = figures[player].idle;
        forces[2][player] = figures[player].growing;
        forces[3][player] = figures[player].sole;
    }
}

/* The same right after the explosions: all stones, growing, sole, nearer. */
static void list_forces_now(const Figures *figures, int players, int forces[FORCES][MOST_PLAYERS])
{
    for (int player = 0; player < players; player++) {
        forces[0][player] = figures[player].stones + figures[player].idle;
        forces[1][player] = figures[player].growing;
        forces[2][player] = figures[player].sole;
        forces[3][player] = figures[player].nearer;
    }
}

/* The inputs of the net for every player, in the order of pure/net.py. */
static void list_inputs(const Sight *sight, const Foresight *foresight, const Table *table,
                        double inputs[][INPUTS])
{
    const int players = table->players;
    const double fields = (double)table->ground.fields, tenths = 10.0 / fields;
    double features[MOST_PLAYERS][FEATURES];
    int soon[FORCES][MOST_PLAYERS], end[FORCES][MOST_PLAYERS], now[FORCES][MOST_PLAYERS];
    list_features(foresight, players, table->player, features);
    list_forces(foresight->soon, players, soon);
    list_forces(foresight->end, players, end);
    list_forces_now(sight->figures, players, now);
    for (int seat = 0; seat < players; seat++) {
        const double certainty = foresight->certainty, place = features[seat][9];
        double *at = inputs[seat];
        memcpy(at, features[seat], sizeof features[seat]);
        at += FEATURES;
        for (int force = 0; force < FORCES; force++)
            at = put_pair(at, soon[force], players, seat, tenths, MOST_SOON[force]);
        for (int force = 0; force < FORCES; force++)
            at = put_pair(at, end[force], players, seat, certainty * tenths, MOST_SOON[force]);
        *at++ = foresight->openness;
        *at++ = certainty;
        *at++ = trained_size(table->ground.fields);
        *at++ = certainty * place;
        for (int force = 0; force < FORCES; force++)
            at = put_pair(at, now[force], players, seat, tenths, MOST_NOW[force]);
        at = put_pair(at, sight->moves, players, seat, 1.0 / fields, MOST_MOVES);
        at = put_pair(at, sight->threats, players, seat, 1.0 / fields, MOST_THREATS);
    }
}

/* The score of one player. Every sum runs over the inputs, then over the hidden units, in order. */
INLINE double sum_score(const double *inputs, const double *net)
{
    const double *bias = net + INPUTS * HIDDEN, *out = bias + HIDDEN;
    double hidden[HIDDEN], score = 0.0;
    memcpy(hidden, bias, sizeof hidden);
    for (int input = 0; input < INPUTS; input++)
        for (int unit = 0; unit < HIDDEN; unit++)
            hidden[unit] += inputs[input] * net[input * HIDDEN + unit];
    for (int unit = 0; unit < HIDDEN; unit++)
        if (hidden[unit] > 0.0) score += hidden[unit] * out[unit];
    return score;
}

WIDE static double score_wide(const double *inputs, const double *net)
{
    return sum_score(inputs, net);
}

static double score_of(const double *inputs, const double *net)
{
    return is_wide ? score_wide(inputs, net) : sum_score(inputs, net);
}

/* Everybody's chance of finishing first. */
static void rate(double inputs[][INPUTS], int players, const double *net, double *chances)
{
    double scores[MOST_PLAYERS], top = -DBL_MAX, total = 0.0;
    for (int seat = 0; seat < players; seat++) {
        scores[seat] = score_of(inputs[seat], net);
        if (scores[seat] > top) top = scores[seat];
    }
    for (int seat = 0; seat < players; seat++) {
        chances[seat] = exp(scores[seat] - top);
        total += chances[seat];
    }
    for (int seat = 0; seat < players; seat++) chances[seat] = chances[seat] / total;
}

/* ---- the surface ------------------------------------------------------------------------- */

static int expect(Py_ssize_t count, Py_ssize_t expected)
{
    if (count == expected) return 1;
    PyErr_Format(PyExc_TypeError, "expected %zd arguments, got %zd", expected, count);
    return 0;
}

/* What a function gives that has no answer of its own. */
static PyObject *no_answer(Result result)
{
    return result == FAILED ? NULL : Py_NewRef(Py_None);
}

/* The bytes after a turn; what did not change is shared with the position before. */
static PyObject *bytes_after_turn(Table *table, PyObject *const *before)
{
    int has_exploded = finish_turn(table);
    int is_same = !memcmp(table->cells, PyBytes_AsString(before[1]), (size_t)table->ground.size);
    PyObject *cells = is_same ? Py_NewRef(before[1]) : bytes_of(table->cells, table);
    PyObject *counts = has_exploded ? bytes_of(table->neighbours, table) : Py_NewRef(before[2]);
    PyObject *both = cells && counts ? PyTuple_Pack(2, cells, counts) : NULL;
    Py_XDECREF(cells);
    Py_XDECREF(counts);
    return both;
}

/* A coordinate, counted from the corner of the grid; 0 if it is not between 0 and the end. */
static int read_coordinate(PyObject *item, long long corner, long end, long *found)
{
    long long value;
    int overflow;
    if (!read_nearest(item, &value, &overflow)) return 0;
    if (overflow || value <= corner) return 0;
    unsigned long long inside = (unsigned long long)value - (unsigned long long)corner;
    if (end < 0 || inside >= (unsigned long long)end) return 0;
    *found = (long)inside;
    return 1;
}

/* One coordinate pair of a move; 0 if it is none. */
static int read_place(PyObject *place, const Ground *ground, long *x, long *y)
{
    if (!place || !PyTuple_Check(place) || PyTuple_Size(place) != 2) return 0;
    return read_coordinate(PyTuple_GetItem(place, 0), ground->x0, ground->width, x) &&
           read_coordinate(PyTuple_GetItem(place, 1), ground->y0, ground->height - 1, y);
}

static long sign(long value) { return (value > 0) - (value < 0); }

/* The step of a legal move (R3.1); 0 if it is not legal. `start`: the cells before the turn. */
static int find_step(const Table *table, const byte *start, PyObject *move, Step *step)
{
    long x, y, to_x, to_y;
    if (!PyTuple_Check(move) || PyTuple_Size(move) != 2) return 0;
    if (!read_place(PyTuple_GetItem(move, 0), &table->ground, &x, &y)) return 0;
    if (!read_place(PyTuple_GetItem(move, 1), &table->ground, &to_x, &to_y)) return 0;
    long dx = to_x - x, dy = to_y - y;
    if (!(dx || dy) || (dx && dy && dx != dy)) return 0;
    step->source = y * table->ground.width + x;
    step->offset = sign(dx) + sign(dy) * table->ground.width;
    step->distance = labs(dx ? dx : dy);
    int code = start[step->source];
    if (!is_open(code) || owner_of(code) != table->player + 1) return 0;
    if (step->distance > (code & STONES)) return 0;
    long there = step->source;
    for (long steps = 0; steps < step->distance; steps++)
        if (!is_open(start[there += step->offset])) return 0;
    return 1;
}

static unsigned segment_of(const Table *table, long index)
{
    uint16_t number;
    memcpy(&number, table->ground.segment_bytes + 2 * index, sizeof number);
    return number;
}

/* Check and move a whole turn. Marks the segments in which a move started: two are illegal. */
static Result move_turn(Table *table, const byte *start, PyObject *moves)
{
    if (!PyTuple_Check(moves) || table->ground.is_far) return ASK_PYTHON;
    Py_ssize_t count = PyTuple_Size(moves);
    if (count) memset(table->mark, 0, (size_t)table->ground.size);
    for (Py_ssize_t number = 0; number < count; number++) {
        Step step;
        if (!find_step(table, start, PyTuple_GetItem(moves, number), &step)) {
            PyErr_Clear(); /* whatever was wrong, `turns` says it better */
            return ASK_PYTHON;
        }
        unsigned segment = segment_of(table, step.source);
        if (segment >= (size_t)table->ground.size) {
            PyErr_SetString(PyExc_ValueError, "more segments than fields");
            return FAILED;
        }
        if (table->mark[segment]) return ASK_PYTHON;
        table->mark[segment] = 1;
        if (move_stones(table, step) == ASK_PYTHON) return ASK_PYTHON;
    }
    return FINE;
}

PyDoc_STRVAR(turn_doc, "turn(board, cells, neighbours, players, player, moves)\n--\n\n"
                       "Cells and neighbour counts after a whole turn; None if it is not legal.");

static PyObject *native_turn(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Table table;
    if (!expect(count, 6) || !open_table(&table, args, ONE_TURN)) return NULL;
    const byte *start = (const byte *)PyBytes_AsString(args[1]);
    int is_asked = table.is_tall || !table.players;
    Result result = is_asked ? ASK_PYTHON : move_turn(&table, start, args[5]);
    PyObject *after = result == FINE ? bytes_after_turn(&table, args) : no_answer(result);
    close_table(&table);
    return after;
}

/* What is asked about a turn of legal steps, answered from the table on which they were moved. */
typedef PyObject *(*Answer)(Table *table, PyObject *const *args);

static PyObject *after_steps(Answer answer, PyObject *const *args, Purpose purpose)
{
    Table table;
    if (!open_table(&table, args, purpose)) return NULL;
    int is_asked = table.is_tall || !table.players;
    Result result = is_asked ? ASK_PYTHON : move_steps(&table, args[5]);
    PyObject *found = result == FINE ? answer(&table, args) : no_answer(result);
    close_table(&table);
    return found;
}

#define AFTER_STEPS(name, arguments, purpose)                                                      \
    static PyObject *native_##name(PyObject *module, PyObject *const *args, Py_ssize_t count)      \
    {                                                                                              \
        (void)module;                                                                              \
        return expect(count, arguments) ? after_steps(name##_answer, args, purpose) : NULL;        \
    }

PyDoc_STRVAR(play_doc, "play(board, cells, neighbours, players, player, steps)\n--\n\n"
                       "Cells and neighbour counts after a turn of legal steps.");

static PyObject *play_answer(Table *table, PyObject *const *args)
{
    return bytes_after_turn(table, args);
}
AFTER_STEPS(play, 6, ONE_TURN)

static PyObject *snapshot(const Table *table)
{
    PyObject *cells = bytes_of(table->cells, table);
    PyObject *neighbours = bytes_of(table->neighbours, table);
    PyObject *turns = PyLong_FromLong(table->turns);
    PyObject *all = cells && neighbours && turns ? PyTuple_Pack(3, cells, neighbours, turns) : NULL;
    Py_XDECREF(cells);
    Py_XDECREF(neighbours);
    Py_XDECREF(turns);
    return all;
}

PyDoc_STRVAR(settle_doc, "settle(board, cells, neighbours, players, player, steps, soon)\n--\n\n"
                         "Snapshots before the turn number `soon` and in the end.");

static PyObject *settle_answer(Table *table, PyObject *const *args)
{
    long long stop;
    int overflow; /* a turn that no position reaches is as good as the end */
    if (!read_nearest(args[6], &stop, &overflow)) return NULL;
    begin_settling(table);
    run(table, stop > LONG_MAX ? LONG_MAX : stop < 0 ? 0 : (long)stop);
    PyObject *soon = snapshot(table);
    long turns = table->turns;
    run_to_the_end(table);
    PyObject *end = table->turns == turns ? Py_XNewRef(soon) : snapshot(table);
    PyObject *both = soon && end ? PyTuple_Pack(2, soon, end) : NULL;
    Py_XDECREF(soon);
    Py_XDECREF(end);
    return both;
}
AFTER_STEPS(settle, 7, SETTLING)

/* Put a new object into a new tuple; without one, the tuple is given up. */
static void put_item(PyObject **tuple, Py_ssize_t place, PyObject *item)
{
    if (!item || PyTuple_SetItem(*tuple, place, item)) Py_CLEAR(*tuple);
}

static PyObject *figures_tuple(const Figures *figures, int players)
{
    PyObject *all = PyTuple_New(players);
    for (int player = 0; all && player < players; player++) {
        const Figures *own = figures + player;
        put_item(&all, player,
                 Py_BuildValue("(iiiiiL)", own->sole, own->nearer, own->stones, own->idle,
                               own->growing, (long long)own->tension));
    }
    return all;
}

PyDoc_STRVAR(foresee_doc, "foresee(board, cells, neighbours, players, player, steps)\n--\n\n"
                          "Figures soon and in the end, certainty, openness.");

static PyObject *foresee_answer(Table *table, PyObject *const *args)
{
    (void)args;
    Foresight foresight;
    foresee(table, &foresight);
    PyObject *soon = figures_tuple(foresight.soon, table->players);
    PyObject *end = soon ? figures_tuple(foresight.end, table->players) : NULL;
    PyObject *all =
        end ? Py_BuildValue("(OOdd)", soon, end, foresight.certainty, foresight.openness) : NULL;
    Py_XDECREF(soon);
    Py_XDECREF(end);
    return all;
}
AFTER_STEPS(foresee, 6, SETTLING)

PyDoc_STRVAR(judge_doc, "judge(board, cells, neighbours, players, player, steps, weights)\n--\n\n"
                        "The logarithm of the player's odds of winning after a turn.");

static int read_weights(PyObject *tuple, double *weights)
{
    if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != FEATURES) {
        PyErr_Format(PyExc_TypeError, "expected a tuple of %d weights", FEATURES);
        return 0;
    }
    for (int number = 0; number < FEATURES; number++) {
        weights[number] = PyFloat_AsDouble(PyTuple_GetItem(tuple, number));
        if (weights[number] == -1.0 && PyErr_Occurred()) return 0;
    }
    return 1;
}

static PyObject *judge_answer(Table *table, PyObject *const *args)
{
    double weights[FEATURES];
    if (!read_weights(args[6], weights)) return NULL;
    Foresight foresight;
    foresee(table, &foresight);
    return PyFloat_FromDouble(weigh(&foresight, table->players, table->player, weights));
}
AFTER_STEPS(judge, 7, SETTLING)

static PyObject *floats_tuple(const double *values, int count)
{
    PyObject *all = PyTuple_New(count);
    for (int number = 0; all && number < count; number++)
        put_item(&all, number, PyFloat_FromDouble(values[number]));
    return all;
}

static void find_inputs(Table *table, double inputs[MOST_PLAYERS][INPUTS])
{
    Sight sight;
    Foresight foresight;
    foresee_from_now(table, &sight, &foresight);
    list_inputs(&sight, &foresight, table, inputs);
}

PyDoc_STRVAR(inputs_doc, "inputs(board, cells, neighbours, players, player, steps)\n--\n\n"
                         "What the net is given for every player after a turn.");

static PyObject *inputs_answer(Table *table, PyObject *const *args)
{
    (void)args;
    double inputs[MOST_PLAYERS][INPUTS];
    find_inputs(table, inputs);
    PyObject *all = PyTuple_New(table->players);
    for (int seat = 0; all && seat < table->players; seat++)
        put_item(&all, seat, floats_tuple(inputs[seat], INPUTS));
    return all;
}
AFTER_STEPS(inputs, 6, SETTLING)

PyDoc_STRVAR(rate_doc, "rate(board, cells, neighbours, players, player, steps, net)\n--\n\n"
                       "Everybody's chance of finishing first after a turn, by a net.");

static int read_net(PyObject *bytes, double net[NET_NUMBERS])
{
    const size_t size = NET_NUMBERS * sizeof *net;
    if (!PyBytes_Check(bytes) || PyBytes_Size(bytes) != (Py_ssize_t)size) {
        PyErr_Format(PyExc_TypeError, "expected a net of %zd bytes", (Py_ssize_t)size);
        return 0;
    }
    memcpy(net, PyBytes_AsString(bytes), size);
    return 1;
}

static PyObject *rate_answer(Table *table, PyObject *const *args)
{
    double net[NET_NUMBERS], inputs[MOST_PLAYERS][INPUTS], chances[MOST_PLAYERS];
    if (!read_net(args[6], net)) return NULL;
    find_inputs(table, inputs);
    rate(inputs, table->players, net, chances);
    return floats_tuple(chances, table->players);
}
AFTER_STEPS(rate, 7, SETTLING)

PyDoc_STRVAR(measure_doc, "measure(board, cells, neighbours, players, player)\n--\n\n"
                          "The figures of every player in a position that has settled.");

static PyObject *native_measure(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Table table;
    Figures figures[MOST_PLAYERS];
    if (!expect(count, 5) || !open_table(&table, args, MEASURING)) return NULL;
    measure(&table, figures);
    PyObject *all = figures_tuple(figures, table.players);
    close_table(&table);
    return all;
}

/* The fields in table->waiting as an integer with one bit a field, the lowest bit for the first. */
static PyObject *mask_of(const Table *table, int first, int fields)
{
    int last = first;
    for (int number = 0; number < fields; number++)
        if (table->waiting[number] > last) last = table->waiting[number];
    Py_ssize_t length = (last - first) / 8 + 1;
    byte *bits = calloc((size_t)length, 1);
    if (!bits) return PyErr_NoMemory();
    for (int number = 0; number < fields; number++) {
        int place = table->waiting[number] - first;
        bits[place / 8] |= (byte)(1 << place % 8);
    }
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)bits, length);
    free(bits);
    if (!bytes) return NULL;
    PyObject *mask = PyObject_CallMethodObjArgs(
        (PyObject *)&PyLong_Type, name_from_bytes, bytes, word_little, NULL);
    Py_DECREF(bytes);
    return mask;
}

/* The players whose bits are set. */
static PyObject *players_tuple(int bits)
{
    PyObject *all = PyTuple_New(count_bits(bits));
    Py_ssize_t place = 0;
    for (int player = 0; all && player < MOST_PLAYERS; player++)
        if (bits >> player & 1) put_item(&all, place++, PyLong_FromLong(player));
    return all;
}

/* `first`: the lowest index of the area. */
static PyObject *area_tuple(const Table *table, int first, Area area)
{
    PyObject *mask = mask_of(table, first, area.count);
    PyObject *occupants = mask ? players_tuple(area.occupants) : NULL;
    PyObject *is_growing = area.is_touched ? Py_True : Py_False;
    PyObject *row = occupants ? Py_BuildValue("iOOO", first, mask, occupants, is_growing) : NULL;
    Py_XDECREF(mask);
    Py_XDECREF(occupants);
    return row;
}

PyDoc_STRVAR(areas_doc, "areas(board, cells, neighbours, players, player)\n--\n\n"
                        "Lowest index, mask from there on, occupants and whether a growing field\n"
                        "touches it, for each area.");

static PyObject *native_areas(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Table table;
    if (!expect(count, 5) || !open_table(&table, args, ONE_TURN)) return NULL;
    mark_all(&table);
    PyObject *all = PyList_New(0);
    for (int index = 0; all && index < table.ground.size; index++) {
        if (table.mark[index] != OPEN) continue;
        PyObject *area = area_tuple(&table, index, flood(&table, index));
        if (!area || PyList_Append(all, area)) Py_CLEAR(all);
        Py_XDECREF(area);
    }
    close_table(&table);
    return all;
}

static PyObject *numbers_tuple(const int *numbers, int count)
{
    PyObject *all = PyTuple_New(count);
    for (int place = 0; all && place < count; place++)
        put_item(&all, place, PyLong_FromLong(numbers[place]));
    return all;
}

PyDoc_STRVAR(standing_doc, "standing(board, cells, neighbours, players, player)\n--\n\n"
                           "Secured and leading fields of every player, and who can decide something.");

static PyObject *native_standing(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Table table;
    Standing standing;
    if (!expect(count, 5) || !open_table(&table, args, ONE_TURN)) return NULL;
    find_standing(&table, &standing);
    PyObject *all = PyTuple_New(3);
    if (all) put_item(&all, 0, numbers_tuple(standing.secured, table.players));
    if (all) put_item(&all, 1, numbers_tuple(standing.leading, table.players));
    if (all) put_item(&all, 2, players_tuple(standing.deciding));
    close_table(&table);
    return all;
}

PyDoc_STRVAR(is_over_doc, "is_over(board, cells, neighbours, players, player)\n--\n\n"
                          "Whether every open field lies in a stable area.");

static PyObject *native_is_over(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Table table;
    if (!expect(count, 5) || !open_table(&table, args, ONE_TURN)) return NULL;
    int is_over = is_game_over(&table);
    close_table(&table);
    return PyBool_FromLong(is_over);
}

/* The stacks of a player, and the moves that the board keeps for every index: for each direction
   as many places, nearest first. */
typedef struct {
    PyObject *board, *moves_at;
    const byte *cells;
    int size, own;
    int offsets[DIRECTIONS];
} Mover;

/* A stack, and how many moves it has in each direction. */
typedef struct {
    int index;
    byte counts[DIRECTIONS];
} Stack;

static int next_stack(const Mover *mover, int index)
{
    index = next_live_of(mover->cells, mover->size, index);
    while (index >= 0) {
        int code = mover->cells[index];
        if (is_open(code) && owner_of(code) == mover->own) break;
        index = next_live_of(mover->cells, mover->size, index + 1);
    }
    return index;
}

/* As many moves as there are open fields within reach; returns the number in all directions. */
static int count_moves_of(const Mover *mover, Stack *stack)
{
    const int height = mover->cells[stack->index] & STONES;
    int total = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const int offset = mover->offsets[direction];
        int count = 0;
        for (int there = stack->index + offset; count < height; there += offset, count++)
            if (there < 0 || there >= mover->size || !is_open(mover->cells[there])) break;
        stack->counts[direction] = (byte)count;
        total += count;
    }
    return total;
}

/* The moves from a stack's field if the board knows them as far as it reaches; borrowed. Stores
   how many places each direction has. */
static PyObject *known_moves(const Mover *mover, int index, Py_ssize_t *places)
{
    if (index >= PyList_Size(mover->moves_at)) return NULL;
    PyObject *moves = PyList_GetItem(mover->moves_at, index);
    if (!PyTuple_Check(moves)) return NULL;
    *places = PyTuple_Size(moves) / DIRECTIONS;
    return *places >= (mover->cells[index] & STONES) ? moves : NULL;
}

/* Let the board find the moves from a field. Calls Python. */
static int find_moves(const Mover *mover, int index)
{
    PyObject *place = PyLong_FromLong(index);
    PyObject *height = place ? PyLong_FromLong(mover->cells[index] & STONES) : NULL;
    PyObject *found = NULL;
    if (height)
        found = PyObject_CallMethodObjArgs(mover->board, name_moves_from, place, height, NULL);
    Py_XDECREF(place);
    Py_XDECREF(height);
    Py_XDECREF(found);
    return found != NULL;
}

/* Put the moves of a stack into a tuple, from a place on; returns the next place, -1 on failure. */
static Py_ssize_t put_moves(PyObject *all, Py_ssize_t at, const Mover *mover, const Stack *stack)
{
    Py_ssize_t places;
    PyObject *moves = known_moves(mover, stack->index, &places);
    if (!moves) {
        PyErr_SetString(PyExc_TypeError, "not the moves of a board");
        return -1;
    }
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int step = 0; step < stack->counts[direction]; step++) {
            PyObject *move = PyTuple_GetItem(moves, direction * places + step);
            if (PyTuple_SetItem(all, at++, Py_NewRef(move))) return -1;
        }
    return at;
}

/* The moves of some stacks; no Python runs between the making of the tuple and its filling. */
static PyObject *moves_tuple(const Mover *mover, const Stack *stacks, int count, Py_ssize_t total)
{
    PyObject *all = PyTuple_New(total);
    Py_ssize_t at = 0;
    for (int number = 0; all && number < count; number++) {
        at = put_moves(all, at, mover, stacks + number);
        if (at < 0) Py_CLEAR(all);
    }
    return all;
}

enum { FEW_STACKS = 256 };

/* The moves of all stacks; None if one is taller than its byte can say. */
static PyObject *list_moves(const Mover *mover)
{
    Stack few[FEW_STACKS], *stacks = few;
    if (mover->size > FEW_STACKS) stacks = malloc((size_t)mover->size * sizeof *stacks);
    if (!stacks) return PyErr_NoMemory();
    PyObject *all = NULL;
    Py_ssize_t total = 0, places;
    int count = 0, index = next_stack(mover, 0);
    for (; index >= 0; index = next_stack(mover, index + 1)) {
        if ((mover->cells[index] & STONES) == TALL) break;
        if (!known_moves(mover, index, &places) && !find_moves(mover, index)) break;
        stacks[count].index = index;
        total += count_moves_of(mover, stacks + count++);
    }
    if (index < 0)
        all = moves_tuple(mover, stacks, count, total);
    else if (!PyErr_Occurred())
        all = Py_NewRef(Py_None);
    if (stacks != few) free(stacks);
    return all;
}

static int read_width(PyObject *board, long *width)
{
    PyObject *flat = PyObject_GetAttr(board, name_flat);
    if (!flat) return 0;
    int is_tuple = PyTuple_Check(flat) && PyTuple_Size(flat) == 5;
    if (!is_tuple) PyErr_SetString(PyExc_TypeError, "not the geometry of a board");
    int is_read = is_tuple && read_within(PyTuple_GetItem(flat, 0), 2, MOST_BYTES, width);
    Py_DECREF(flat);
    return is_read;
}

/* Arguments: board, cells, neighbours, players, player. Holds a reference to `moves_at`. */
static int open_mover(Mover *mover, PyObject *const *args)
{
    long players, player, width;
    if (!PyBytes_Check(args[1]) || PyBytes_Size(args[1]) > MOST_BYTES) {
        PyErr_SetString(PyExc_TypeError, "expected a bytes object");
        return 0;
    }
    if (!read_within(args[3], 1, MOST_PLAYERS, &players) ||
        !read_within(args[4], 0, players - 1, &player) || !read_width(args[0], &width))
        return 0;
    mover->board = args[0];
    mover->cells = (const byte *)PyBytes_AsString(args[1]);
    mover->size = (int)PyBytes_Size(args[1]);
    mover->own = (int)player + 1;
    list_offsets((int)width, mover->offsets);
    mover->moves_at = PyObject_GetAttr(args[0], name_moves_at);
    if (mover->moves_at && PyList_Check(mover->moves_at)) return 1;
    if (mover->moves_at) PyErr_SetString(PyExc_TypeError, "not the moves of a board");
    Py_CLEAR(mover->moves_at);
    return 0;
}

PyDoc_STRVAR(moves_doc, "moves(board, cells, neighbours, players, player, tall)\n--\n\n"
                        "All moves of a player, by source, direction and distance.");

static PyObject *native_moves(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    Mover mover;
    long players;
    if (!expect(count, 6) || !read_within(args[3], 0, MOST_PLAYERS, &players)) return NULL;
    if (!players) return PyTuple_New(0);
    if (!open_mover(&mover, args)) return NULL;
    PyObject *moves = list_moves(&mover);
    Py_DECREF(mover.moves_at);
    return moves;
}

#include "_native_team.h"
#include "_native_search.h"
#include "_native_tree.h"
#include "_native_states.h"
#include "_native_kalah.h"
#include "_native_tafl_rules.h"

#define METHOD(name) {#name, (PyCFunction)(void (*)(void))native_##name, METH_FASTCALL, name##_doc}

static PyMethodDef methods[] = {
    METHOD(turn),   METHOD(play), METHOD(settle),  METHOD(foresee), METHOD(judge),
    METHOD(inputs), METHOD(rate), METHOD(measure), METHOD(areas),   METHOD(standing),
    METHOD(is_over), METHOD(moves), METHOD(explore), METHOD(search), METHOD(successors),
    {"kalah", native_kalah, METH_VARARGS, "The search of the Kalah bot; see the header."},
    {"tafl", native_tafl, METH_VARARGS, "The search of the tafl bot; see the header."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", "The native engine; see the C file.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void)
{
    find_width();
    fill_effects();
    fill_tensions();
    name_flat = PyUnicode_InternFromString("flat");
    name_moves_at = PyUnicode_InternFromString("moves_at");
    name_moves_from = PyUnicode_InternFromString("moves_from");
    name_from_bytes = PyUnicode_InternFromString("from_bytes");
    word_little = PyUnicode_InternFromString("little");
    if (!name_flat || !name_moves_at || !name_moves_from || !name_from_bytes || !word_little)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddIntConstant(module, "SURFACE", SURFACE)) Py_CLEAR(module);
    return module;
}
