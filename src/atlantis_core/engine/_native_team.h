/* Helper threads of a search, which judge turns ahead of it.

   Part of _native.c. The search lists turns that it is about to judge: a batch, all with the same
   moves but the last. Search and helpers take turns from the batch, until none is left. Values do
   not depend on who judges a turn or when, so a search chooses the same turn with any number of
   helpers. A helper has a table of its own and reads nothing but its batch and the net. The search
   never waits long for a helper that the system has suspended: it judges that turn itself, and
   leaves the batch to the helper. Helpers touch no Python object.

   Without POSIX threads there are no helpers. */

#if defined(_WIN32) || defined(__STDC_NO_ATOMICS__)
#define HAS_HELPERS 0
#else
#define HAS_HELPERS 1
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#endif

enum { MOST_THREADS = 64 };

#if HAS_HELPERS

typedef struct {
    int users;       /* helpers that may read it; under the lock of the team */
    atomic_int next; /* the first turn that nobody has taken */
    int count, length, player;
    byte *cells; /* then the neighbours; of the position before the turn */
    uint64_t *open;
    Step *steps; /* the moves of all turns, then the last one of each: none if its distance is 0 */
    size_t step_room;
    double *values;
    atomic_uchar *is_done;
} Batch;

typedef struct Team Team;

typedef struct {
    Team *team;
    pthread_t thread;
    Table table;
} Helper;

struct Team {
    pthread_mutex_t lock;
    pthread_cond_t begins; /* a batch begins, or the search ends */
    atomic_uint serial;    /* of the batch */
    Batch *batch;          /* NULL between two batches */
    int sleeping, is_over;
    const double *net;
    Helper *helpers[MOST_THREADS];
    int helper_count;
    Batch batches[MOST_THREADS]; /* one more than there are helpers: one is always free */
    int most;                    /* turns in a batch */
    int count;                   /* turns of the last batch, with their values; for the search */
    double *values;
    byte *is_known; /* not if a stack became too tall */
    int *places;    /* what the search calls them */
};

/* How often a helper looks for the next batch before it sleeps: some hundredth of a millisecond. */
enum { LOOKS = 1500 };

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/* ---- judging one turn of a batch ---------------------------------------------------------- */

static double rate_own(Table *table, const double *net)
{
    double inputs[MOST_PLAYERS][INPUTS], chances[MOST_PLAYERS];
    find_inputs(table, inputs);
    rate(inputs, table->players, net, chances);
    return chances[table->player];
}

/* Whether the turn was judged; not if a stack became too tall. */
static int judge_of_batch(Table *table, const Batch *batch, int number, const double *net,
                          double *value)
{
    const size_t size = (size_t)table->ground.size;
    const Step last = batch->steps[batch->length + number];
    memcpy(table->cells, batch->cells, size);
    memcpy(table->neighbours, batch->cells + size, size);
    memcpy(table->open, batch->open, (size_t)table->words * sizeof *table->open);
    table->player = batch->player;
    start_clock(table);
    for (int place = 0; place < batch->length; place++)
        if (move_stones(table, batch->steps[place]) == ASK_PYTHON) return 0;
    if (last.distance && move_stones(table, last) == ASK_PYTHON) return 0;
    *value = rate_own(table, net);
    return 1;
}

/* ---- helpers ------------------------------------------------------------------------------ */

/* Wait for a batch other than the last one; NULL at the end. */
static Batch *enter_batch(Team *team, unsigned *seen)
{
    Batch *batch = NULL;
    for (int look = 0; look < LOOKS; look++) {
        if (atomic_load_explicit(&team->serial, memory_order_acquire) != *seen) break;
        pause_briefly();
    }
    pthread_mutex_lock(&team->lock);
    while (!team->is_over && !batch) {
        const unsigned serial = atomic_load_explicit(&team->serial, memory_order_relaxed);
        if (serial != *seen) {
            *seen = serial;
            batch = team->batch;
        } else {
            team->sleeping++;
            pthread_cond_wait(&team->begins, &team->lock);
            team->sleeping--;
        }
    }
    if (batch) batch->users++;
    pthread_mutex_unlock(&team->lock);
    return batch;
}

static void leave_batch(Team *team, Batch *batch)
{
    pthread_mutex_lock(&team->lock);
    batch->users--;
    pthread_mutex_unlock(&team->lock);
}

static int take_turn(Batch *batch)
{
    const int number = atomic_fetch_add_explicit(&batch->next, 1, memory_order_relaxed);
    return number < batch->count ? number : -1;
}

static void *help(void *argument)
{
    Helper *helper = argument;
    Team *team = helper->team;
    unsigned seen = 0;
    for (;;) {
        Batch *batch = enter_batch(team, &seen);
        if (!batch) return NULL;
        for (int number; (number = take_turn(batch)) >= 0;) {
            if (judge_of_batch(&helper->table, batch, number, team->net, batch->values + number))
                atomic_store_explicit(batch->is_done + number, 1, memory_order_release);
        }
        leave_batch(team, batch);
    }
}

/* ---- the search's side -------------------------------------------------------------------- */

/* A batch that no helper reads, without turns. */
static Batch *free_batch(Team *team)
{
    Batch *batch = team->batches;
    pthread_mutex_lock(&team->lock);
    team->batch = NULL;
    while (batch->users) batch++;
    pthread_mutex_unlock(&team->lock);
    batch->count = 0;
    return batch;
}

