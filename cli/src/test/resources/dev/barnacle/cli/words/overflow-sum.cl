// --global 2 --arg base=2147483647 --arg a=int[4]
kernel void k(global int *a, int base)
{
  int i = get_global_id(0);
  if (i == 1)
    a[i + base] = 1;
}
