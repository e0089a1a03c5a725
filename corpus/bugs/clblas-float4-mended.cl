// Sums four elements for each work-item, of a vector that begins at an offset.
// Mended: vload4 asks for the alignment of a float only.
kernel void sum_of_four(global const float *a, global float *out, int offset)
{
  const float4 v = vload4(get_global_id(0), a + offset);
  out[get_global_id(0)] = v.x + v.y + v.z + v.w;
}
