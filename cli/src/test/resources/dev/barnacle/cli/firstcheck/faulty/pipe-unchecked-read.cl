// expected: uninitialized-read; in lines 6
kernel void drain(read_only pipe int work, global int *out) {
  int i = get_global_id(0);
  int packet;
  read_pipe(work, &packet);
  out[i] = 2 * packet;
}
