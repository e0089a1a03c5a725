// Lesson 46: a sub-group is divided into clusters of a size that is a power of two and not above that of a sub-group
// (cl_khr_subgroup_clustered_reduce). Groups of another size are made of several clusters.
kernel void faulty(global int *out)
{
  const int i = get_local_id(0);
  out[get_global_id(0)] = sub_group_clustered_reduce_add(i, 3);
}

kernel void clean(global int *out)
{
  const int i = get_local_id(0);
  out[get_global_id(0)] = sub_group_clustered_reduce_add(i, 4);
}
