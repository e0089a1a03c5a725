// Two teams, one a work-group, double element 50.
// None: only the first team does.
kernel void teams(global int *a)
{
  if (get_group_id(0) == 0)
    a[50] *= 2;
}
