// A variable of the program in the place of a static one.
// Race: it is one for all work-items.
global int tmp;

kernel void static_local(global int *a)
{
  const int i = get_global_id(0);
  tmp = a[i] + i;
  a[i] = tmp;
}
