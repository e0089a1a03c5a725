// Two sections, one a work-group.
// Race: both write x[0].
kernel void sections(global int *x)
{
  if (get_group_id(0) == 0)
    x[0] = 1;
  else
    x[0] = 2;
}
