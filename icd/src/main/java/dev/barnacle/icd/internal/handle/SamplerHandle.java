package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Sampler;
import dev.barnacle.icd.internal.abi.Properties;

/** {@code cl_sampler}. */
public final class SamplerHandle extends Handle {
  private final Sampler sampler;
  private final ContextHandle context;
  private final Properties properties;

  public SamplerHandle(Sampler sampler, ContextHandle context, Properties properties) {
    super(ErrorCode.CL_INVALID_SAMPLER);
    this.sampler = sampler;
    this.context = context;
    this.properties = properties;
    hold(context);
  }

  public Sampler sampler() {
    return sampler;
  }

  public ContextHandle context() {
    return context;
  }

  public Properties properties() {
    return properties;
  }

  @Override
  void free() {
    sampler.close();
  }
}
