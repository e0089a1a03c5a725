// expected: data-race; in lines 6, 11
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void sums(global const float *in, global float *out, local float *part) {
  float s = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0)
    part[get_sub_group_id()] = s;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    float all = 0;
    for (uint k = 0; k < get_num_sub_groups(); k++)
      all += part[k];
    out[get_group_id(0)] = all;
  }
}
