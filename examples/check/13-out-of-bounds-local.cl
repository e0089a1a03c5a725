// Lesson 13: local memory has bounds too. A halo of one on each side needs two slots more than the group has
// work-items; `faulty` forgets them.
#define GROUP 16

kernel void faulty(global int *out)
{
  local int tile[GROUP];
  tile[get_local_id(0) + 1] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) + 1];
}

kernel void clean(global int *out)
{
  local int tile[GROUP + 2];
  tile[get_local_id(0) + 1] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) + 1];
}
