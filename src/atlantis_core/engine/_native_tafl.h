/* The search of the tafl bot, for men and kings on boards whose sets of spaces fit into T_WORDS
   words: included once for each width. The rules are those of games/tafl (`play`, `captures`,
   `walls`) and the evaluation that of games/tafl/evaluation.py; tests/games/tafl compares both on
   random games. Other pieces, jumps and berserk moves are left to Python.

   Alpha-beta with iterative deepening, null windows, a transposition table, killer moves, history,
   reductions of late moves, and quiescence over captures and escapes of the king. */

#define T_JOIN2(name, words) t##words##_##name
#define T_JOIN(name, words) T_JOIN2(name, words)
#define T(name) T_JOIN(name, T_WORDS)

typedef struct { uint64_t word[T_WORDS]; } T(Set);

typedef struct { T(Set) attackers, defenders, kings; uint64_t key; int side; } T(Board);

typedef struct {
    const TaflRules *rules;
    T(Set) everything, not_first, not_last, edge, corners, escapes, near_centre, plain;
    T(Set) hostile_always[2], hostile_empty[2], hostile_occupied[2], wall_corners, risky, open_to_king;
    T(Set) passes[3][T_ZONES], stops[3][T_ZONES];
    T(Set) bit[T_SPACES], near[T_SPACES];
    TaflSearch *search;
} T(Game);

INLINE T(Set) T(and)(T(Set) a, T(Set) b)
{
    for (int i = 0; i < T_WORDS; i++) a.word[i] &= b.word[i];
    return a;
}

INLINE T(Set) T(or)(T(Set) a, T(Set) b)
{
    for (int i = 0; i < T_WORDS; i++) a.word[i] |= b.word[i];
    return a;
}

INLINE T(Set) T(without)(T(Set) a, T(Set) b)
{
    for (int i = 0; i < T_WORDS; i++) a.word[i] &= ~b.word[i];
    return a;
}

INLINE int T(any)(T(Set) a)
{
    uint64_t all = 0;
    for (int i = 0; i < T_WORDS; i++) all |= a.word[i];
    return all != 0;
}

INLINE int T(meets)(T(Set) a, T(Set) b) { return T(any)(T(and)(a, b)); }
INLINE int T(has)(const T(Set) *a, int space) { return a->word[space >> 6] >> (space & 63) & 1; }
INLINE void T(flip)(T(Set) *a, int space) { a->word[space >> 6] ^= (uint64_t)1 << (space & 63); }

INLINE int T(count)(T(Set) a)
{
    int sum = 0;
    for (int i = 0; i < T_WORDS; i++) sum += t_bits(a.word[i]);
    return sum;
}

/* By 1 to 63 bits. */
INLINE T(Set) T(up)(T(Set) a, int by)
{
    for (int i = T_WORDS - 1; i > 0; i--) a.word[i] = a.word[i] << by | a.word[i - 1] >> (64 - by);
    a.word[0] <<= by;
    return a;
}

INLINE T(Set) T(down)(T(Set) a, int by)
{
    for (int i = 0; i < T_WORDS - 1; i++) a.word[i] = a.word[i] >> by | a.word[i + 1] << (64 - by);
    a.word[T_WORDS - 1] >>= by;
    return a;
}

INLINE int T(same)(T(Set) a, T(Set) b) { return !memcmp(&a, &b, sizeof a); }

/* The lowest space of a set, or -1; removes it. */
INLINE int T(pop)(T(Set) *a)
{
    for (int i = 0; i < T_WORDS; i++)
        if (a->word[i]) {
            int low = t_lowest(a->word[i]);
            a->word[i] &= a->word[i] - 1;
            return 64 * i + low;
        }
    return -1;
}

static T(Set) T(spread)(const T(Game) *game, T(Set) a)
{
    T(Set) beside = T(down)(T(and)(a, game->not_first), 1);
    beside = T(or)(beside, T(up)(T(and)(a, game->not_last), 1));
    beside = T(or)(beside, T(down)(a, game->rules->size));
    beside = T(or)(beside, T(up)(a, game->rules->size));
    return T(and)(beside, game->everything);
}

/* ---- movement ------------------------------------------------------------------------------- */

INLINE int T(kind)(const T(Board) *board, int space)
{
    return board->side ? T(has)(&board->kings, space) ? 2 : 1 : 0;
}

