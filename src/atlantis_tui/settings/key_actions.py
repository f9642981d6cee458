"""Names of the actions that the table `[keys]` of the options file can give other keys.

The names are chosen for users and do not depend on the names of methods. A name stays valid for
ever: to rename one, move the old name to `_OLD_NAMES`. Imports no screen, so that a file can be
checked without importing them all; a test checks that the table is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_ACTIONS = """
    activate                 take
    agent                    program
    all-files                all
    autoplay                 play
    board-file               file
    bot-level                level
    cancel                   cancel
    cancel-or-back           release
    chart                    chart
    chat                     chat
    close                    close
    command-palette          command_palette
    comment                  comment
    compare                  compare
    complete                 accept
    connected-players        clients
    copy-board               copy_board
    copy-code                copy_code
    copy-turn                copy_turn
    cursor-left              sidestep(-1)
    cursor-north             step('N')
    cursor-north-east        step('NE')
    cursor-north-west        step('NW')
    cursor-right             sidestep(1)
    cursor-south             step('S')
    cursor-south-east        step('SE')
    cursor-south-west        step('SW')
    delete-statistics        forget
    delete-variation         delete
    edit-file                edit
    editor-add-player        apply('add_player')
    editor-add-segment       at_cursor('segment')
    editor-clear-field       at_cursor('clear')
    editor-dead-field        put(0)
    editor-enter-value       question('put_value')
    editor-join-field        at_cursor('join')
    editor-mirror-owner      apply('handing_on')
    editor-next-player       player(1)
    editor-pick-segment      at_cursor('pick')
    editor-player-earlier    order(-1)
    editor-player-later      order(1)
    editor-recolor-player    of_player('recolor')
    editor-remove-field      at_cursor('remove_field')
    editor-remove-player     apply('remove_player')
    editor-remove-segment    at_cursor('remove_segment')
    editor-rename-player     of_player('rename')
    editor-save              question('save')
    editor-shift-board       apply('shift')
    editor-split-field       at_cursor('split')
    editor-standard-board    question('begin_with_shape')
    editor-stones-1          put(1)
    editor-stones-2          put(2)
    editor-stones-3          put(3)
    editor-stones-4          put(4)
    editor-stones-5          put(5)
    editor-stones-6          put(6)
    editor-stones-7          put(7)
    editor-stones-8          put(8)
    editor-stones-9          put(9)
    editor-symmetry          symmetry(1)
    editor-toggle-field      at_cursor('field')
    editor-toggle-growing    at_cursor('growing')
    end-turn                 end_turn
    enter-variation          variation
    export                   export
    faster                   speed(1)
    field-history            why
    find-better-turn         find_better
    find-key                 find_key
    find-puzzles             find_puzzles
    find-text                find_text
    first-game               game
    go-to-end                end
    go-to-keys               keys
    go-to-start              start
    go-to-top                top
    help                     help
    hint                     hint
    history-next             recall(1)
    history-previous         recall(-1)
    judge                    judge
    key-page                 key_page
    learn-by-playing         learn
    leave-game               menu
    library-explorer         explore
    library-plan-turn        plan_explored
    library-position         position_list
    library-add              add_games
    library-delete-search    drop_search
    library-files            browse
    library-review           review_game
    library-save-search      save_search
    library-search           find
    library-sort             sort
    list-down                go(1)
    list-first               go(-10000000)
    list-last                go(10000000)
    list-page-down           go(10)
    list-page-up             go(-10)
    list-up                  go(-1)
    main-line                main
    menu-continue            go('continue')
    menu-editor              go('editor')
    menu-learn               go('learn')
    menu-library             go('library')
    menu-new-game            go('new')
    menu-open                go('open')
    menu-options             go('options')
    menu-other-games         go('others')
    menu-quit                go('quit')
    menu-rules               go('rules')
    menu-statistics          go('statistics')
    menu-watch               go('watch')
    move-earlier             shift_move(-1)
    move-later               shift_move(1)
    new-game                 new_game
    next-color               color(1)
    next-exercise            next
    next-group               group(1)
    next-hint                next_hint
    next-mark                next_mark
    next-move                pick_by(1)
    next-part                part(1)
    next-row                 row(1)
    next-stack               walk(1)
    next-step                step_forward
    next-turn                forward
    next-value               adjust(1)
    open-file                open
    open-in-library          search_library
    options                  options
    other-add-variation      vary
    other-animate            frames
    other-autoplay           auto
    other-count              count
    other-details            details
    other-down               step('DOWN')
    other-end                go_to(-1)
    other-left               step('LEFT')
    other-moves              other
    other-next-note          marked(1)
    other-next-place         next_target(1)
    other-next-step          step(1)
    other-play-on            play_on
    other-previous-note      marked(-1)
    other-previous-place     next_target(-1)
    other-previous-step      step(-1)
    other-read-comment       read
    other-right              step('RIGHT')
    other-start              go_to(0)
    other-ten-steps-back     step(-10)
    other-ten-steps-forward  step(10)
    other-up                 step('UP')
    parent-folder            up
    play-this-side           take_over
    preview                  preview
    previous-color           color(-1)
    previous-exercise        previous
    previous-group           group(-1)
    previous-mark            previous_mark
    previous-move            pick_by(-1)
    previous-part            part(-1)
    previous-row             row(-1)
    previous-stack           walk(-1)
    previous-step            step_back
    previous-turn            back
    previous-value           adjust(-1)
    promote-variation        promote
    quit                     leave
    redo                     redo
    redo-turn                redo_turn
    redraw                   repaint
    rematch                  rematch
    remove-move              drop_move
    rename-player            name
    repair                   repair
    replay-turns             show_again
    reset-all-options        all_defaults
    reset-option             default
    resign-or-draw           give_up
    restart                  again
    result                   result
    resume-bot               resume
    retry-open               retry
    review                   review
    review-anyway            go
    rules                    rules
    same-seats               same_seats
    save                     save
    save-as                  save_as
    save-location            where
    scroll-down              page
    scroll-earlier           scroll(1)
    scroll-later             scroll(-1)
    select                   choose
    slower                   speed(-1)
    solution                 solution
    start-game               begin
    suspend                  suspend_process
    tags                     tags
    task                     task
    ten-turns-back           back(10)
    ten-turns-forward        forward(10)
    timeline-back            scrub(-1)
    timeline-forward         scrub(1)
    toggle-field-names       toggle_labels
    toggle-overlay           toggle_overlay
    toggle-side-panel        toggle_side
    try-turn                 try
    type                     type
    undo                     undo
    undo-move                take_back
    undo-turn                undo_turn
    zoom-fit                 zoom(0)
    worst-turn               worst
    your-name                own_name
    zoom-in                  zoom(1)
    zoom-out                 zoom(-1)
