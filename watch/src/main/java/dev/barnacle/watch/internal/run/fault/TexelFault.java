package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;

/**
 * A work-item reads a texel that it has written itself, without a fence of image memory since.
 *
 * @param offset the texel's first byte in the image
 */
public record TexelFault(Access write, Access read, WatchedObject object, long offset, int bytes)
    implements Fault {
  @Override
  public FindingKind kind() {
    return FindingKind.MISSING_FENCE;
  }

  @Override
  public List<Access> accesses() {
    return List.of(write, read);
  }
}