static int T(slides)(const T(Game) *game, int kind, int start, const T(Set) *occupied,
                     uint32_t *moves)
{
    const TaflRules *rules = game->rules;
    const T(Set) *passes = &game->passes[kind][rules->zone_at[start]];
    const T(Set) *stops = &game->stops[kind][rules->zone_at[start]];
    int count = 0;
    for (int direction = 0; direction < 4; direction++) {
        int at = start;
        for (int way = 0; way != rules->speeds[kind]; way++) {
            at = rules->beside[at][direction];
            if (at < 0 || T(has)(occupied, at) || !T(has)(passes, at)) break;
            if (T(has)(stops, at)) moves[count++] = (uint32_t)start << T_MOVE_BITS | (uint32_t)at;
        }
    }
    return count;
}

static int T(moves)(const T(Game) *game, const T(Board) *board, uint32_t *moves)
{
    T(Set) own = board->side ? board->defenders : board->attackers;
    T(Set) occupied = T(or)(board->attackers, board->defenders);
    int count = 0, start;
    while ((start = T(pop)(&own)) >= 0)
        count += T(slides)(game, T(kind)(board, start), start, &occupied, moves + count);
    return count;
}

/* ---- captures ------------------------------------------------------------------------------- */

/* The spaces that are hostile to the enemies of a side. */
static T(Set) T(hostile)(const T(Game) *game, const T(Board) *board, int side)
{
    T(Set) own = side ? board->defenders : board->attackers;
    if (side && !game->rules->king_is_hostile) own = T(without)(own, board->kings);
    T(Set) occupied = T(or)(board->attackers, board->defenders);
    own = T(or)(own, game->hostile_always[!side]);
    own = T(or)(own, T(without)(game->hostile_empty[!side], occupied));
    return T(or)(own, T(and)(game->hostile_occupied[!side], occupied));
}

static void T(take)(const T(Game) *game, T(Board) *board, int space, int by)
{
    int is_king = T(has)(&board->kings, space);
    board->key ^= game->rules->keys[by ? 0 : is_king ? 2 : 1][space];
    if (by) {
        T(flip)(&board->attackers, space);
    } else {
        T(flip)(&board->defenders, space);
        if (is_king) T(flip)(&board->kings, space);
    }
}

static int T(is_king_taken)(const T(Game) *game, const T(Board) *board, int end, int space,
                            int behind)
{
    const TaflRules *rules = game->rules;
    T(Set) hostile = T(hostile)(game, board, 0);
    int is_four = rules->strength == T_FOUR ||
                  (rules->strength == T_FOUR_NEAR_CENTRE && T(has)(&game->near_centre, space));
    if (!is_four && rules->strength != T_ALL) return behind >= 0 && T(has)(&hostile, behind);
    if (is_four && T(count)(game->near[space]) < 4) return 0;
    return !T(any)(T(without)(game->near[space], T(or)(hostile, game->bit[end])));
}

static int T(take_between)(const T(Game) *game, T(Board) *board, int end, int by)
{
    const TaflRules *rules = game->rules;
    int taken = 0;
    for (int direction = 0; direction < 4; direction++) {
        int space = rules->beside[end][direction];
        if (space < 0 || !T(has)(by ? &board->attackers : &board->defenders, space)) continue;
        int behind = rules->beside[space][direction], is_taken;
        if (!by && T(has)(&board->kings, space)) {
            is_taken = T(is_king_taken)(game, board, end, space, behind);
        } else {
            T(Set) hostile = T(hostile)(game, board, by);
            is_taken = behind >= 0 && T(has)(&hostile, behind);
        }
        if (is_taken) {
            T(take)(game, board, space, by);
            taken++;
        }
    }
    return taken;
}

/* Calls for each run of `inside` spaces between two `ends`, each with a piece of `own` behind it,
   as `_runs` in walls.py. Returns whether `wanted` meets the inside of a run if `board` is NULL;
   else takes what the walls enclose. */
static int T(runs)(const T(Game) *game, T(Set) ends, T(Set) own, T(Set) inside, T(Set) openers,
                   int number, T(Set) *found, T(Set) *around, int most)
{
    const TaflRules *rules = game->rules;
    int count = 0, first = -1, length = 0;
    T(Set) run = {{0}}, round = {{0}};
    for (int i = 0; i < rules->size; i++) {
        int at = rules->edges[number][i][0], behind = rules->edges[number][i][1];
        if (T(has)(&ends, at) || (first < 0 && T(has)(&openers, at))) {
            if (first >= 0 && length >= 2 && count < most) {
                found[count] = run;
                around[count] = T(or)(round, T(or)(game->bit[first], game->bit[at]));
                count++;
            }
            first = at;
            length = 0;
            memset(&run, 0, sizeof run);
            memset(&round, 0, sizeof round);
        } else if (first >= 0 && T(has)(&inside, at) && T(has)(&own, behind)) {
            run = T(or)(run, game->bit[at]);
            round = T(or)(round, game->bit[behind]);
            length++;
        } else {
            first = -1;
        }
    }
    return count;
}

