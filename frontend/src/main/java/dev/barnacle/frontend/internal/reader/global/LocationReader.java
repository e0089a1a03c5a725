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
  /** The bit of a function's line that says that it is the number of a SPIR-V module's word. */
  public static final int OF_WORD = 1 << 31;

  private final LlvmDebugInfo debugInfo;
  private final IdentityHashMap<LlvmDebugLocation, Location> known = new IdentityHashMap<>();

  public LocationReader(LlvmDebugInfo debugInfo) {
    this.debugInfo = debugInfo;
  }

  /** Returns the place that the instruction comes from; null where that is not known. */
  public @Nullable Location of(LlvmInstruction instruction) {
    return debugInfo.location(instruction).map(this::convert).orElse(null);
  }

  /** Returns the place of the function's definition; null where that is not known. */
  public @Nullable Location of(LlvmFunction function) {
    return debugInfo.location(function).map(LocationReader::ofFunction).orElse(null);
  }

  private static Location ofFunction(LlvmDebugLocation place) {
    boolean word = (place.line() & OF_WORD) != 0;
    return new Location(place.file(), place.line() & ~OF_WORD, word ? Location.WORD : 0);
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
