// --global 1
#ifdef MENDED
constant char name[] = "abc";
#else
constant char name[3] = "abc";
#endif
constant char part[3] = "abc";
kernel void k(global int *out)
{
  printf("%.3s %s\n", part, "whole");
  printf("%s\n", name);
  out[get_global_id(0)] = 1;
}
