package dev.barnacle.icd.internal;

import dev.barnacle.cl.ErrorCode;

/** {@code cl_sampler}; there is none as long as no device has images. */
abstract class SamplerHandle extends Handle {
  SamplerHandle() {
    super(ErrorCode.CL_INVALID_SAMPLER);
  }
}