static void begin_batch(Team *team, Batch *batch)
{
    for (int number = 0; number < batch->count; number++)
        atomic_init(batch->is_done + number, 0);
    atomic_store_explicit(&batch->next, 0, memory_order_relaxed);
    pthread_mutex_lock(&team->lock);
    team->batch = batch;
    atomic_fetch_add_explicit(&team->serial, 1, memory_order_release);
    if (team->sleeping) pthread_cond_broadcast(&team->begins);
    pthread_mutex_unlock(&team->lock);
}

/* Whether a helper has judged a turn; waits about as long as judging takes. */
static int is_judged(const Table *table, const Batch *batch, int number)
{
    for (Py_ssize_t look = 0; look < table->ground.size; look++) {
        if (atomic_load_explicit(batch->is_done + number, memory_order_acquire)) return 1;
        pause_briefly();
    }
    return 0;
}

/* Judge all turns of a batch; their values are in `team->values` then. */
static void judge_batch(Team *team, Table *table, Batch *batch)
{
    memset(team->is_known, 0, (size_t)batch->count);
    begin_batch(team, batch);
    for (int number; (number = take_turn(batch)) >= 0;)
        team->is_known[number] =
            judge_of_batch(table, batch, number, team->net, team->values + number);
    for (int number = 0; number < batch->count; number++) {
        if (team->is_known[number]) continue;
        const int is_done = is_judged(table, batch, number);
        if (is_done) team->values[number] = batch->values[number];
        team->is_known[number] =
            is_done || judge_of_batch(table, batch, number, team->net, team->values + number);
    }
    team->count = batch->count;
}

static void open_batch(Batch *batch, const Table *table, int most)
{
    const size_t size = (size_t)table->ground.size;
    batch->cells = malloc(2 * size);
    batch->open = malloc((size_t)table->words * sizeof *batch->open);
    batch->values = malloc((size_t)most * sizeof *batch->values);
    batch->is_done = malloc((size_t)most * sizeof *batch->is_done);
}

static int is_whole(const Batch *batch)
{
    return batch->cells && batch->open && batch->values && batch->is_done;
}

static void close_batch(Batch *batch)
{
    free(batch->cells);
    free(batch->open);
    free(batch->steps);
    free(batch->values);
    free((void *)batch->is_done);
}

/* Start a thread; fewer helpers do if there is none, or no memory. */
static int start_helper(Team *team, const Table *table)
{
    Helper *helper = calloc(1, sizeof *helper);
    if (!helper) return 0;
    helper->team = team;
    helper->table.ground = table->ground;
    helper->table.ground.segments = NULL;
    helper->table.players = table->players;
    if (allocate(&helper->table, SEARCHING)) {
        team->helpers[team->helper_count] = helper;
        if (!pthread_create(&helper->thread, NULL, help, helper)) return 1;
        close_table(&helper->table);
    }
    free(helper);
    return 0;
}

/* Start helpers without signals, which are for Python's threads. */
static void start_helpers(Team *team, const Table *table, int count)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (team->helper_count < count && start_helper(team, table)) team->helper_count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void close_batches(Team *team, int count)
{
    for (int number = 0; number < count; number++) close_batch(team->batches + number);
}

static void forget_team(Team *team)
{
    pthread_cond_destroy(&team->begins);
    pthread_mutex_destroy(&team->lock);
    free(team->values);
    free(team->is_known);
    free(team->places);
    free(team);
}

/* Memory for batches; 0 if there is not enough. */
static int open_batches(Team *team, const Table *table, int count)
{
    const size_t most = (size_t)team->most;
    int is_open = 1;
    team->values = malloc(most * sizeof *team->values);
    team->is_known = malloc(most);
    team->places = malloc(most * sizeof *team->places);
    for (int number = 0; number < count; number++) {
        open_batch(team->batches + number, table, team->most);
        is_open &= is_whole(team->batches + number);
    }
    if (is_open && team->values && team->is_known && team->places) return 1;
    close_batches(team, count);
    return 0;
}

/* Helpers for a search; NULL if it works alone. */
static Team *open_team(const Table *table, const double *net, int threads, int most)
{
    Team *team = threads > 1 ? calloc(1, sizeof *team) : NULL;
    if (!team) return NULL;
    team->net = net;
    team->most = most;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begins, NULL);
    if (!open_batches(team, table, threads)) {
        forget_team(team);
        return NULL;
    }
    start_helpers(team, table, threads - 1);
    return team;
}

/* End the helpers; waits until they have judged the turns that they are at. */
static void close_team(Team *team, int threads)
{
    if (!team) return;
    pthread_mutex_lock(&team->lock);
    team->is_over = 1;
    pthread_cond_broadcast(&team->begins);
    pthread_mutex_unlock(&team->lock);
    for (int number = 0; number < team->helper_count; number++) {
        pthread_join(team->helpers[number]->thread, NULL);
        close_table(&team->helpers[number]->table);
        free(team->helpers[number]);
    }
    close_batches(team, threads);
    forget_team(team);
}

#else

typedef struct {
    int count, most;
    double *values;
    byte *is_known;
    int *places;
} Team;

static Team *open_team(const Table *table, const double *net, int threads, int most)
{
    (void)table, (void)net, (void)threads, (void)most;
    return NULL;
}

static void close_team(Team *team, int threads) { (void)team, (void)threads; }

#endif
