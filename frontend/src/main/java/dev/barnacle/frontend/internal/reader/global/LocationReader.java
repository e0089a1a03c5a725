package dev.barnacle.frontend.internal.reader.global;

import dev.barnacle.ir.Location;
import dev.barnacle.llvm.view.LlvmDebugInfo;
import dev.barnacle.llvm.view.LlvmDebugLocation;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Places in the source, from LLVM's debug information. */
public final class LocationReader {
  private final LlvmDebugInfo debugInfo;
  private final IdentityHashMap<LlvmDebugLocation, Location> known = new IdentityHashMap<>();

  public LocationReader(LlvmDebugInfo debugInfo) {
    this.debugInfo = debugInfo;
  }

  /** Where the instruction comes from; null where that is not known. */
  public @Nullable Location of(LlvmInstruction instruction) {
    return debugInfo.location(instruction).map(this::convert).orElse(null);
  }

  /** Where the function is defined; null where that is not known. */
  public @Nullable Location of(LlvmFunction function) {
    return debugInfo
        .location(function)
        .map(place -> new Location(place.file(), place.line(), 0))
        .orElse(null);
  }

  private Location convert(LlvmDebugLocation place) {
    Location found = known.get(place);
    if (found == null) {
      found =
          new Location(
              place.file(),
              place.line(),
              place.column(),
              place.inlinedAt().map(this::convert).orElse(null));
      known.put(place, found);
    }
    return found;
  }
}
