// Counts nodes down.
// Race: -- reads and writes a counter that all share.
kernel void minusminus(global const int *nodes, volatile global int *left)
{
  if (nodes[get_global_id(0)] >= 0)
    (*left)--;
}
