// Lesson 36: the index of a packet is below the number of packets that were reserved. The kernels send a row of numbers
// a work-item; `faulty` reserves one packet too few.
kernel void faulty(global const int *rows, int width, write_only pipe int out) {
  global const int *row = rows + get_global_id(0) * width;
  reserve_id_t id = reserve_write_pipe(out, width - 1);
  if (is_valid_reserve_id(id)) {
    for (int i = 0; i < width; i++) write_pipe(out, id, i, &row[i]);
    commit_write_pipe(out, id);
  }
}

kernel void clean(global const int *rows, int width, write_only pipe int out) {
  global const int *row = rows + get_global_id(0) * width;
  reserve_id_t id = reserve_write_pipe(out, width);
  if (is_valid_reserve_id(id)) {
    for (int i = 0; i < width; i++) write_pipe(out, id, i, &row[i]);
    commit_write_pipe(out, id);
  }
}
