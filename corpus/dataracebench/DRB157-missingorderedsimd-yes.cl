// Each vector of four is the one 2 elements before, plus one.
// Race: a distance of 2 is less than a vector, so a work-item's vector reaches into another one's.
kernel void distance(global int *v)
{
  const int i = 4 * get_global_id(0) + 4;
  vstore4(vload4(0, v + i - 2) + 1, 0, v + i);
}
