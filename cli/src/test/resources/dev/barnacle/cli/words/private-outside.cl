// --global 1 --arg n=5 --arg a=int[4]
kernel void k(global int *a, int n)
{
  int t[4] = {1, 2, 3, 4};
  a[0] = t[n];
}
