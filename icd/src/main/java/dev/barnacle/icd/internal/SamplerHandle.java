package dev.barnacle.icd.internal;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Sampler;

/** {@code cl_sampler}. */
final class SamplerHandle extends Handle {
  private final Sampler sampler;
  private final ContextHandle context;
  private final Properties properties;

  SamplerHandle(Sampler sampler, ContextHandle context, Properties properties) {
    super(ErrorCode.CL_INVALID_SAMPLER);
    this.sampler = sampler;
    this.context = context;
    this.properties = properties;
    hold(context);
  }

  Sampler sampler() {
    return sampler;
  }

  ContextHandle context() {
    return context;
  }

  Properties properties() {
    return properties;
  }

  @Override
  void free() {
    sampler.close();
  }
}
