package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.fault.OutsideTexel;
import dev.barnacle.watch.internal.run.memory.Naming;

/** What is said of coordinates that an image has not got. */
final class ImageWords {
  private ImageWords() {}

  static String outside(AccessFault.OutsideImage fault) {
    Naming naming = fault.object().naming;
    OutsideTexel texel = fault.texel();
    String verb = fault.writes() ? "write to" : "read of";
    String at = naming.coordinates(texel.x(), texel.y(), texel.z());
    if (at.isEmpty()) {
      return verb + " coordinates outside of the image";
    }
    return verb
        + (texel.exact() ? " coordinates " : " coordinates of about ")
        + at
        + ", outside of the image of "
        + naming.imageExtent();
  }

  static String whyOutside(AccessFault.OutsideImage fault) {
    String texels = "an image has texels from 0 up to its sizes less one only";
    if (fault.writes()) {
      return texels;
    }
    return texels
        + (fault.texel().sampled()
            ? ", and a sampler with CLK_ADDRESS_NONE clamps no coordinates"
            : ", and a read without a sampler clamps no coordinates");
  }
}
