/* Tafl: what all widths of _native_tafl.h share, and the function that Python calls. */

#include <setjmp.h>

enum { T_LARGEST = 19, T_SPACES = T_LARGEST * T_LARGEST, T_ZONES = 5 };
enum { T_MASK = 48, T_MASKS = 46, T_PAST = 3 * T_MASK + 1, T_MOVE_BITS = 9, T_END = 511 };
enum { T_FOUR, T_FOUR_NEAR_CENTRE, T_TWO, T_ALL };
enum { T_DRAWS, T_WINS, T_LOSES, T_IGNORED };
enum { T_GOES_ON, T_ATTACKERS_WIN, T_DEFENDERS_WIN, T_DRAW };
enum { T_WON = 1000000, T_SURE = T_WON / 2, T_ENDLESS = 2 * T_WON, T_NONE = 3 * T_WON };
enum { T_MOST_WORTH = 100000 }; /* of a man; no sum of all men overflows */
enum { T_EXACT, T_AT_LEAST, T_AT_MOST };
enum { T_SPENT = 1, T_CANCELLED = 2 };
enum { T_DEEPEST = 64, T_QUIET = 6, T_MOST_MOVES = 4096, T_SLOTS = 1 << 18 };
enum { T_MOST_PAST = 100000 };
#define T_SIDE_KEY 0x5851F42D4C957F2Du

static const int t_threats[8][2] = { /* as _THREATS in evaluation.py: on turn, and not */
    {2000, 250}, {2000, 1000}, {800, 200}, {450, 300}, {150, 80}, {250, 100}, {60, 30}, {0, 0},
};

typedef struct {
    int size, middle, king_captures, king_is_hostile, strength, shieldwalls, flanking, linnaean;
    int edge_forts, surrounding, threefold, speeds[3], attacker_worth, reach;
    int beside[T_SPACES][4];       /* left, right, lower rank, higher rank; -1 off the board */
    int edges[4][T_LARGEST][2];    /* a space and the one behind it */
    byte zone_at[T_SPACES];
    uint64_t keys[3][T_SPACES];
} TaflRules;

typedef struct { uint64_t key; uint32_t move; int32_t value; int16_t depth, bound; } TaflEntry;

typedef struct {
    TaflRules rules;
    int64_t effort, judged, asked;
    int may_stop;
    PyObject *is_cancelled;
    PyThreadState *state;
    jmp_buf stop;
    const byte *past_bytes;
    uint64_t *past;                /* the boards before, since the last capture */
    size_t past_count;
    TaflEntry *known;
    uint64_t path[T_DEEPEST + 2];
    int floor[T_DEEPEST + 3];      /* the ply after the last capture */
    uint32_t killers[T_DEEPEST + 2][2];
    int history[2][T_SPACES * T_SPACES];
    uint32_t root[T_MOST_MOVES], moves[T_DEEPEST + 2][T_MOST_MOVES];
    int scores[T_DEEPEST + 2][T_MOST_MOVES];
} TaflSearch;

INLINE int t_bits(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    int count = 0;
    for (; word; word &= word - 1) count++;
    return count;
#endif
}

INLINE int t_lowest(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    return t_bits((word & (0 - word)) - 1);
#endif
}

static void t_count(TaflSearch *search)
{
    search->judged++;
    if (search->may_stop && search->judged > search->effort) longjmp(search->stop, T_SPENT);
    if (search->judged - search->asked < 4096) return;
    search->asked = search->judged;
    PyEval_RestoreThread(search->state);
    PyObject *answer = PyObject_CallNoArgs(search->is_cancelled);
    int stops = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    search->state = PyEval_SaveThread();
    if (stops) longjmp(search->stop, T_CANCELLED);
}

static void t_halve_history(TaflSearch *search)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < T_SPACES * T_SPACES; i++) search->history[side][i] /= 2;
}

#define T_WORDS 1
#include "_native_tafl.h"
#undef T_WORDS
#define T_WORDS 2
#include "_native_tafl.h"
#undef T_WORDS
#define T_WORDS 6
#include "_native_tafl.h"
#undef T_WORDS

