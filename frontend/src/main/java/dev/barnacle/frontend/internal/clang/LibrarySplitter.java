package dev.barnacle.frontend.internal.clang;

import dev.barnacle.llvm.module.Linkage;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.module.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Splits the OpenCL C library into parts, so that a program's build reads the parts that it uses
 * and not 13,000 functions. All functions of one name are in one part, together with all that they
 * call: a part is linked without the others.
 */
final class LibrarySplitter {
  /** A part of one name alone may be larger. */
  private static final int MOST_BYTES = 40_000;

  private final List<Part> parts = new ArrayList<>();

  private LibrarySplitter() {}

  /**
   * A part.
   *
   * @param names what {@link Library#nameOf} says of the functions that are looked for here
   * @param bitcode those functions and what they need
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Part(List<String> names, byte[] bitcode) {}

  /** Splits the module, which has only definitions of linkage {@code linkonce_odr}. */
  static List<Part> split(LlvmModule library) {
    Set<String> names = new TreeSet<>();
    library.definedFunctions().forEach(f -> names.add(Library.nameOf(f)));
    LibrarySplitter splitter = new LibrarySplitter();
    splitter.split(new Part(List.copyOf(names), library.toBitcode()));
    return splitter.parts;
  }

  private void split(Part part) {
    int count = part.names().size();
    if (count <= 1 || part.bitcode().length <= MOST_BYTES) {
      parts.add(part);
      return;
    }
    split(select(part, part.names().subList(0, count / 2)));
    split(select(part, part.names().subList(count / 2, count)));
  }

  private static Part select(Part whole, List<String> names) {
    Set<String> wanted = Set.copyOf(names);
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseBitcode(context, "library", whole.bitcode())) {
      module.setLinkage(
          f -> wanted.contains(Library.nameOf(f)), Linkage.EXTERNAL, Visibility.HIDDEN);
      module.runPasses("globaldce");
      module.setLinkage(f -> true, Linkage.LINK_ONCE_ODR, Visibility.HIDDEN);
      return new Part(names, module.toBitcode());
    }
  }
}