enum { T(MOST_RUNS) = 10 };

static int T(take_walls)(const T(Game) *game, T(Board) *board, int end, int by)
{
    const TaflRules *rules = game->rules;
    if (rules->flanking && !T(has)(&game->edge, end)) return 0;
    T(Set) own = by ? board->defenders : board->attackers, none = {{0}};
    T(Set) enemy = by ? board->attackers : board->defenders;
    T(Set) found[4 * T(MOST_RUNS)], around[4 * T(MOST_RUNS)];
    int count = 0, taken = 0, space;
    for (int edge = 0; edge < 4; edge++)
        count += T(runs)(game, T(or)(own, game->wall_corners), own,
                         T(without)(enemy, game->wall_corners), none, edge, found + count,
                         around + count, T(MOST_RUNS));
    for (int i = 0; i < count; i++) {
        if (rules->flanking && !T(has)(&around[i], end)) continue;
        T(Set) held = T(and)(found[i], by ? board->attackers : board->defenders);
        if (!by) held = T(without)(held, board->kings);
        while ((space = T(pop)(&held)) >= 0) {
            T(take)(game, board, space, by);
            taken++;
        }
    }
    return taken;
}

static int T(take_linnaean)(const T(Game) *game, T(Board) *board, const T(Board) *before, int end)
{
    const TaflRules *rules = game->rules;
    int middle = rules->middle, taken = 0;
    if (!T(has)(&before->kings, middle)) return 0;
    T(Set) around = game->near[middle];
    if (T(count)(T(and)(around, before->attackers)) != T(count)(around) - 1) return 0;
    for (int direction = 0; direction < 4; direction++) {
        int space = rules->beside[middle][direction];
        if (space >= 0 && rules->beside[space][direction] == end &&
            T(has)(&before->defenders, space) && T(has)(&board->defenders, space)) {
            T(take)(game, board, space, 0);
            taken++;
        }
    }
    return taken;
}

/* Plays a legal move; returns the number of pieces taken. */
static int T(play)(const T(Game) *game, const T(Board) *before, uint32_t move, T(Board) *board)
{
    const TaflRules *rules = game->rules;
    int start = (int)(move >> T_MOVE_BITS), end = (int)(move & T_END), side = before->side;
    int kind = T(kind)(before, start), taken = 0;
    *board = *before;
    board->key ^= rules->keys[kind][start] ^ rules->keys[kind][end] ^ T_SIDE_KEY;
    T(Set) *own = side ? &board->defenders : &board->attackers;
    T(flip)(own, start);
    T(flip)(own, end);
    if (kind == 2) {
        T(flip)(&board->kings, start);
        T(flip)(&board->kings, end);
    }
    if (kind != 2 || rules->king_captures) {
        taken = T(take_between)(game, board, end, side);
        if (rules->shieldwalls) taken += T(take_walls)(game, board, end, side);
        if (rules->linnaean && !side) taken += T(take_linnaean)(game, board, before, end);
    }
    board->side = !side;
    return taken;
}

/* ---- the end of a game ---------------------------------------------------------------------- */

static int T(is_king_in_wall)(const T(Game) *game, T(Set) defenders, T(Set) kings)
{
    const TaflRules *rules = game->rules;
    for (int edge = 0; edge < 4; edge++) {
        T(Set) inner = {{0}}, found[T(MOST_RUNS)], around[T(MOST_RUNS)];
        for (int i = 0; i < rules->size; i++) {
            int at = rules->edges[edge][i][0], behind = rules->edges[edge][i][1];
            int has_followers = i + 1 < rules->size &&
                                T(has)(&defenders, rules->edges[edge][i + 1][0]) &&
                                T(has)(&defenders, rules->edges[edge][i + 1][1]);
            if (T(has)(&defenders, at) && T(has)(&defenders, behind) &&
                (T(has)(&kings, at) || has_followers))
                inner = T(or)(inner, game->bit[at]);
        }
        T(Set) ends = T(or)(T(without)(defenders, inner), game->wall_corners);
        int count = T(runs)(game, ends, defenders, T(without)(game->everything, ends), inner, edge,
                            found, around, T(MOST_RUNS));
        for (int i = 0; i < count; i++)
            if (T(meets)(found[i], kings)) return 1;
    }
    return 0;
}

