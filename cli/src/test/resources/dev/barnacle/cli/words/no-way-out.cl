// --global 2 --local 1
kernel void k(global int *out)
{
  for (;;)
    out[get_global_id(0)] = 1;
}
