// Lesson 33: who reserves packets of a pipe must commit the reservation on every way. The kernels send the numbers
// above a limit. In `faulty` those that are not above it leave a reservation behind, and what is behind that in the
// pipe can't be reached.
kernel void faulty(global const int *in, int limit, write_only pipe int out) {
  reserve_id_t id = reserve_write_pipe(out, 1);
  if (is_valid_reserve_id(id)) {
    int value = in[get_global_id(0)];
    if (value <= limit) return;
    write_pipe(out, id, 0, &value);
    commit_write_pipe(out, id);
  }
}

kernel void clean(global const int *in, int limit, write_only pipe int out) {
  int value = in[get_global_id(0)];
  if (value <= limit) return;
  reserve_id_t id = reserve_write_pipe(out, 1);
  if (is_valid_reserve_id(id)) {
    write_pipe(out, id, 0, &value);
    commit_write_pipe(out, id);
  }
}
