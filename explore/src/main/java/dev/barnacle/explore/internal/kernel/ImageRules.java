package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.Argument;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import java.util.Objects;

/** The rules of kernels' accesses to images. */
public final class ImageRules {
  private ImageRules() {}

  /** Returns how a kernel may access an image: {@code read_only} or another word. */
  static String access(Function kernel, Parameter p) {
    KernelInfo info = Objects.requireNonNull(kernel.kernel());
    return info.arguments().get(p.index()).access();
  }

  /**
   * Checks that a kernel orders images by barriers alone, if it writes one, and reads none of
   * these: .cat files know no more of images.
   *
   * @throws ExploreException if it does not
   */
  public static void check(KernelLaunch launch, KernelCode code) throws ExploreException {
    for (Parameter p : launch.kernel().parameters()) {
      if (launch.arguments().get(p.index()) instanceof Argument.Image
          && access(launch.kernel(), p).equals("read_write")) {
        throw new ExploreException(
            "a .cat file takes no images that a kernel both reads and writes",
            launch.kernel().location());
      }
      if (launch.arguments().get(p.index()) instanceof Argument.Image
          && !access(launch.kernel(), p).equals("read_only")) {
        checkFences(code);
      }
    }
  }

  private static void checkFences(KernelCode code) throws ExploreException {
    for (Op op : code.ops()) {
      if (op.source instanceof Fence fence && fence.flags().contains(FenceFlag.IMAGE)) {
        throw new ExploreException(
            "a .cat file takes no fence of image memory other than a barrier", fence.location());
      }
    }
  }
}