static int T(has_edge_fort)(const T(Game) *game, const T(Board) *board)
{
    uint32_t moves[4 * T_LARGEST];
    T(Set) kings = board->kings, occupied = T(or)(board->attackers, board->defenders);
    int king = T(pop)(&kings), post;
    if (T(has)(&game->edge, king)) {
        if (!T(slides)(game, 2, king, &occupied, moves)) return 0;
        if (T(is_king_in_wall)(game, board->defenders, game->bit[king])) return 1;
    }
    T(Set) fort = game->bit[king], unexplored = fort, others = T(without)(occupied, fort);
    while (T(any)(unexplored)) {
        T(Set) reached = {{0}};
        if (T(meets)(T(spread)(game, unexplored), board->attackers)) return 0;
        int space;
        while ((space = T(pop)(&unexplored)) >= 0) {
            int count = T(slides)(game, 2, space, &others, moves);
            for (int i = 0; i < count; i++)
                reached = T(or)(reached, game->bit[moves[i] & T_END]);
        }
        unexplored = T(without)(reached, fort);
        fort = T(or)(fort, reached);
    }
    if (!T(meets)(fort, game->edge)) return 0;
    T(Set) posts = T(and)(T(spread)(game, fort), board->defenders);
    T(Set) held = T(or)(fort, board->defenders);
    while ((post = T(pop)(&posts)) >= 0)
        if (T(count)(T(without)(game->near[post], held)) > 2) return 0;
    return 1;
}

static int T(is_surrounded)(const T(Game) *game, const T(Board) *board)
{
    T(Set) reached = T(without)(game->edge, board->attackers), more;
    for (;; reached = more) {
        if (T(meets)(reached, board->defenders)) return 0;
        more = T(or)(reached, T(without)(T(spread)(game, reached), board->attackers));
        if (T(same)(more, reached)) break;
    }
    T(Set) occupied = T(or)(board->attackers, board->defenders), own = board->defenders;
    if (!T(any)(T(without)(game->everything, occupied))) return 1;
    uint32_t moves[4 * T_LARGEST];
    int start;
    while ((start = T(pop)(&own)) >= 0) {
        int kind = T(has)(&board->kings, start) ? 2 : 1;
        int count = T(slides)(game, kind, start, &occupied, moves);
        for (int i = 0; i < count; i++)
            if (T(has)(&game->edge, (int)(moves[i] & T_END))) return 0;
    }
    return 1;
}

static int T(has_moves)(const T(Game) *game, const T(Board) *board)
{
    T(Set) own = board->side ? board->defenders : board->attackers;
    T(Set) occupied = T(or)(board->attackers, board->defenders);
    T(Set) beside = T(and)(T(spread)(game, own), game->plain);
    if (T(any)(T(without)(beside, occupied))) return 1;
    uint32_t moves[4 * T_LARGEST];
    int start;
    while ((start = T(pop)(&own)) >= 0)
        if (T(slides)(game, T(kind)(board, start), start, &occupied, moves)) return 1;
    return 0;
}

/* How the game ends at a board that occurs for the `times`th time: a `TaflEnding`. */
static int T(ending)(const T(Game) *game, const T(Board) *board, int times)
{
    const TaflRules *rules = game->rules;
    T(Set) occupied = T(or)(board->attackers, board->defenders);
    if (!T(any)(board->attackers)) return T_DEFENDERS_WIN;
    if (!T(any)(board->defenders)) return T_ATTACKERS_WIN;
    if (times >= 3) {
        if (rules->threefold == T_DRAWS) return T_DRAW;
        int winner = rules->threefold == T_WINS ? board->side : !board->side;
        return winner ? T_DEFENDERS_WIN : T_ATTACKERS_WIN;
    }
    if (T(meets)(board->kings, game->escapes)) return T_DEFENDERS_WIN;
    if (!T(any)(board->kings)) return T_ATTACKERS_WIN;
    if (!T(any)(T(without)(T(spread)(game, board->defenders), occupied))) return T_ATTACKERS_WIN;
    if (rules->edge_forts && T(has_edge_fort)(game, board)) return T_DEFENDERS_WIN;
    if (rules->surrounding && T(is_surrounded)(game, board)) return T_ATTACKERS_WIN;
    if (!T(has_moves)(game, board)) return board->side ? T_ATTACKERS_WIN : T_DEFENDERS_WIN;
    return T_GOES_ON;
}

