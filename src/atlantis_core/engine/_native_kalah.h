/* The search of the Kalah bot: the twin of `Searcher` in games/kalah/search.py and of the sowing in
   games/kalah/sowing.py, with the same moves, values and counts. See there for what it does.

   For boards whose holes fit into sixteen bytes. Keeps no state between two calls. */

#include <setjmp.h>

enum { K_PLACES = 16, K_SEED = 100, K_EXACT = 10000, K_RICH = 3, K_LINE = 40 };
enum { K_ENDLESS = 1 << 28, K_MOST_ENTRIES = 1 << 20, K_FIRST_SLOTS = 1 << 12 };
enum { K_SPENT = 1, K_CANCELLED = 2, K_NO_MEMORY = 3 };

typedef union { byte at[K_PLACES]; uint64_t half[2]; } Holes;
typedef struct { Holes holes; int32_t gain; int8_t turn, hole; } Sown;
typedef struct { Holes holes; int32_t low, high; int16_t depth; int8_t hole, is_used; } KnownBoard;

typedef struct {
    int holes;
    const int32_t *worths;         /* a row of `columns` for every place */
    int columns, mover, few;
    KnownBoard *known;
    size_t slots, entries;
    int64_t judged, limit, guesses, asked;
    PyObject *is_cancelled;
    PyThreadState *state;
    jmp_buf stop;
} Kalah;

static size_t k_slot(const Kalah *kalah, const Holes *board)
{
    uint64_t mixed = board->half[0] * 0x9E3779B97F4A7C15u ^ board->half[1] * 0xC2B2AE3D27D4EB4Fu;
    mixed ^= mixed >> 29;
    mixed *= 0xBF58476D1CE4E5B9u;
    size_t slot = (size_t)(mixed >> 32) & (kalah->slots - 1);
    for (;; slot = (slot + 1) & (kalah->slots - 1)) {
        const KnownBoard *found = &kalah->known[slot];
        if (!found->is_used || (found->holes.half[0] == board->half[0] &&
                                found->holes.half[1] == board->half[1]))
            return slot;
    }
}

static int k_grow(Kalah *kalah)
{
    KnownBoard *old = kalah->known;
    size_t slots = kalah->slots;
    kalah->known = calloc(2 * slots, sizeof *old);
    if (!kalah->known) {
        kalah->known = old;
        return 0;
    }
    kalah->slots = 2 * slots;
    for (size_t i = 0; i < slots; i++)
        if (old[i].is_used) kalah->known[k_slot(kalah, &old[i].holes)] = old[i];
    free(old);
    return 1;
}

static void k_remember(Kalah *kalah, const KnownBoard *entry)
{
    if (kalah->entries >= K_MOST_ENTRIES) {
        memset(kalah->known, 0, kalah->slots * sizeof *kalah->known);
        kalah->entries = 0;
    }
    if (2 * kalah->entries >= kalah->slots && !k_grow(kalah)) longjmp(kalah->stop, K_NO_MEMORY);
    KnownBoard *slot = &kalah->known[k_slot(kalah, &entry->holes)];
    kalah->entries += !slot->is_used;
    *slot = *entry;
}

static int k_seeds(const byte *holes, int number)
{
    int sum = 0;
    for (int i = 0; i < number; i++) sum += holes[i];
    return sum;
}

/* All moves, holes near the store first; returns their number. */
static int k_sow(const Kalah *kalah, const Holes *board, Sown *moves)
{
    int n = kalah->holes, lap = 2 * n + 1, count = 0;
    for (int hole = n - 1; hole >= 0; hole--) {
        int seeds = board->at[hole];
        if (!seeds) continue;
        Sown *move = &moves[count++];
        Holes after = *board;
        int rounds = seeds / lap, rest = seeds % lap, gain = rounds + (rest >= n - hole);
        after.at[hole] = 0;
        if (rounds)
            for (int place = 0; place < 2 * n; place++) after.at[place] += (byte)rounds;
        for (int step = 1; step <= rest; step++) {
            int pit = (hole + step) % lap;
            if (pit != n) after.at[pit - (pit > n)]++;
        }
        int last = (hole + seeds) % lap;
        if (last < n && seeds <= lap && after.at[last] == 1) {
            int opposite = 2 * n - 1 - last;
            if (after.at[opposite]) {
                gain += after.at[opposite] + 1;
                after.at[opposite] = after.at[last] = 0;
            }
        }
        int own = k_seeds(after.at, n), others = k_seeds(after.at + n, n);
        move->hole = (int8_t)hole;
        if (!own || !others) {
            memset(&move->holes, 0, sizeof move->holes);
            move->gain = gain + own - others;
            move->turn = 0;
            continue;
        }
        move->gain = gain;
        move->turn = last == n ? 1 : -1;
        if (last == n) {
            move->holes = after;
        } else {
            memset(&move->holes, 0, sizeof move->holes);
            memcpy(move->holes.at, after.at + n, (size_t)n);
            memcpy(move->holes.at + n, after.at, (size_t)n);
        }
    }
    return count;
}

