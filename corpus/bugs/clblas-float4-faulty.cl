// Sums four elements for each work-item, of a vector that begins at an offset.
// Faulty: behind the offset of one float the address does not fit a float4.
kernel void sum_of_four(global const float *a, global float *out, int offset)
{
  const float4 v = ((global const float4 *)(a + offset))[get_global_id(0)];
  out[get_global_id(0)] = v.x + v.y + v.z + v.w;
}
