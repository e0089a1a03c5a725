// Lesson 14: an index from the data that is one too large for an array of the work-item's own.
kernel void faulty(global const int *in, global int *out)
{
  int bins[4] = {0, 0, 0, 0};
  bins[in[get_global_id(0)] % 5] += 1;
  out[get_global_id(0)] = bins[0];
}

kernel void clean(global const int *in, global int *out)
{
  int bins[4] = {0, 0, 0, 0};
  bins[in[get_global_id(0)] % 4] += 1;
  out[get_global_id(0)] = bins[0];
}
