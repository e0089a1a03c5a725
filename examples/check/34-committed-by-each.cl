// Lesson 34: what a work-group has reserved it commits together. In `faulty` the first work-item to commit ends the
// reservation for the others, which have still to write their packets.
kernel void faulty(write_only pipe int out) {
  reserve_id_t id = work_group_reserve_write_pipe(out, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    int value = get_global_id(0);
    write_pipe(out, id, get_local_id(0), &value);
    commit_write_pipe(out, id);
  }
}

kernel void clean(write_only pipe int out) {
  reserve_id_t id = work_group_reserve_write_pipe(out, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    int value = get_global_id(0);
    write_pipe(out, id, get_local_id(0), &value);
    work_group_commit_write_pipe(out, id);
  }
}
