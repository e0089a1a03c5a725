package dev.barnacle.frontend.internal.clang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryTest {
  @Test
  void theBuiltLibraryIsAmongTheResources() {
    assertTrue(Library.version().matches("[0-9a-f]{64}"), Library.version());
    assertEquals(1, Library.partsWith(List.of("_Z13get_global_idj")).size());
    assertEquals(List.of(), Library.partsWith(List.of("_Z13get_globol_idj", "_Z99x", "_Z", "")));
    Library.parts().forEach(LibraryTest::checkPart);
  }

  /** A part is whole in itself, and all in it goes where nobody uses it. */
  private static void checkPart(byte[] bitcode) {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule part = LlvmModule.parseBitcode(context, "part", bitcode)) {
      part.verify();
      for (String name : part.declaredFunctions()) {
        boolean isOfReader = name.contains("__barnacle_") || name.equals("printf");
        assertTrue(name.startsWith("llvm.") || isOfReader, name);
      }
      String text = part.toString();
      assertFalse(text.contains("!DILocation"), "debug information");
      assertEquals(
          List.of(),
          text.lines()
              .filter(l -> l.startsWith("define ") && !l.startsWith("define linkonce_odr hidden "))
              .toList());
    }
  }

  @Test
  void functionsOfSeveralPartsAreLinkedTogether() {
    List<String> functions = List.of("_Z3absi", "_Z4tanhf", "_Z6lgammad");
    assertTrue(Library.partsWith(functions).size() > 1);
    try (LlvmContext context = LlvmContext.create();
        LlvmModule program =
            LlvmModule.parseText(
                context,
                "program",
                """
                declare spir_func i32 @_Z3absi(i32)
                declare spir_func float @_Z4tanhf(float)
                declare spir_func double @_Z6lgammad(double)
                define spir_kernel void @k(ptr addrspace(1) %p) {
                  %i = call spir_func i32 @_Z3absi(i32 -1)
                  %f = call spir_func float @_Z4tanhf(float 1.0)
                  %d = call spir_func double @_Z6lgammad(double 1.0)
                  ret void
                }
                """)) {
      ProgramLinker.link(program, PrivateVariables.VALUES);
      program.verify();
      assertTrue(program.declaredFunctions().stream().noneMatch(functions::contains));
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
    Path index = output.resolve(Library.INDEX);
    assertEquals("f g\n", Files.readString(index));
    Files.writeString(index, "left alone");
    LibraryBuilder.main(arguments);
    assertEquals("left alone", Files.readString(index));
    Files.writeString(
        sources.resolve("b.cl"), "int __attribute__((overloadable)) h(int x) { return x + 3; }\n");
    LibraryBuilder.main(arguments);
    assertEquals("f h\n", Files.readString(index));
    try (LlvmContext context = LlvmContext.create();
        LlvmModule after =
            LlvmModule.parseBitcode(
                context, "after", Files.readAllBytes(output.resolve(Library.partFile(0))))) {
      assertEquals(List.of("_Z1fi", "_Z1hi"), after.definedFunctions());
    }
  }
}