/* ---- evaluation ----------------------------------------------------------------------------- */

static void T(sources)(const T(Game) *game, T(Set) ends, T(Set) free, T(Set) *once, T(Set) *twice,
                       int *ways)
{
    memset(once, 0, sizeof *once);
    memset(twice, 0, sizeof *twice);
    *ways = 0;
    for (int direction = 0; direction < 4; direction++) {
        int by = direction & 1 ? game->rules->size : 1, is_up = direction < 2;
        T(Set) board = direction == 0   ? T(and)(free, game->not_first)
                       : direction == 2 ? T(and)(free, game->not_last)
                                        : free;
        T(Set) front = T(and)(is_up ? T(up)(ends, by) : T(down)(ends, by), board), ray = front;
        for (int step = 1; step < game->rules->reach; step++) {
            front = T(and)(is_up ? T(up)(front, by) : T(down)(front, by), board);
            if (!T(any)(front)) break;
            ray = T(or)(ray, front);
        }
        *twice = T(or)(*twice, T(and)(*once, ray));
        *once = T(or)(*once, ray);
        *ways += T(count)(ray);
    }
}

static int T(escaping)(const T(Game) *game, T(Set) king, T(Set) free, int is_on_turn)
{
    T(Set) gates, forks, approaches, between, ends, unused;
    T(Set) escapes = T(and)(game->escapes, free);
    int ways, openness, moves;
    T(sources)(game, escapes, free, &gates, &forks, &ways);
    forks = T(or)(forks, T(and)(T(spread)(game, escapes), gates));
    T(sources)(game, gates, free, &approaches, &between, &openness);
    T(sources)(game, king, free, &ends, &unused, &moves);
    int threat = T(meets)(king, gates) ? T(meets)(king, T(and)(gates, forks)) ? 1 : 0
                 : T(meets)(ends, forks)      ? 2
                 : T(meets)(king, between)    ? 3
                 : T(meets)(king, approaches) ? 4
                 : T(meets)(ends, between)    ? 5
                 : T(meets)(ends, approaches) ? 6
                                              : 7;
    return t_threats[threat][!is_on_turn] + 4 * T(count)(gates) + 2 * openness + 5 * moves;
}

/* From the defenders' view, as `worth_for_defenders`. */
static int T(worth)(const T(Game) *game, const T(Board) *board)
{
    T(Set) attackers = board->attackers, defenders = board->defenders, kings = board->kings;
    int worth = 100 * T(count)(defenders) - game->rules->attacker_worth * T(count)(attackers);
    worth += 60 * T(count)(T(and)(attackers, game->risky));
    if (!T(any)(kings)) return worth;
    T(Set) occupied = T(or)(attackers, defenders);
    T(Set) free = T(or)(T(without)(game->open_to_king, occupied), kings);
    worth += T(escaping)(game, kings, free, board->side);
    T(Set) hostile = T(or)(attackers, T(without)(game->hostile_always[1], defenders));
    hostile = T(or)(hostile, T(without)(game->hostile_empty[1], occupied));
    int king = -1, space;
    while ((space = T(pop)(&kings)) >= 0) king = space;
    return worth - 50 * T(count)(T(and)(game->near[king], hostile));
}

/* ---- search --------------------------------------------------------------------------------- */

static int T(times)(const TaflSearch *search, uint64_t key, int ply)
{
    if (search->rules.threefold == T_IGNORED) return 1;
    int times = 1, first = search->floor[ply];
    /* The past includes the board at which the search begins. */
    for (int i = ply - 1; i >= (first ? first : 1); i--) times += search->path[i] == key;
    if (!first)
        for (size_t i = 0; i < search->past_count; i++) times += search->past[i] == key;
    return times;
}

/* The value for the player to move if the game ends here; T_NONE if it goes on. */
static int T(verdict)(T(Game) *game, const T(Board) *board, int ply)
{
    TaflSearch *search = game->search;
    int ending = T(ending)(game, board, T(times)(search, board->key, ply));
    if (ending == T_GOES_ON) return T_NONE;
    if (ending == T_DRAW) return 0;
    return (ending == T_DEFENDERS_WIN) == board->side ? T_WON - ply : ply - T_WON;
}

