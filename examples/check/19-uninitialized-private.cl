// Lesson 19: an array whose elements are set only on some way through the kernel.
kernel void faulty(global const int *in, global int *out)
{
  int last[2];
  for (int i = 0; i < 4; i++)
    if (in[i] > 2)
      last[i & 1] = in[i];
  out[get_global_id(0)] = last[get_global_id(0) & 1];
}

kernel void clean(global const int *in, global int *out)
{
  int last[2] = {0, 0};
  for (int i = 0; i < 4; i++)
    if (in[i] > 2)
      last[i & 1] = in[i];
  out[get_global_id(0)] = last[get_global_id(0) & 1];
}
