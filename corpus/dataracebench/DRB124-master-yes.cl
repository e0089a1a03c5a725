// The first work-item initialises a variable that all use.
// Race: the others do not wait for it.
kernel void master(global int *init, global int *out)
{
  if (get_local_id(0) == 0)
    *init = 10;
  out[get_local_id(0)] = *init;
}
