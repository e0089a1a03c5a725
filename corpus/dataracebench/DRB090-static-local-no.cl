// A variable of the program in the place of a static one.
// None: a variable of the kernel is private.

kernel void static_local(global int *a)
{
  const int i = get_global_id(0);
  const int tmp = a[i] + i;
  a[i] = tmp;
}