static int T(captures)(const T(Game) *game, const T(Board) *board, const T(Set) *hostile, int end)
{
    for (int direction = 0; direction < 4; direction++) {
        int space = game->rules->beside[end][direction];
        if (space < 0 || !T(has)(board->side ? &board->attackers : &board->defenders, space))
            continue;
        int behind = game->rules->beside[space][direction];
        if (behind >= 0 && T(has)(hostile, behind)) return 1;
    }
    return 0;
}

/* Sorts moves by their promise; drops quiet ones if `only_noisy`. Returns their number. */
static int T(order)(const T(Game) *game, const T(Board) *board, uint32_t *moves, int *scores,
                    int count, uint32_t first, const uint32_t *killers, int only_noisy)
{
    const TaflSearch *search = game->search;
    T(Set) hostile = T(hostile)(game, board, board->side);
    T(Set) beside_king = T(spread)(game, board->kings);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint32_t move = moves[i];
        int start = (int)(move >> T_MOVE_BITS), end = (int)(move & T_END), score;
        int escapes = board->side && T(has)(&board->kings, start) && T(has)(&game->escapes, end);
        int takes = T(captures)(game, board, &hostile, end);
        if (only_noisy && !escapes && !takes) continue;
        if (escapes) score = 1 << 30;
        else if (move == first) score = 1 << 29;
        else if (takes) score = (1 << 28) + T(has)(&beside_king, end);
        else if (killers && (move == killers[0] || move == killers[1])) score = 1 << 27;
        else {
            score = search->history[board->side][start * T_SPACES + end] + T(has)(&beside_king, end);
        }
        int at = kept++;
        for (; at && scores[at - 1] < score; at--) {
            scores[at] = scores[at - 1];
            moves[at] = moves[at - 1];
        }
        scores[at] = score;
        moves[at] = move;
    }
    return kept;
}

