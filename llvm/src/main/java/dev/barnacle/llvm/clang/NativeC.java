package dev.barnacle.llvm.clang;

import dev.barnacle.llvm.internal.ToolFolder;
import dev.barnacle.llvm.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compiles Barnacle's own C on the user's machine with the bundled clang: without headers or
 * libraries, for programs that have a C library.
 */
public final class NativeC {
  private NativeC() {}

  /** Returns clang's name of this machine, if it is one that such C is written for. */
  public static Optional<String> target() {
    return Machine.ofHost()
        .filter(m -> ToolFolder.platform().equals("linux-" + m.folderName()))
        .map(Machine::triple);
  }

  /** Returns the names of all machines that such C is written for. */
  public static List<String> targets() {
    return Machine.all().stream().map(Machine::triple).toList();
  }

  /**
   * Returns clang's options to compile C for a shared library.
   *
   * @param target one of {@link #targets}
   */
  public static List<String> options(String target) {
    List<String> options = new ArrayList<>(List.of("--target=" + target, "-std=c11", "-O2"));
    options.addAll(List.of("-ffreestanding", "-nostdinc", "-fPIC", "-fno-stack-protector"));
    options.addAll(List.of("-Wall", "-Werror"));
    options.addAll(Machine.ofTriple(target).clangOptions());
    return options;
  }
}