static int64_t k_evaluate(const Kalah *kalah, const Holes *board)
{
    int64_t worth = kalah->mover;
    for (int place = 0; place < 2 * kalah->holes; place++)
        worth += kalah->worths[place * kalah->columns + board->at[place]];
    return worth;
}

static void k_count(Kalah *kalah, int boards)
{
    kalah->judged += boards;
    if (kalah->judged > kalah->limit) longjmp(kalah->stop, K_SPENT);
    if (kalah->judged - kalah->asked >= 1 << 16) {
        kalah->asked = kalah->judged;
        PyEval_RestoreThread(kalah->state);
        PyObject *answer = PyObject_CallNoArgs(kalah->is_cancelled);
        int stops = answer ? PyObject_IsTrue(answer) : -1;
        Py_XDECREF(answer);
        kalah->state = PyEval_SaveThread();
        if (stops) longjmp(kalah->stop, K_CANCELLED);
    }
}

static int64_t k_value(Kalah *kalah, const Holes *board, int depth, int64_t alpha, int64_t beta);

static int64_t k_max(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t k_min(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t k_worth_of(Kalah *kalah, const Sown *move, int depth, int64_t alpha, int64_t beta,
                          int is_first)
{
    int64_t gain = K_SEED * (int64_t)move->gain;
    if (!move->turn) return gain;
    int64_t low = alpha - gain, high = beta - gain, value;
    if (move->turn > 0) {
        if (is_first) return gain + k_value(kalah, &move->holes, depth, low, high);
        value = k_value(kalah, &move->holes, depth, low, low + 1);
        if (low < value && value < high) value = k_value(kalah, &move->holes, depth, value, high);
        return gain + value;
    }
    if (is_first) return gain - k_value(kalah, &move->holes, depth - 1, -high, -low);
    value = -k_value(kalah, &move->holes, depth - 1, -low - 1, -low);
    if (low < value && value < high)
        value = -k_value(kalah, &move->holes, depth - 1, -high, -value);
    return gain + value;
}

static int64_t k_guess(Kalah *kalah, const Holes *board, int64_t alpha, int64_t beta)
{
    Sown moves[K_PLACES];
    kalah->guesses++;
    int64_t best = k_evaluate(kalah, board);
    if (best >= beta) return best;
    int count = k_sow(kalah, board, moves);
    k_count(kalah, count);
    for (int i = 0; i < count; i++) {
        const Sown *move = &moves[i];
        if (move->turn < 0 && move->gain < K_RICH) continue;
        int64_t value = K_SEED * (int64_t)move->gain;
        if (move->turn < 0) value -= k_evaluate(kalah, &move->holes);
        if (move->turn > 0)
            value += k_value(kalah, &move->holes, 0, k_max(alpha, best) - value, beta - value);
        if (value > best) {
            best = value;
            if (best >= beta) break;
        }
    }
    return best;
}

static int k_goes_before(const Sown *a, const Sown *b, int first)
{
    if ((a->hole == first) != (b->hole == first)) return a->hole == first;
    if (a->turn != b->turn) return a->turn > b->turn;
    return a->gain > b->gain;
}

static int64_t k_look_ahead(Kalah *kalah, const Holes *board, int depth, int64_t alpha,
                            int64_t beta, int first)
{
    Sown moves[K_PLACES];
    int count = k_sow(kalah, board, moves), hole = -1;
    k_count(kalah, count);
    int64_t guesses = kalah->guesses, best = -K_ENDLESS, low = alpha;
    if (depth > 1)
        for (int i = 1; i < count; i++) {
            Sown moved = moves[i];
            int at = i;
            for (; at && k_goes_before(&moved, &moves[at - 1], first); at--)
                moves[at] = moves[at - 1];
            moves[at] = moved;
        }
    for (int i = 0; i < count; i++) {
        int64_t value = k_worth_of(kalah, &moves[i], depth, low, beta, hole < 0);
        if (value > best) {
            best = value;
            hole = moves[i].hole;
            if (value > low) {
                if (value >= beta) break;
                low = value;
            }
        }
    }
    KnownBoard entry;
    memset(&entry, 0, sizeof entry);
    entry.holes = *board;
    entry.depth = (int16_t)(kalah->guesses > guesses ? depth : K_EXACT);
    entry.low = (int32_t)(best > alpha ? best : -K_ENDLESS);
    entry.high = (int32_t)(best < beta ? best : K_ENDLESS);
    entry.hole = (int8_t)hole;
    entry.is_used = 1;
    k_remember(kalah, &entry);
    return best;
}

static int64_t k_value(Kalah *kalah, const Holes *board, int depth, int64_t alpha, int64_t beta)
{
    int left = k_seeds(board->at, 2 * kalah->holes), first = -1;
    int64_t most = K_SEED * (int64_t)left;
    if (alpha >= most) return most;
    if (beta <= -most) return -most;
    if (depth <= 0 && left > kalah->few) return k_guess(kalah, board, alpha, beta);
    const KnownBoard *known = &kalah->known[k_slot(kalah, board)];
    if (known->is_used) {
        int64_t low = known->low, high = known->high;
        first = known->hole;
        if (known->depth >= depth) {
            if (low >= beta || high <= alpha || low == high) {
                kalah->guesses += known->depth < K_EXACT;
                return low >= beta ? low : high;
            }
            if (known->depth >= K_EXACT) {
                alpha = k_max(alpha, low);
                beta = k_min(beta, high);
            }
        }
    }
    return k_look_ahead(kalah, board, depth, alpha, beta, first);
}

/* One depth after the other, until the effort is spent or everything is exact. Returns why it
   stopped early: K_SPENT, K_CANCELLED, K_NO_MEMORY; 0 if it did not. */
static int k_deepen(Kalah *kalah, Sown *moves, int count, int64_t effort, volatile int64_t *worth,
                    volatile int *depth, volatile int *is_exact)
{
    int stopped = setjmp(kalah->stop);
    if (stopped) return stopped;
    while (!*is_exact && *depth < K_EXACT - 1) {
        int best = 0;
        int64_t most = -K_ENDLESS;
        kalah->limit = *depth ? effort : INT64_MAX;
        kalah->guesses = 0;
        for (int i = 0; i < count; i++) {
            int64_t value = k_worth_of(kalah, &moves[i], *depth + 1, most, K_ENDLESS, !i);
            if (value > most) {
                most = value;
                best = i;
            }
        }
        *worth = most;
        *depth += 1;
        *is_exact = !kalah->guesses;
        Sown first = moves[best];
        memmove(moves + 1, moves, (size_t)best * sizeof first);
        moves[0] = first;
    }
    return 0;
}

static PyObject *k_found(const Kalah *kalah, const Sown *best, int64_t worth, int depth,
                         int is_exact)
{
    PyObject *line = PyList_New(0);
    Sown moves[K_PLACES], move = *best;
    for (int length = 0; line && length <= K_LINE; length++) {
        PyObject *hole = PyLong_FromLong(move.hole);
        if (!hole || PyList_Append(line, hole)) Py_CLEAR(line);
        Py_XDECREF(hole);
        if (!line || !move.turn) break;
        const KnownBoard *known = &kalah->known[k_slot(kalah, &move.holes)];
        if (!known->is_used) break;
        int count = k_sow(kalah, &move.holes, moves), next = 0;
        while (next < count && moves[next].hole != known->hole) next++;
        if (next == count) break;
        move = moves[next];
    }
    if (!line) return NULL;
    return Py_BuildValue("(iLNiNL)", (int)best->hole, (long long)worth, line, depth,
                         PyBool_FromLong(is_exact), (long long)kalah->judged);
}

/* kalah(board, holes, worths, columns, mover, few, effort, is_cancelled): the best move of a board
   of 2 * holes bytes, as (hole, worth, line, depth, whether exact, boards made); None if cancelled.
   `worths` are 32-bit numbers, `columns` for each place. */
static PyObject *native_kalah(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *board, *worths;
    Py_ssize_t length, bytes;
    long long effort;
    Kalah kalah;
    Holes start;
    Sown moves[K_PLACES];
    memset(&kalah, 0, sizeof kalah);
    memset(&start, 0, sizeof start);
    if (!PyArg_ParseTuple(arguments, "y#iy#iiiLO:kalah", &board, &length, &kalah.holes, &worths,
                          &bytes, &kalah.columns, &kalah.mover, &kalah.few, &effort,
                          &kalah.is_cancelled))
        return NULL;
    int places = kalah.holes < 1 || kalah.holes > K_PLACES / 2 ? 0 : 2 * kalah.holes;
    if (!places || length != places || kalah.columns < 1 ||
        kalah.columns > 255 || kalah.few > 8 || bytes != (Py_ssize_t)places * kalah.columns * 4) {
        PyErr_SetString(PyExc_ValueError, "not a board of Kalah");
        return NULL;
    }
    memcpy(start.at, board, (size_t)places);
    if (k_seeds(start.at, places) >= kalah.columns || !k_seeds(start.at, kalah.holes)) {
        PyErr_SetString(PyExc_ValueError, "not a board of Kalah with a move");
        return NULL;
    }
    int32_t *copied = malloc((size_t)bytes);
    kalah.known = calloc(K_FIRST_SLOTS, sizeof *kalah.known);
    kalah.slots = K_FIRST_SLOTS;
    PyObject *result = NULL;
    if (!copied || !kalah.known) {
        PyErr_NoMemory();
    } else {
        memcpy(copied, worths, (size_t)bytes);
        kalah.worths = copied;
        volatile int64_t worth = 0;
        volatile int depth = 0, is_exact = 0;
        int count = k_sow(&kalah, &start, moves);
        kalah.state = PyEval_SaveThread();
        int stopped = k_deepen(&kalah, moves, count, effort, &worth, &depth, &is_exact);
        PyEval_RestoreThread(kalah.state);
        if (stopped == K_NO_MEMORY)
            PyErr_NoMemory();
        else if (stopped == K_CANCELLED)
            result = PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
        else
            result = k_found(&kalah, &moves[0], worth, depth, is_exact);
    }
    free(copied);
    free(kalah.known);
    return result;
}
