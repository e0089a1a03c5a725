// Sobel edge detection on a grey picture from a file (scene.png): byte loads, integer arithmetic on
// vectors, saturating conversion.
//
//   ./barnacle run examples/sobel.cl --launch examples/sobel.json --png edges=320x240:edges.png

// pixels: width * height grey levels in rows; edges: the gradient's length, at most 255. Pixels outside
// of the picture repeat its border.
kernel void sobel(global const uchar *pixels, global uchar *edges, int width, int height)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int left = max(x - 1, 0), right = min(x + 1, width - 1);
  global const uchar *above = pixels + max(y - 1, 0) * width;
  global const uchar *here = pixels + y * width;
  global const uchar *below = pixels + min(y + 1, height - 1) * width;
  const int3 weights = (int3)(1, 2, 1);
  const int3 horizontal = weights * ((int3)(above[right], here[right], below[right]) -
                                     (int3)(above[left], here[left], below[left]));
  const int3 vertical = weights * ((int3)(below[left], below[x], below[right]) -
                                   (int3)(above[left], above[x], above[right]));
  const int gx = horizontal.x + horizontal.y + horizontal.z;
  const int gy = vertical.x + vertical.y + vertical.z;
  edges[y * width + x] = convert_uchar_sat_rte(sqrt((float)(gx * gx + gy * gy)));
}
