"""The names of all actions that a key can be given to in the options file.

Written by `python -m tests.tui.known_actions`, so that no screen needs to be imported
to know whether a name in the file is one.
"""

ACTIONS = frozenset(
    """
    accept adjust_next adjust_previous again all all_defaults at_cursor_clear at_cursor_field
    at_cursor_growing at_cursor_join at_cursor_pick at_cursor_remove_field
    at_cursor_remove_segment at_cursor_segment at_cursor_split auto back back_10 begin cancel
    chart choose close color_next color_previous comment compare copy_board copy_turn default
    delete desk_add_player desk_handing_on desk_remove_player desk_shift details drop_move
    edit end end_turn export file forward forward_10 frames game go go_10 go_10000 go_continue
    go_editor go_learn go_new go_next go_open go_options go_others go_previous go_quit
    go_rules go_to_0 go_to_previous go_watch group_next group_previous guests help hint judge
    keys learn leave main marked_next marked_previous mend menu name next next_hint next_mark
    next_target_next next_target_previous of_player_recolor of_player_rename open options
    order_next order_previous other page pick_by_next pick_by_previous play play_on
    player_next preview previous previous_mark program promote put_0 put_2 put_3 put_4 put_5
    put_6 put_7 put_8 put_9 put_next question_begin_with_shape question_put_value
    question_save read recall_next recall_previous redo redo_turn release repaint result
    resume retry review row_next row_previous rules save save_as scrub_next scrub_previous
    shift_move_next shift_move_previous show_again sidestep_next sidestep_previous solution
    speed_next speed_previous start step_10 step_back step_down step_forward step_left step_n
    step_ne step_next step_nw step_previous step_right step_s step_se step_sw step_up
    suspend_process symmetry_next tags take take_back take_over task toggle_labels toggle_side
    top try type undo undo_turn up variation vary walk_next walk_previous where why zoom_0
    zoom_next zoom_previous
    """.split()
)