"""
_OLD_NAMES = """
    accept:complete adjust_next:next-value adjust_previous:previous-value again:restart
    all:all-files all_defaults:reset-all-options at_cursor_clear:editor-clear-field
    at_cursor_field:editor-toggle-field at_cursor_growing:editor-toggle-growing
    at_cursor_join:editor-join-field at_cursor_pick:editor-pick-segment
    at_cursor_remove_field:editor-remove-field at_cursor_remove_segment:editor-remove-segment
    at_cursor_segment:editor-add-segment at_cursor_split:editor-split-field auto:other-autoplay
    back:previous-turn back_10:ten-turns-back begin:start-game choose:select color_next:next-color
    color_previous:previous-color copy_board:copy-board copy_turn:copy-turn default:reset-option
    delete:delete-variation desk_add_player:editor-add-player desk_handing_on:editor-mirror-owner
    desk_remove_player:editor-remove-player desk_shift:editor-shift-board details:other-details
    drop_move:remove-move edit:edit-file end:go-to-end end_turn:end-turn file:board-file
    forward:next-turn forward_10:ten-turns-forward frames:other-animate game:first-game
    go:review-anyway go_10:list-page-up go_10000:list-first go_continue:menu-continue
    go_editor:menu-editor go_learn:menu-learn go_new:menu-new-game go_next:list-down
    go_open:menu-open go_options:menu-options go_others:menu-other-games go_previous:list-up
    go_quit:menu-quit go_rules:menu-rules go_to_0:other-start go_to_previous:other-end
    go_watch:menu-watch group_next:next-group group_previous:previous-group guests:connected-players
    keys:go-to-keys learn:find-better-turn,learn-by-playing leave:quit main:main-line
    marked_next:other-next-note marked_previous:other-previous-note mend:repair menu:leave-game
    name:rename-player next:next-exercise next_hint:next-hint next_mark:next-mark
    next_target_next:other-next-place next_target_previous:other-previous-place
    of_player_recolor:editor-recolor-player of_player_rename:editor-rename-player open:open-file
    order_next:editor-player-later order_previous:editor-player-earlier other:other-moves
    page:scroll-down pick_by_next:next-move pick_by_previous:previous-move play:autoplay
    play_on:other-play-on player_next:editor-next-player previous:previous-exercise
    previous_mark:previous-mark program:agent promote:promote-variation put_0:editor-dead-field
    put_2:editor-stones-2 put_3:editor-stones-3 put_4:editor-stones-4 put_5:editor-stones-5
    put_6:editor-stones-6 put_7:editor-stones-7 put_8:editor-stones-8 put_9:editor-stones-9
    put_next:editor-stones-1 question_begin_with_shape:editor-standard-board
    question_put_value:editor-enter-value question_save:editor-save read:other-read-comment
    recall_next:history-next recall_previous:history-previous redo_turn:redo-turn
    release:cancel-or-back repaint:redraw resume:resume-bot retry:retry-open row_next:next-row
    row_previous:previous-row save_as:save-as scrub_next:timeline-forward
    scrub_previous:timeline-back shift_move_next:move-later shift_move_previous:move-earlier
    show_again:replay-turns sidestep_next:cursor-right sidestep_previous:cursor-left
    speed_next:faster speed_previous:slower start:go-to-start step_10:other-ten-steps-back
    step_back:previous-step step_down:other-down step_forward:next-step step_left:other-left
    step_n:cursor-north step_ne:cursor-north-east step_next:other-next-step
    step_nw:cursor-north-west step_previous:other-previous-step step_right:other-right
    step_s:cursor-south step_se:cursor-south-east step_sw:cursor-south-west step_up:other-up
    suspend_process:suspend symmetry_next:editor-symmetry take:activate take_back:undo-move
    take_over:play-this-side toggle_labels:toggle-field-names toggle_side:toggle-side-panel
    top:go-to-top try:try-turn undo_turn:undo-turn up:parent-folder variation:enter-variation
    vary:other-add-variation walk_next:next-stack walk_previous:previous-stack where:save-location
    why:field-history zoom_0:zoom-fit zoom_next:zoom-in zoom_previous:zoom-out
"""


@cache
def names_by_action() -> Mapping[str, str]:
    """The name of each action as bindings write it, without `screen.` or `focused.`."""
    rows = (line.split() for line in _ACTIONS.strip().splitlines())
    return MappingProxyType({action: name for name, action in rows})


@cache
def old_names() -> Mapping[str, tuple[str, ...]]:
    """Names of earlier versions, with the names that replace each."""
    pairs = (pair.split(":") for pair in _OLD_NAMES.split())
    return MappingProxyType({old: tuple(names.split(",")) for old, names in pairs})


def current_names(written: str) -> tuple[str, ...]:
    """The names that a name in a file stands for; none if it is unknown."""
    if written in names_by_action().values():
        return (written,)
    return old_names().get(written, ())
