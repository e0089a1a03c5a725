// Two teams, one a work-group, double element 50.
// Race: both change it.
kernel void teams(global int *a)
{
  a[50] *= 2;
}
