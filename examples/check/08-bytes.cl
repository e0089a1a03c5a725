// Lesson 8: races are counted in bytes. Neighbouring chars of different work-items don't conflict; an int
// that covers a char of somebody else does.
kernel void faulty(global uchar *bytes)
{
  const size_t i = get_global_id(0);
  if (i % 4 == 0)
    *(global uint *)(bytes + i) = 0;
  else
    bytes[i] = i;
}

kernel void clean(global uchar *bytes)
{
  const size_t i = get_global_id(0);
  if (i % 4 == 0)
    bytes[i] = 0;
  else
    bytes[i] = i;
}
