// Lesson 11: a barrier in a loop is met once in each turn, so all work-items of the group must make as many
// turns. In `faulty` the number depends on the work-item.
kernel void faulty(global int *out)
{
  int turns = 0;
  for (uint i = 0; i <= get_local_id(0); i++) {
    turns++;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = turns;
}

kernel void clean(global int *out)
{
  int turns = 0;
  for (uint i = 0; i < get_local_size(0); i++) {
    if (i <= get_local_id(0))
      turns++;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = turns;
}
