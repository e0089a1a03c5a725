// Includes a kernel file of CLIJ2 with what its host defines before it, for buffers of float of
// WIDTH by HEIGHT by DEPTH: reads go to the next pixel that is there.
#define AT __attribute__((overloadable)) static int at
AT(int2 p) { return clamp(p.y, 0, HEIGHT - 1) * WIDTH + clamp(p.x, 0, WIDTH - 1); }
AT(int4 p) { return clamp(p.z, 0, DEPTH - 1) * WIDTH * HEIGHT + at(p.xy); }
#define READ_IMAGE(image, sampler, p) (float4)(image[at(p)], 0, 0, 0)
#define WRITE_IMAGE(image, p, value) image[at(p)] = (value)
#define READ_src_IMAGE READ_IMAGE
#define WRITE_dst_IMAGE WRITE_IMAGE
#define WRITE_flag_dst_IMAGE WRITE_IMAGE
#define IMAGE_src_TYPE global float *
#define IMAGE_dst_TYPE global float *
#define IMAGE_flag_dst_TYPE global float *
#define CONVERT_dst_PIXEL_TYPE(value) ((float) (value))
#if DEPTH > 1
#define POS_src_TYPE int4
#define POS_src_INSTANCE(x, y, z, w) (int4)(x, y, z, w)
#else
#define POS_src_TYPE int2
#define POS_src_INSTANCE(x, y, z, w) (int2)(x, y)
#endif
#define POS_flag_dst_INSTANCE(x, y, z, w) (int4)(x, y, z, w)
#include CLIJ2_KERNEL
