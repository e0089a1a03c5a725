package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;

/** {@code cl_platform_id}: there is one. */
public final class PlatformHandle extends Handle {
  private PlatformHandle() {
    super(ErrorCode.CL_INVALID_PLATFORM);
  }

  private static final class Only {
    static final PlatformHandle PLATFORM = make();

    private static PlatformHandle make() {
      PlatformHandle platform = new PlatformHandle();
      return platform.register(platform, HandleTable.PLATFORM);
    }
  }

  public static PlatformHandle get() {
    return Only.PLATFORM;
  }

  @Override
  void free() {
    throw new IllegalStateException("the platform stays");
  }
}
