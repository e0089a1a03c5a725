package dev.barnacle.cl;

/**
 * A sampler's choice among the levels of a mipmapped image ({@code cl_khr_mipmap_image}; OpenCL
 * API, clCreateSamplerWithProperties). Kernels get the bounds in steps of 1/256, below 16.
 *
 * @param mode {@link FilterMode#NEAREST} for the nearest level, {@link FilterMode#LINEAR} for the
 *     mean of the two nearest, weighted by their nearness ({@code CL_SAMPLER_MIP_FILTER_MODE_KHR})
 * @param lodMin what a smaller level of detail becomes ({@code CL_SAMPLER_LOD_MIN_KHR})
 * @param lodMax what a greater one becomes ({@code CL_SAMPLER_LOD_MAX_KHR})
 */
public record MipFilter(FilterMode mode, float lodMin, float lodMax) {
  /** The default of a sampler: the nearest level, of all. */
  public static final MipFilter DEFAULT = new MipFilter(FilterMode.NEAREST, 0, Float.MAX_VALUE);

  // The library's image_mipmap.h reads these bits.
  private static final int LINEAR = 1 << 6;
  private static final int MIN_SHIFT = 7;
  private static final int MAX_SHIFT = 19;
  private static final int STEPS = 256;
  private static final int MOST = 0xfff;

  public MipFilter {
    if (Float.isNaN(lodMin) || Float.isNaN(lodMax)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a level of detail that is a NaN");
    }
  }

  /** Returns the bits in a sampler; 0 for the default. */
  int bits() {
    return (mode == FilterMode.LINEAR ? LINEAR : 0)
        | steps(lodMin) << MIN_SHIFT
        | (MOST - steps(lodMax)) << MAX_SHIFT;
  }

  private static int steps(float lod) {
    return (int) Math.clamp(Math.rint((double) lod * STEPS), 0, MOST);
  }
}
