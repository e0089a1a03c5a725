package dev.barnacle.llvm.jit;

import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.llvm.host.NativeLibrary;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds functions of the C library, libm and the compiler's run-time library. They are asked by
 * name, so what a program defines under these names is not taken for them.
 */
final class ProcessSymbols {
  /**
   * libm, with the C library that it needs; conversions of half and arithmetic on 128 bits that the
   * processor lacks. Those that the platform has are used.
   */
  private static final List<String> NAMES = List.of("libm.so.6", "libgcc_s.so.1");

  private ProcessSymbols() {}

  private static final class Libraries {
    static final List<NativeLibrary> ALL = all();

    private static List<NativeLibrary> all() {
      List<NativeLibrary> all = new ArrayList<>();
      for (String name : NAMES) {
        NativeLibrary.open(name).ifPresent(all::add);
      }
      return all;
    }
  }

  /** Returns the address; 0 if none of them has it. */
  static long find(String name) {
    for (NativeLibrary library : Libraries.ALL) {
      long address = library.find(name);
      if (address != 0) {
        return address;
      }
    }
    return NativeCall.find(name);
  }
}
