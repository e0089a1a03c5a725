// Each vector of four is the one 2 elements before, plus one.
// None: a distance of 32 is out of reach of them all.
kernel void distance(global int *v)
{
  const int i = 4 * get_global_id(0) + 4;
  vstore4(vload4(0, v + i) + 1, 0, v + i);
}
