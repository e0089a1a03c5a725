// options: -cl-std=CL3.0
// Larger than any Java array; what is zero at their end is not kept.
global uchar huge[3000000000];
global int sparse[1000000000] = {[2] = 7};
global int one = 1;
global int *global link[1000000000] = {[500] = &one};
kernel void touch(global uchar *out, ulong at) { *out = huge[at] + sparse[at] + (link[at] != 0); }
