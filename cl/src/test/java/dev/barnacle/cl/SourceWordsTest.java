package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.watch.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Findings quote operations from the sources of programs, wherever these have their text. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourceWordsTest {
  private static final String HEADER = "static int at(int row, int pitch) { return row*pitch; }\n";
  private static final String KERNEL =
      """
      #include "at.h"
      kernel void k(global int *a, int pitch) { a[at(get_global_id(0) + 1, pitch) * 2] = 1; }
      """;
  private static final String WHOLE =
      "kernel void k(global int *a, int pitch) { int y = 1 + get_global_id(0); a[y*pitch * 2] = 1;"
          + " }";
  private static final int PITCH = 1 << 30;

  private final Context context = Context.builder().watched().create();

  @AfterAll
  void close() {
    context.close();
  }

  private String why(Program program) {
    Buffer a = context.buffer(new int[4]);
    Report report = program.kernel("k").with(a, PITCH).check(NDRange.of(1));
    assertEquals(1, report.findings().size(), report::toString);
    return report.findings().getFirst().explanation();
  }

  private void assertQuoted(String product, Program program) {
    String why = why(program);
    assertTrue(why.startsWith("the 32-bit product " + product + " wrapped to -2147483648"), why);
  }

  @Test
  void ofAStringAndOfAnother() {
    assertQuoted("y*pitch * 2 in line 1", context.build(WHOLE, ""));
    String other = "\n" + WHOLE.replace("y*pitch * 2", "y * (pitch * 2)");
    assertQuoted("pitch * 2 in line 2", context.build(other, ""));
  }

  @Test
  void ofAFileAndWhatItIncludes(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("at.h"), HEADER);
    Path file = Files.writeString(folder.resolve("k.cl"), KERNEL);
    assertQuoted("at(get_global_id(0) + 1, pitch) * 2 in line 2", context.build(file, ""));
    Files.writeString(folder.resolve("at.h"), HEADER.replace("row*pitch", "row*pitch*3"));
    String why = why(context.build(file, ""));
    assertTrue(why.contains("product row*pitch*3 in line 1 of " + folder.resolve("at.h")), why);
  }

  @Test
  void ofAProgramThatIsLinkedAndOfItsHeaders() {
    ObjectCode code = context.compile("part.cl", KERNEL, Map.of("at.h", HEADER), "");
    ObjectCode other = context.compile("other.cl", "int other(int x) { return x; }", Map.of(), "");
    ObjectCode linked = context.link(List.of(code, other), "");
    assertQuoted("at(get_global_id(0) + 1, pitch) * 2 in line 2", context.load(linked));
    Map<String, String> names = Map.of("part.cl", "whole.cl");
    assertQuoted("at(get_global_id(0) + 1, pitch) * 2 in line 2", context.load(linked, names));
  }

  /** Two texts of one name: neither is sure to be the one. */
  @Test
  void aNameThatTwoSourcesHaveIsNotQuoted() {
    ObjectCode code = context.compile("part.cl", KERNEL, Map.of("at.h", HEADER), "");
    ObjectCode other = context.compile("part.cl", "int other(int x) { return x; }", Map.of(), "");
    String why = why(context.load(context.link(List.of(code, other), "")));
    assertTrue(why.startsWith("the 32-bit"), why);
    assertTrue(!why.contains("at(get_global_id(0) + 1, pitch)"), why);
  }

  /** A binary has no source, so the operation is told as the code has it. */
  @Test
  void aBinaryIsToldWithoutItsSource() {
    ObjectCode code = context.compile("nowhere.cl", WHOLE, Map.of(), "");
    ObjectCode read = ObjectCode.parse(context.link(List.of(code), "").binary());
    String why = why(context.load(read));
    assertTrue(why.contains("get_global_id(0)"), why);
    assertTrue(!why.contains("y*pitch"), why);
  }
}
