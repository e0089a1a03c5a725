// --global 2 --arg s=31 --arg a=int[4]
kernel void k(global int *a, int s)
{
  int i = get_global_id(0) + 1;
  a[i << s] = 1;
}
