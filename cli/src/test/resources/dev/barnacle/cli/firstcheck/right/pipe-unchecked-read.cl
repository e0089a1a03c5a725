// expected: clean
kernel void drain(read_only pipe int work, global int *out) {
  int i = get_global_id(0);
  int packet;
  if (read_pipe(work, &packet) == 0)
    out[i] = 2 * packet;
}
