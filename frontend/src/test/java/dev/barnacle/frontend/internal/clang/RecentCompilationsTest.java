package dev.barnacle.frontend.internal.clang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.CompileRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentCompilationsTest {
  private static final Manifest NOTHING = new Manifest(List.of(), List.of());

  private final RecentCompilations recent = new RecentCompilations(1 << 20);
  @TempDir private Path folder;

  private static String key(CompileRequest request) throws Exception {
    try (SourceInput input = SourceInput.open(request)) {
      return input.key();
    }
  }

  private byte[] object(CompileRequest request) throws Exception {
    return new Compilation(request, Optional.empty(), recent).runToObject().bitcode();
  }

  @Test
  void theObjectOfAProgramThatWasJustBuiltIsNotCompiledAgain() throws Exception {
    CompileRequest request = CompileRequest.of("k.cl", "kernel void k(global int *p) { *p = 1; }");
    new Compilation(request, Optional.empty(), recent).run();
    assertTrue(recent.find(key(request)).isPresent());
    assertArrayEquals(object(request), object(request)); // clang writes other bytes each time
    byte[] other = object(CompileRequest.of("k.cl", "kernel void other() {}"));
    recent.add(key(request), new SourceInput.Compiled(other, "", Optional.of(NOTHING)));
    assertArrayEquals(other, object(request), "clang has run again");
  }

  @Test
  void aHeaderThatHasChangedSinceIsSeen() throws Exception {
    Path header = Files.writeString(folder.resolve("value.h"), "#define VALUE 1\n");
    Files.setLastModifiedTime(header, java.nio.file.attribute.FileTime.fromMillis(0));
    CompileRequest request =
        CompileRequest.of(
            "k.cl", "#include \"" + header + "\"\nkernel void k(global int *p) { *p = VALUE; }");
    new Compilation(request, Optional.empty(), recent).run();
    assertTrue(recent.find(key(request)).isPresent());
    byte[] before = object(request);
    Files.writeString(header, "#define VALUE 2\n");
    assertFalse(recent.find(key(request)).isPresent());
    assertFalse(java.util.Arrays.equals(before, object(request)));
  }

  @Test
  void theOldestGoesFirst() {
    for (String key : List.of("a", "b", "c")) {
      recent.add(key, new SourceInput.Compiled(new byte[400_000], "", Optional.of(NOTHING)));
    }
    assertEquals(
        List.of(false, true, true),
        List.of("a", "b", "c").stream().map(k -> recent.find(k).isPresent()).toList());
  }

  @Test
  void whatDependsOnMoreThanFilesIsNotRemembered() {
    recent.add("a", new SourceInput.Compiled(new byte[1], "", Optional.empty()));
    assertFalse(recent.find("a").isPresent());
  }
}
