// Every odd element becomes one more than the element at half its place.
// None: only elements at even places are used.
kernel void linear(global int *a)
{
  const int i = get_global_id(0);
  a[2 * i + 1] = a[i & ~1] + 1;
}
