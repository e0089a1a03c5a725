package dev.barnacle.frontend.internal.clang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DependencyFileTest {
  @Test
  void namesAreUnquotedAndTheSourceIsLeftOut() {
    assertEquals(
        List.of("dir/a b.h", "x#y.h", "$z.h", "last.h"),
        DependencyFile.parse("x: main.cl dir/a\\ b.h \\\n  x\\#y.h $$z.h \\\n  last.h\n"));
    assertEquals(List.of(), DependencyFile.parse("x: main.cl\n"));
    assertEquals(List.of(), DependencyFile.parse(""));
  }
}