/* Numbers that depend on nothing: the same on every machine and in every run. */
static uint64_t t_next_key(uint64_t *state)
{
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static void t_lay_out(TaflRules *rules)
{
    int size = rules->size;
    uint64_t state = 1;
    rules->middle = size * size / 2;
    for (int space = 0; space < size * size; space++) {
        int rank = space / size, file = space % size;
        rules->beside[space][0] = file ? space - 1 : -1;
        rules->beside[space][1] = file < size - 1 ? space + 1 : -1;
        rules->beside[space][2] = rank ? space - size : -1;
        rules->beside[space][3] = rank < size - 1 ? space + size : -1;
    }
    for (int i = 0; i < size; i++) {
        int top = (size - 1) * size;
        int pairs[4][2] = {{i, i + size}, {top + i, top + i - size},
                           {i * size, i * size + 1}, {i * size + size - 1, i * size + size - 2}};
        for (int edge = 0; edge < 4; edge++) memcpy(rules->edges[edge][i], pairs[edge], 8);
    }
    for (int kind = 0; kind < 3; kind++)
        for (int space = 0; space < T_SPACES; space++)
            rules->keys[kind][space] = t_next_key(&state);
}

/* tafl(numbers, zones, masks, pieces, side, past, effort, is_cancelled): the best move of a board, as
   (move, worth, line, depth, boards judged); None if cancelled. With effort -1 instead the rows of
   all legal moves. Masks have 48 bytes each; `pieces` are attackers, defenders and kings. */
static PyObject *native_tafl(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *zones, *masks, *pieces, *past;
    Py_ssize_t zone_count, mask_bytes, piece_bytes, past_bytes;
    int side;
    long long effort;
    PyObject *is_cancelled;
    TaflSearch *search = calloc(1, sizeof *search);
    if (!search) return PyErr_NoMemory();
    TaflRules *rules = &search->rules;
    PyObject *result = NULL;
    if (!PyArg_ParseTuple(arguments, "(iiiiiiiiiiiiiii)y#y#y#iy#LO:tafl", &rules->size,
                          &rules->king_captures, &rules->king_is_hostile, &rules->strength,
                          &rules->shieldwalls, &rules->flanking, &rules->linnaean,
                          &rules->edge_forts, &rules->surrounding, &rules->threefold,
                          &rules->speeds[0], &rules->speeds[1], &rules->speeds[2],
                          &rules->attacker_worth, &rules->reach, &zones, &zone_count, &masks,
                          &mask_bytes, &pieces, &piece_bytes, &side, &past, &past_bytes, &effort,
                          &is_cancelled))
        goto end;
    int has_size = rules->size >= 5 && rules->size <= T_LARGEST;
    int spaces = has_size ? rules->size * rules->size : 0;
    int is_right = has_size && zone_count == spaces && rules->attacker_worth >= 0 &&
                   rules->attacker_worth <= T_MOST_WORTH &&
                   mask_bytes == T_MASK * T_MASKS && piece_bytes == 3 * T_MASK &&
                   (side == 0 || side == 1) && past_bytes % T_PAST == 0 &&
                   past_bytes / T_PAST <= T_MOST_PAST;
    for (int i = 0; is_right && i < spaces; i++) is_right = (byte)zones[i] < T_ZONES;
    if (!is_right) {
        PyErr_SetString(PyExc_ValueError, "not a board of tafl");
        goto end;
    }
    memcpy(rules->zone_at, zones, (size_t)spaces);
    t_lay_out(rules);
    search->effort = effort;
    search->is_cancelled = is_cancelled;
    search->past_count = (size_t)(past_bytes / T_PAST);
    search->past_bytes = (const byte *)past;
    search->past = malloc((search->past_count + 1) * sizeof *search->past);
    search->known = calloc(T_SLOTS, sizeof *search->known);
    if (!search->past || !search->known)
        PyErr_NoMemory();
    else if (spaces <= 64)
        result = t1_answer(search, (const byte *)masks, (const byte *)pieces, side, effort == -1);
    else if (spaces <= 128)
        result = t2_answer(search, (const byte *)masks, (const byte *)pieces, side, effort == -1);
    else
        result = t6_answer(search, (const byte *)masks, (const byte *)pieces, side, effort == -1);
end:
    free(search->past);
    free(search->known);
    free(search);
    return result;
}
