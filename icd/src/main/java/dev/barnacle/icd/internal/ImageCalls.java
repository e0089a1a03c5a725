package dev.barnacle.icd.internal;

import static dev.barnacle.icd.internal.Arguments.i;
import static dev.barnacle.icd.internal.Arguments.p;
import static dev.barnacle.icd.internal.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.MemoryFlag;

/** Images (OpenCL API, 5.3). No device has them, so none can be made. */
final class ImageCalls {
  private ImageCalls() {}

  private static ClException noImages() {
    return new ClException(ErrorCode.CL_INVALID_OPERATION, "no device has images");
  }

  static long createImage(long a) {
    Handles.context(p(a, 0));
    MemoryFlag.of(p(a, 1));
    throw noImages();
  }

  static long createImageWithProperties(long a) {
    Handles.context(p(a, 0));
    MemoryFlag.of(p(a, 2));
    throw noImages();
  }

  static long createImage2D(long a) {
    return createImage(a);
  }

  static long createImage3D(long a) {
    return createImage(a);
  }

  static long getSupportedImageFormats(long a) {
    Handles.context(p(a, 0));
    MemoryFlag.of(p(a, 1));
    int type = i(a, 2);
    if (type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no type of images: " + type);
    }
    if (i(a, 3) == 0 && p(a, 4) != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for formats");
    }
    Native.putIntIfWanted(p(a, 5), 0);
    return 0;
  }

  static long getImageInfo(long a) {
    Handles.memory(p(a, 0));
    throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "the memory object is no image");
  }
}
