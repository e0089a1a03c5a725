// Lesson 12: the last work-item of `faulty` reads behind the end of the buffer. On a GPU that is often silent.
kernel void faulty(global const float *in, global float *out)
{
  const size_t i = get_global_id(0);
  out[i] = in[i] + in[i + 1];
}

kernel void clean(global const float *in, global float *out)
{
  const size_t i = get_global_id(0), last = get_global_size(0) - 1;
  out[i] = in[i] + in[min(i + 1, last)];
}
