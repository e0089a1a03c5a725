// Appends to a list.
// None: atomic_inc does both.
kernel void append(global const int *in, global int *out, volatile global int *length)
{
  const int i = get_global_id(0);
  out[atomic_inc(length)] = in[i];
}
