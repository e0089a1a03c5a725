// Counts nodes down.
// None: atomic_dec.
kernel void minusminus(global const int *nodes, volatile global int *left)
{
  if (nodes[get_global_id(0)] >= 0)
    atomic_dec(left);
}
