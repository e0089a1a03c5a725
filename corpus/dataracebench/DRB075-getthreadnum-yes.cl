// The first work-item stores how many there are.
// Race: the others read that at the same time.
kernel void how_many(global int *number, global int *out)
{
  const int i = get_local_id(0);
  if (i == 0)
    *number = get_local_size(0);
  else
    out[i] = *number;
}
