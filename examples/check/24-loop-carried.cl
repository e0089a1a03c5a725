// Lesson 24: one barrier in a loop is often one too few. The readers of this turn must be done before the
// writer of the next one starts, so `clean` has a barrier on each side.
kernel void faulty(global int *out, local int *turn)
{
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    if (get_local_id(0) == 0)
      *turn = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += *turn;
  }
  out[get_global_id(0)] = sum;
}

kernel void clean(global int *out, local int *turn)
{
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    if (get_local_id(0) == 0)
      *turn = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += *turn;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
