// Lesson 16: a pointer to an int must be a multiple of four. For a number in the midst of bytes there is
// vload, or the bytes one by one.
kernel void faulty(global const uchar *bytes, global int *out)
{
  out[get_global_id(0)] = *(global const int *)(bytes + 4 * get_global_id(0) + 1);
}

kernel void clean(global const uchar *bytes, global int *out)
{
  out[get_global_id(0)] = as_int(vload4(0, bytes + 4 * get_global_id(0) + 1));
}