static int T(quiet)(T(Game) *game, const T(Board) *board, int alpha, int beta, int ply, int left)
{
    TaflSearch *search = game->search;
    t_count(search);
    int verdict = T(verdict)(game, board, ply);
    if (verdict != T_NONE) return verdict;
    int best = T(worth)(game, board);
    if (!board->side) best = -best;
    if (best >= beta || !left || ply >= T_DEEPEST) return best;
    /* The first depth is always completed, so it must not look at endless captures. */
    if (search->judged > search->effort) return best;
    uint32_t *moves = search->moves[ply];
    int count = T(moves)(game, board, moves);
    count = T(order)(game, board, moves, search->scores[ply], count, 0, NULL, 1);
    if (best > alpha) alpha = best;
    search->path[ply] = board->key;
    for (int i = 0; i < count; i++) {
        T(Board) after;
        int taken = T(play)(game, board, moves[i], &after);
        search->floor[ply + 1] = taken ? ply + 1 : search->floor[ply];
        int value = -T(quiet)(game, &after, -beta, -alpha, ply + 1, left - 1);
        if (value > best) best = value;
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return best;
}

static int T(value)(T(Game) *game, const T(Board) *board, int depth, int alpha, int beta, int ply)
{
    TaflSearch *search = game->search;
    if (depth <= 0 || ply >= T_DEEPEST) return T(quiet)(game, board, alpha, beta, ply, T_QUIET);
    t_count(search);
    int verdict = T(verdict)(game, board, ply);
    if (verdict != T_NONE) return verdict;
    TaflEntry *entry = &search->known[board->key & (T_SLOTS - 1)];
    uint32_t first = 0;
    if (entry->key == board->key) {
        first = entry->move;
        int value = entry->value;
        if (value > T_SURE) value -= ply;
        else if (value < -T_SURE) value += ply;
        if (entry->depth >= depth &&
            (entry->bound == T_EXACT || (entry->bound == T_AT_LEAST && value >= beta) ||
             (entry->bound == T_AT_MOST && value <= alpha)))
            return value;
    }
    uint32_t *moves = search->moves[ply], *killers = search->killers[ply];
    int count = T(moves)(game, board, moves);
    T(order)(game, board, moves, search->scores[ply], count, first, killers, 0);
    int best = -T_ENDLESS, low = alpha;
    uint32_t chosen = moves[0];
    search->path[ply] = board->key;
    for (int i = 0; i < count; i++) {
        T(Board) after;
        uint32_t move = moves[i];
        int score = search->scores[ply][i], is_quiet = score < 1 << 28, value;
        int taken = T(play)(game, board, move, &after);
        search->floor[ply + 1] = taken ? ply + 1 : search->floor[ply];
        if (!i) {
            value = -T(value)(game, &after, depth - 1, -beta, -low, ply + 1);
        } else {
            int less = is_quiet && i >= 6 && depth >= 3 && score < 1 << 27 ? 1 + (i >= 24) : 0;
            value = -T(value)(game, &after, depth - 1 - less, -low - 1, -low, ply + 1);
            if (value > low && less)
                value = -T(value)(game, &after, depth - 1, -low - 1, -low, ply + 1);
            if (value > low && value < beta)
                value = -T(value)(game, &after, depth - 1, -beta, -low, ply + 1);
        }
        if (value > best) {
            best = value;
            chosen = move;
        }
        if (value > low) low = value;
        if (low >= beta) {
            if (!taken) {
                if (killers[0] != move) {
                    killers[1] = killers[0];
                    killers[0] = move;
                }
                int *history = &search->history[board->side][(move >> T_MOVE_BITS) * T_SPACES +
                                                             (move & T_END)];
                *history += depth * depth;
                if (*history > 1 << 26) t_halve_history(search);
            }
            break;
        }
    }
    entry->key = board->key;
    entry->move = chosen;
    entry->value = best > T_SURE ? best + ply : best < -T_SURE ? best - ply : best;
    entry->depth = (int16_t)depth;
    entry->bound = best <= alpha ? T_AT_MOST : best >= beta ? T_AT_LEAST : T_EXACT;
    return best;
}

/* One depth after the other until the effort is spent; why it stopped. */
static int T(deepen)(T(Game) *game, const T(Board) *board, uint32_t *moves, int count,
                     volatile int *worth, volatile int *depth)
{
    TaflSearch *search = game->search;
    volatile int so_far = -T_ENDLESS, at_best = 0;
    int stopped = setjmp(search->stop);
    if (stopped == T_SPENT && so_far > -T_ENDLESS) {
        /* The best move of the depth before was searched first, so a better one counts. */
        uint32_t best = moves[at_best];
        memmove(moves + 1, moves, (size_t)at_best * sizeof best);
        moves[0] = best;
        *worth = so_far;
    }
    if (stopped) return stopped;
    while (*depth < T_DEEPEST) {
        search->may_stop = *depth > 0;
        so_far = -T_ENDLESS;
        at_best = 0;
        search->path[0] = board->key;
        for (int i = 0; i < count; i++) {
            T(Board) after;
            int low = so_far, value;
            search->floor[1] = T(play)(game, board, moves[i], &after) ? 1 : 0;
            if (!i) {
                value = -T(value)(game, &after, *depth, -T_ENDLESS, T_ENDLESS, 1);
            } else {
                value = -T(value)(game, &after, *depth, -low - 1, -low, 1);
                if (value > low)
                    value = -T(value)(game, &after, *depth, -T_ENDLESS, -low, 1);
            }
            if (value > so_far) {
                so_far = value;
                at_best = i;
            }
        }
        uint32_t best = moves[at_best];
        memmove(moves + 1, moves, (size_t)at_best * sizeof best);
        moves[0] = best;
        *worth = so_far;
        *depth += 1;
        if (so_far > T_SURE || so_far < -T_SURE || count == 1) break;
    }
    return 0;
}

/* A set from the bytes of a mask; no bit outside the board gets in. */
static T(Set) T(on_board)(const T(Game) *game, const byte *mask)
{
    T(Set) set;
    memcpy(&set, mask, sizeof set);
    return T(and)(set, game->everything);
}

static void T(open)(T(Game) *game, TaflSearch *search, const byte *masks)
{
    T(Set) *sets[] = {
        &game->not_first, &game->not_last, &game->edge, &game->corners,
        &game->escapes, &game->near_centre, &game->plain, &game->hostile_always[0],
        &game->hostile_always[1], &game->hostile_empty[0], &game->hostile_empty[1],
        &game->hostile_occupied[0], &game->hostile_occupied[1], &game->wall_corners, &game->risky,
        &game->open_to_king,
    };
    memset(game, 0, sizeof *game);
    game->rules = &search->rules;
    game->search = search;
    for (int space = 0; space < search->rules.size * search->rules.size; space++)
        T(flip)(&game->everything, space);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++, masks += T_MASK)
        *sets[i] = T(on_board)(game, masks);
    for (int kind = 0; kind < 3; kind++)
        for (int zone = 0; zone < T_ZONES; zone++, masks += T_MASK)
            game->passes[kind][zone] = T(on_board)(game, masks);
    for (int kind = 0; kind < 3; kind++)
        for (int zone = 0; zone < T_ZONES; zone++, masks += T_MASK)
            game->stops[kind][zone] = T(on_board)(game, masks);
    for (int space = 0; space < search->rules.size * search->rules.size; space++) {
        T(flip)(&game->bit[space], space);
        for (int direction = 0; direction < 4; direction++) {
            int beside = search->rules.beside[space][direction];
            if (beside >= 0) T(flip)(&game->near[space], beside);
        }
    }
}

