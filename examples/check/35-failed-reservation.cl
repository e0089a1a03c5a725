// Lesson 35: where a pipe has not got as many packets, a reservation fails, and its id must not be used. The kernels
// read two packets a work-item from a pipe that has ten of them, for eight work-items.
kernel void faulty(read_only pipe int in, global int2 *sums) {
  reserve_id_t id = reserve_read_pipe(in, 2);
  int2 pair = 0;
  read_pipe(in, id, 0, (private int *)&pair);
  read_pipe(in, id, 1, (private int *)&pair + 1);
  commit_read_pipe(in, id);
  sums[get_global_id(0)] = pair;
}

kernel void clean(read_only pipe int in, global int2 *sums) {
  reserve_id_t id = reserve_read_pipe(in, 2);
  int2 pair = 0;
  if (is_valid_reserve_id(id)) {
    read_pipe(in, id, 0, (private int *)&pair);
    read_pipe(in, id, 1, (private int *)&pair + 1);
    commit_read_pipe(in, id);
  }
  sums[get_global_id(0)] = pair;
}
