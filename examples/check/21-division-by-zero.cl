// Lesson 21: what an integer divided by zero is, nobody knows: each device has an answer of its own.
kernel void faulty(global const int *in, global int *out)
{
  out[get_global_id(0)] = 100 / in[get_global_id(0)];
}

kernel void clean(global const int *in, global int *out)
{
  const int d = in[get_global_id(0)];
  out[get_global_id(0)] = d ? 100 / d : 0;
}
