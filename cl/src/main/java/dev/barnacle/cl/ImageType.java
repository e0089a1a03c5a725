package dev.barnacle.cl;

import java.util.Optional;

/** The shapes of images ({@code cl_mem_object_type}). */
public enum ImageType {
  /** {@code CL_MEM_OBJECT_IMAGE1D}. */
  IMAGE1D(0x10F4, 1, false),
  /** {@code CL_MEM_OBJECT_IMAGE1D_BUFFER}: a buffer's memory. */
  IMAGE1D_BUFFER(0x10F6, 1, false),
  /** {@code CL_MEM_OBJECT_IMAGE1D_ARRAY}. */
  IMAGE1D_ARRAY(0x10F5, 1, true),
  /** {@code CL_MEM_OBJECT_IMAGE2D}. */
  IMAGE2D(0x10F1, 2, false),
  /** {@code CL_MEM_OBJECT_IMAGE2D_ARRAY}. */
  IMAGE2D_ARRAY(0x10F3, 2, true),
  /** {@code CL_MEM_OBJECT_IMAGE3D}. */
  IMAGE3D(0x10F2, 3, false);

  private final int code;
  private final int dimensions;
  private final boolean array;

  ImageType(int code, int dimensions, boolean array) {
    this.code = code;
    this.dimensions = dimensions;
    this.array = array;
  }

  /** Returns OpenCL's number. */
  public int code() {
    return code;
  }

  /** Returns the type of OpenCL's number, empty where there is none. */
  public static Optional<ImageType> of(int code) {
    for (ImageType type : values()) {
      if (type.code == code) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** Returns 1, 2 or 3; of an array that of its layers. */
  public int dimensions() {
    return dimensions;
  }

  /** Returns whether it has layers. */
  public boolean isArray() {
    return array;
  }
}
