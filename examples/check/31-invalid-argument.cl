// Lesson 31: built-in functions define nothing for some arguments. `clamp` takes the lower bound before the upper one;
// what it gives for bounds in the other order differs between devices. Other functions with such rules are `smoothstep`,
// `mix`, `mul24`, `half_sin`, those of bit fields and images, atomic operations and `printf`.
kernel void faulty(global float *x, float low, float high)
{
  const int i = get_global_id(0);
  x[i] = clamp(x[i], high, low);
}

kernel void clean(global float *x, float low, float high)
{
  const int i = get_global_id(0);
  x[i] = clamp(x[i], low, high);
}
