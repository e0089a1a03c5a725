/* An image is sharpened.
   Mended: the output is another image.
   See README.md. */
#include "program.h"

static handle image(void)
{
  const struct {
    unsigned type;
    size_t width, height, depth, layers, row, slice;
    unsigned levels, samples;
    handle from;
  } shape = {0x10F1, 8, 8}; /* CL_MEM_OBJECT_IMAGE2D */
  const unsigned format[] = {0x10B5, 0x10DE}; /* CL_RGBA, CL_FLOAT */
  static char zeros[1024];
  int error;
  handle made = clCreateImage(context, READ_WRITE | COPY_HOST_PTR, format, &shape, zeros, &error);
  CHECK(error);
  return made;
}

int main(void)
{
  begin("kernel void sharpen(read_only image2d_t in, write_only image2d_t out) {\n"
        "  const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
        "  const float4 left = read_imagef(in, (int2)(max(at.x - 1, 0), at.y));\n"
        "  write_imagef(out, at, 2 * read_imagef(in, at) - left);\n"
        "}\n",
        0);
  handle sharpen = kernel("sharpen"), luminance = image();
  argument(sharpen, 0, luminance);
  argument(sharpen, 1, image());
  const size_t global[] = {8, 8};
  CHECK(clEnqueueNDRangeKernel(queue, sharpen, 2, NULL, global, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
