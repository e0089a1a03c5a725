package dev.barnacle.llvm.jit;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds functions of the C library, libm and the compiler's run-time library in this process. */
final class ProcessSymbols {
  /**
   * Where compiled code finds conversions of half and arithmetic on 128 bits that the processor
   * lacks, by platform; those that exist are used.
   */
  private static final List<String> RUNTIME_LIBRARIES = List.of("libgcc_s.so.1");

  private ProcessSymbols() {}

  private static final class Lookups {
    static final SymbolLookup ALL = all();

    private static SymbolLookup all() {
      SymbolLookup lookup = Linker.nativeLinker().defaultLookup();
      for (String library : RUNTIME_LIBRARIES) {
        lookup = lookup.or(open(library));
      }
      return lookup;
    }

    private static SymbolLookup open(String library) {
      try {
        return SymbolLookup.libraryLookup(library, Arena.global());
      } catch (IllegalArgumentException e) {
        return name -> Optional.empty(); // a platform that has no such library
      }
    }
  }

  static @Nullable Long find(String name) {
    return Lookups.ALL.find(name).map(MemorySegment::address).orElse(null);
  }
}
