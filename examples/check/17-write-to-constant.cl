// Lesson 17: constant memory can't be written, and a cast does not change that.
kernel void faulty(constant int *table, global int *out)
{
  global int *p = (global int *)(ulong)table;
  if (get_global_id(0) == 0)
    *p = 1;
  out[get_global_id(0)] = 2;
}

kernel void clean(constant int *table, global int *out)
{
  out[get_global_id(0)] = table[0];
}