static T(Board) T(read)(const T(Game) *game, const byte *masks, int side)
{
    T(Board) board;
    memset(&board, 0, sizeof board);
    board.attackers = T(on_board)(game, masks);
    board.defenders = T(without)(T(on_board)(game, masks + T_MASK), board.attackers);
    board.kings = T(and)(T(on_board)(game, masks + 2 * T_MASK), board.defenders);
    board.side = side;
    board.key = side ? T_SIDE_KEY : 0;
    for (int space = 0; space < game->rules->size * game->rules->size; space++) {
        if (T(has)(&board.attackers, space)) board.key ^= game->rules->keys[0][space];
        if (T(has)(&board.defenders, space))
            board.key ^= game->rules->keys[T(has)(&board.kings, space) ? 2 : 1][space];
    }
    return board;
}

/* A list with a row for every legal move: (move, attackers, defenders, kings, ending, worth). */
static PyObject *T(rows)(T(Game) *game, const T(Board) *board, uint32_t *moves, int count)
{
    PyObject *rows = PyList_New(0);
    for (int i = 0; rows && i < count; i++) {
        T(Board) after;
        T(play)(game, board, moves[i], &after);
        PyObject *row = Py_BuildValue(
            "(Iy#y#y#ii)", moves[i], (const char *)&after.attackers, (Py_ssize_t)sizeof(T(Set)),
            (const char *)&after.defenders, (Py_ssize_t)sizeof(T(Set)), (const char *)&after.kings,
            (Py_ssize_t)sizeof(T(Set)), T(ending)(game, &after, 1), T(worth)(game, &after));
        if (!row || PyList_Append(rows, row)) Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    return rows;
}

static PyObject *T(line)(T(Game) *game, const T(Board) *start, uint32_t first, int depth)
{
    TaflSearch *search = game->search;
    PyObject *line = PyList_New(0);
    T(Board) board = *start, after;
    uint32_t move = first, *moves = search->moves[0];
    for (int length = 0; line; length++) {
        PyObject *number = PyLong_FromUnsignedLong(move);
        if (!number || PyList_Append(line, number)) Py_CLEAR(line);
        Py_XDECREF(number);
        T(play)(game, &board, move, &after);
        board = after;
        const TaflEntry *entry = &search->known[board.key & (T_SLOTS - 1)];
        if (length + 1 >= depth || entry->key != board.key ||
            T(ending)(game, &board, 1) != T_GOES_ON)
            break;
        int count = T(moves)(game, &board, moves), i = 0;
        while (i < count && moves[i] != entry->move) i++;
        if (i == count) break;
        move = entry->move;
    }
    return line;
}

static PyObject *T(answer)(TaflSearch *search, const byte *masks, const byte *pieces, int side,
                           int lists_moves)
{
    T(Game) *game = malloc(sizeof *game);
    if (!game) return PyErr_NoMemory();
    T(open)(game, search, masks);
    for (size_t i = 0; i < search->past_count; i++) {
        const byte *past = search->past_bytes + i * T_PAST;
        search->past[i] = T(read)(game, past, past[3 * T_MASK]).key;
    }
    T(Board) board = T(read)(game, pieces, side);
    uint32_t *moves = search->root;
    int count = T(moves)(game, &board, moves);
    PyObject *result = NULL;
    if (!count) {
        PyErr_SetString(PyExc_ValueError, "no legal move");
    } else if (lists_moves) {
        result = T(rows)(game, &board, moves, count);
    } else {
        volatile int worth = 0, depth = 0;
        T(order)(game, &board, moves, search->scores[0], count, 0, NULL, 0);
        search->state = PyEval_SaveThread();
        int stopped = T(deepen)(game, &board, moves, count, &worth, &depth);
        PyEval_RestoreThread(search->state);
        if (stopped == T_CANCELLED) {
            result = PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
        } else {
            PyObject *line = T(line)(game, &board, moves[0], depth);
            if (line)
                result = Py_BuildValue("(IiNiL)", moves[0], worth, line, depth,
                                       (long long)search->judged);
        }
    }
    free(game);
    return result;
}

#undef T
#undef T_JOIN
#undef T_JOIN2
