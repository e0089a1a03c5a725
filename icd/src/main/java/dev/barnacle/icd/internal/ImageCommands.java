package dev.barnacle.icd.internal;

import static dev.barnacle.icd.internal.Arguments.p;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;

/** Commands on images (OpenCL API, 5.3.2 to 5.3.5). There are no images, so all are errors. */
final class ImageCommands {
  private ImageCommands() {}

  private static long noImage(long queue, long... memory) {
    Handles.queue(queue);
    for (long one : memory) {
      Handles.memory(one);
    }
    throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "the memory object is no image");
  }

  static long enqueueReadImage(long a) {
    return noImage(p(a, 0), p(a, 1));
  }

  static long enqueueWriteImage(long a) {
    return noImage(p(a, 0), p(a, 1));
  }

  static long enqueueFillImage(long a) {
    return noImage(p(a, 0), p(a, 1));
  }

  static long enqueueMapImage(long a) {
    return noImage(p(a, 0), p(a, 1));
  }

  static long enqueueCopyImage(long a) {
    return noImage(p(a, 0), p(a, 1), p(a, 2));
  }

  static long enqueueCopyImageToBuffer(long a) {
    return noImage(p(a, 0), p(a, 1), p(a, 2));
  }

  static long enqueueCopyBufferToImage(long a) {
    return noImage(p(a, 0), p(a, 1), p(a, 2));
  }
}
