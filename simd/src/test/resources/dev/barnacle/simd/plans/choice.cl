// A switch on each lane's own value, and a return of some lanes.
kernel void choose(global int *a)
{
  int i = get_global_id(0);
  int x = a[i];
  if (x == 7)
    return;
  switch (x & 3) {
  case 0: x = a[i + 64]; break;
  case 1: x = x * x / 3; break;
  case 2: x = a[x]; break;
  }
  a[i] = x;
}
