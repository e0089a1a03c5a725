// options: -cl-std=CL1.2
kernel void k(global float4 *f, global char *c) {
  printf("nothing\n");
  printf("%d %5.3f %v4hlf %s %c %p 100%%\n", get_work_dim(), f[0].x, f[1], "text", c[0], f);
}
