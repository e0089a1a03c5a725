package dev.barnacle.frontend.internal.clang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.llvm.LlvmContext;
import dev.barnacle.llvm.LlvmModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryTest {
  @Test
  void theBuiltLibraryIsAmongTheResources() {
    assertTrue(Library.version().matches("[0-9a-f]{64}"), Library.version());
    try (LlvmContext context = LlvmContext.create();
        LlvmModule library = LlvmModule.parseBitcode(context, "library", Library.bitcode())) {
      library.verify();
      assertTrue(library.definedFunctions().contains("_Z13get_global_idj"));
      for (String name : library.declaredFunctions()) {
        assertTrue(name.startsWith("llvm.") || name.contains("__barnacle_"), name);
      }
      String text = library.toString();
      assertFalse(text.contains("!DILocation"), "debug information");
      assertEquals(
          List.of(),
          text.lines()
              .filter(l -> l.startsWith("define ") && !l.startsWith("define linkonce_odr hidden "))
              .toList());
    }
  }

  @Test
  void onlyWhatAProgramUsesIsLinked() {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program =
            LlvmModule.parseText(
                context,
                "program",
                """
                declare spir_func i32 @_Z3absi(i32)
                declare spir_func i64 @_Z13get_global_idj(i32)
                define spir_kernel void @k(ptr addrspace(1) %p) {
                  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
                  ret void
                }
                """)) {
      ProgramLinker.link(program, PrivateVariables.VALUES);
      assertEquals(List.of("k"), program.definedFunctions());
      assertEquals(1, program.declaredFunctions().size(), program.toString());
      assertTrue(program.declaredFunctions().getFirst().contains("__barnacle_get_global_id"));
    }
  }

  @Test
  void theBuildIsDoneAgainOnlyWhenSomethingChanged(@TempDir Path folder) throws Exception {
    Path sources = Files.createDirectory(folder.resolve("sources"));
    Path output = folder.resolve("output");
    Files.writeString(sources.resolve("library.list"), "# in order\na.cl\n\nb.cl\n");
    Files.writeString(
        sources.resolve("a.cl"), "int __attribute__((overloadable)) f(int x) { return x + 1; }\n");
    Files.writeString(
        sources.resolve("b.cl"), "int __attribute__((overloadable)) g(int x) { return x + 2; }\n");
    String[] arguments = {sources.toString(), output.toString()};
    LibraryBuilder.main(arguments);
    Path bitcode = output.resolve(Library.BITCODE);
    byte[] first = Files.readAllBytes(bitcode);
    Files.writeString(bitcode, "left alone");
    LibraryBuilder.main(arguments);
    assertEquals("left alone", Files.readString(bitcode));
    Files.writeString(
        sources.resolve("b.cl"), "int __attribute__((overloadable)) h(int x) { return x + 3; }\n");
    LibraryBuilder.main(arguments);
    try (LlvmContext context = LlvmContext.create();
        LlvmModule before = LlvmModule.parseBitcode(context, "before", first);
        LlvmModule after = LlvmModule.parseBitcode(context, "after", Files.readAllBytes(bitcode))) {
      assertEquals(List.of("_Z1fi", "_Z1gi"), before.definedFunctions());
      assertEquals(List.of("_Z1fi", "_Z1hi"), after.definedFunctions());
    }
  }
}
