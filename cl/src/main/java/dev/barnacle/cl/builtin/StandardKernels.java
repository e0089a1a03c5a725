package dev.barnacle.cl.builtin;

import dev.barnacle.cl.BuiltInKernel;
import dev.barnacle.cl.BuiltInKernels;
import java.util.ArrayList;
import java.util.List;

/** The kernels that come with Barnacle; their names begin with {@code barnacle_}. */
public final class StandardKernels implements BuiltInKernels {
  @Override
  public List<BuiltInKernel> kernels() {
    List<BuiltInKernel> all = new ArrayList<>();
    for (KeyType key : KeyType.values()) {
      RadixSort sort = new RadixSort(key);
      all.add(
          new BuiltInKernel(
              "barnacle_sort_%1$s(global %1$s *keys, ulong count)".formatted(key.keyword()),
              sort::sort));
      all.add(
          new BuiltInKernel(
              "barnacle_sort_pairs_%1$s(global %1$s *keys, global uint *values, ulong count)"
                  .formatted(key.keyword()),
              sort::sortPairs));
    }
    all.add(
        new BuiltInKernel(
            "barnacle_fft_float2(const global float2 *in, write_only global float2 *out, uint"
                + " size, uint batch, int direction)",
            FourierTransform::run));
    all.add(
        new BuiltInKernel(
            "barnacle_matmul_float(uint m, uint n, uint k, float alpha, const global float *a,"
                + " const global float *b, float beta, global float *c)",
            MatrixProduct::run));
    return all;
  }
}
