package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.AddressingMode;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.FilterMode;
import dev.barnacle.cl.MipFilter;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.CreateSampler;
import dev.barnacle.icd.internal.entry.CreateSamplerWithProperties;
import dev.barnacle.icd.internal.entry.GetSamplerInfo;
import dev.barnacle.icd.internal.entry.ReleaseSampler;
import dev.barnacle.icd.internal.entry.RetainSampler;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.SamplerHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.Map;
import java.util.function.Supplier;

/** Samplers (OpenCL API, 5.7). */
public final class SamplerCalls {
  private static final Properties NONE = new Properties(new long[0], Map.of());

  private SamplerCalls() {}

  public static long createSampler(long a) {
    CreateSampler call = new CreateSampler(a);
    return create(
        Handles.context(call.context()),
        NONE,
        call.normalizedCoords(),
        call.addressingMode(),
        call.filterMode(),
        () -> MipFilter.DEFAULT);
  }

  public static long createSamplerWithProperties(long a) {
    CreateSamplerWithProperties call = new CreateSamplerWithProperties(a);
    ContextHandle context = Handles.context(call.context());
    Properties properties = Properties.read(call.samplerProperties(), ErrorCode.CL_INVALID_VALUE);
    long normalized = 1;
    long addressing = AddressingMode.CLAMP.code();
    long filter = FilterMode.NEAREST.code();
    long mipFilter = FilterMode.NEAREST.code();
    float lodMin = MipFilter.DEFAULT.lodMin();
    float lodMax = MipFilter.DEFAULT.lodMax();
    for (Map.Entry<Long, Long> one : properties.values().entrySet()) {
      switch (Properties.small(one.getKey())) {
        case CL_SAMPLER_NORMALIZED_COORDS -> normalized = one.getValue();
        case CL_SAMPLER_ADDRESSING_MODE -> addressing = one.getValue();
        case CL_SAMPLER_FILTER_MODE -> filter = one.getValue();
        case CL_SAMPLER_MIP_FILTER_MODE_KHR -> mipFilter = one.getValue();
        case CL_SAMPLER_LOD_MIN_KHR -> lodMin = Float.intBitsToFloat(one.getValue().intValue());
        case CL_SAMPLER_LOD_MAX_KHR -> lodMax = Float.intBitsToFloat(one.getValue().intValue());
        default ->
            throw new ClException(
                ErrorCode.CL_INVALID_VALUE, "sampler property 0x" + Long.toHexString(one.getKey()));
      }
    }
    int mode = Properties.small(mipFilter);
    float least = lodMin;
    float most = lodMax;
    return create(
        context,
        properties,
        Properties.small(normalized),
        Properties.small(addressing),
        Properties.small(filter),
        () -> new MipFilter(FilterMode.of(mode).orElseThrow(() -> wrong(mode)), least, most));
  }

  private static long create(
      ContextHandle context,
      Properties properties,
      int normalized,
      int addressing,
      int filter,
      Supplier<MipFilter> mip) {
    context.checkImages();
    if (normalized != 0 && normalized != 1) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no cl_bool: " + normalized);
    }
    SamplerHandle made =
        new SamplerHandle(
            context
                .context()
                .sampler(
                    normalized != 0,
                    AddressingMode.of(addressing).orElseThrow(() -> wrong(addressing)),
                    FilterMode.of(filter).orElseThrow(() -> wrong(filter)),
                    mip.get()),
            context,
            properties);
    return made.register(made).address();
  }

  private static ClException wrong(int mode) {
    return new ClException(ErrorCode.CL_INVALID_VALUE, "no mode: 0x" + Integer.toHexString(mode));
  }

  public static long retainSampler(long a) {
    Handles.sampler(new RetainSampler(a).sampler()).retain();
    return 0;
  }

  public static long releaseSampler(long a) {
    Handles.sampler(new ReleaseSampler(a).sampler()).release();
    return 0;
  }

  public static long getSamplerInfo(long a) {
    GetSamplerInfo call = new GetSamplerInfo(a);
    SamplerHandle sampler = Handles.sampler(call.sampler());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_SAMPLER_REFERENCE_COUNT -> out.int32(sampler.references());
      case CL_SAMPLER_CONTEXT -> out.handle(sampler.context());
      case CL_SAMPLER_NORMALIZED_COORDS -> out.bool(sampler.sampler().isNormalized());
      case CL_SAMPLER_ADDRESSING_MODE -> out.int32(sampler.sampler().addressing().code());
      case CL_SAMPLER_FILTER_MODE -> out.int32(sampler.sampler().filter().code());
      case CL_SAMPLER_MIP_FILTER_MODE_KHR -> out.int32(sampler.sampler().mip().mode().code());
      case CL_SAMPLER_LOD_MIN_KHR ->
          out.int32(Float.floatToRawIntBits(sampler.sampler().mip().lodMin()));
      case CL_SAMPLER_LOD_MAX_KHR ->
          out.int32(Float.floatToRawIntBits(sampler.sampler().mip().lodMax()));
      case CL_SAMPLER_PROPERTIES -> out.longs(sampler.properties().words());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }
}
