// A loop in vectors of four.
// Race: results are stored one element farther than they are loaded, where the next vector begins.
kernel void vectors(global int *a, global const int *b)
{
  const int i = 4 * get_global_id(0);
  const int4 v = vload4(0, a + i) + vload4(0, b + i);
  vstore4(v, 0, a + i + 1);
}
