package dev.barnacle.icd.internal;

import static dev.barnacle.icd.internal.Arguments.p;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;

/** Samplers (OpenCL API, 5.7). No device has images, so none can be made. */
final class SamplerCalls {
  private SamplerCalls() {}

  static long createSampler(long a) {
    Handles.context(p(a, 0));
    throw new ClException(ErrorCode.CL_INVALID_OPERATION, "no device has images");
  }

  static long createSamplerWithProperties(long a) {
    return createSampler(a);
  }

  static long retainSampler(long a) {
    Handles.sampler(p(a, 0)).retain();
    return 0;
  }

  static long releaseSampler(long a) {
    Handles.sampler(p(a, 0)).release();
    return 0;
  }

  static long getSamplerInfo(long a) {
    Handles.sampler(p(a, 0));
    throw new ClException(ErrorCode.CL_INVALID_OPERATION, "no device has images");
  }
}
