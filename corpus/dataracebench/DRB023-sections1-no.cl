// Two sections, one a work-group.
// None: each has its variable.
kernel void sections(global int *x)
{
  if (get_group_id(0) == 0)
    x[0] = 1;
  else
    x[1] = 2;
}
