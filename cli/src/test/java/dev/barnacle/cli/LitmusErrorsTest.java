package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code barnacle litmus} says of tests, models and expectations that it can't use. */
final class LitmusErrorsTest extends LitmusCommandRuns {
  @Test
  void answersTheOtherFilesWhenOneIsBad(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("a.litmus"), "C a\n{}\nP0 (int* x) { *x = ; }\nexists (x=1)");
    Files.writeString(folder.resolve("b.litmus"), STORE_BUFFERING);
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", folder.toString()));
    assertTrue(err.toString().contains("a.litmus:3:20: error: "), err.toString());
    assertTrue(out.toString().contains("Observation sb Sometimes 1 3"), out.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "X86 a|{ x = 0; }|exists (x=0) # :1:1: error: expected the header 'C name' or 'OPENCL"
            + " name', found 'X86'",
        "C a|{ x = 0; }|P0 (int* x) { *x = 1; }|exists (1:r0=0)"
            + " # :4:9: error: there is no thread 1",
        "C a|{ x = 0; }|P0 (int* x) { int r = *y; }|exists (x=0)"
            + " # :3:24: error: unknown name 'y': no parameter or variable of this thread",
        "C a|{ x = 0; }|P0 (int* x) { int r = 1; *r = 2; }|exists (x=0)"
            + " # :3:26: error: expected a pointer to an object",
        "C a|{ x = 0; }|P0 (float* x) { *x = 1; }|exists (x=0)"
            + " # :3:5: error: type 'float' is not supported in litmus tests",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (0:q=0)"
            + " # :4:9: error: P0 has no register 'q' (it has r)",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|~exists (x=0 /\\ 0:r=0 /\\ 0:q=1)"
            + " # :4:26: error: P0 has no register 'q' (it has r)",
        "C a|{ x = 0; }|P0 (int* x) { *x = 1; }|P1 (int* x) { int r = *x; }|forall (0:r=0)"
            + " # :5:9: error: P0 has no register 'r' (it has none), but P1 has",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (0:x=0)"
            + " # :4:9: error: 'x' is a parameter of P0, no register: its location is written"
            + " 'x' or '[x]'",
        "C a|{ x = 0; y = 0; }|P0 (int* x) { int r = *x; }|exists (0:y=0) # :4:9: error: 'y' is a"
            + " location, no register: its location is written 'y' or '[y]'",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (r=0)"
            + " # :4:9: error: there is no location 'r'",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|locations [x; 0:q;] exists (x=0)"
            + " # :4:15: error: P0 has no register 'q' (it has r)",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|filter (0:q=0) exists (x=0)"
            + " # :4:9: error: P0 has no register 'q' (it has r)",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (0:r = 0:q)"
            + " # :4:15: error: P0 has no register 'q' (it has r)",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (0:r = z)"
            + " # :4:15: error: there is no location 'z'",
        "C a|{ int x[2] = {0,0}; }|P0 (int* x) { int r = x[1]; }|exists (x[2]=0)"
            + " # :4:9: error: 'x' has 2 elements",
        "C a|{ int x[2] = {0,0}; }|P0 (int* x) { int r = x[1]; }|exists (0:x={0,0})"
            + " # :4:9: error: only a location that is an array is compared with {…}",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (x[1]=0)"
            + " # :4:9: error: 'x' has 1 element",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (0:r[1]=0)"
            + " # :4:9: error: P0 has no register 'r[1]' (it has r)",
        "C a|{ x = 0; }|P0 (int* x) { int r = *x; }|exists (7:r=0)"
            + " # :4:9: error: there is no thread 7",
        "OPENCL a|{ [x] = 0; }|P0@wg 0, dev 0 (global int* x) { int r = *x; }|exists (0:q=0)"
            + " # :4:9: error: P0 has no register 'q' (it has r)",
        "OPENCL a|{ [x] = 0; }|P0@wg 0, dev 0 (global int* x) { int r = *x; }|forall (0:x=0)"
            + " # :4:9: error: 'x' is a parameter of P0, no register: its location is written"
            + " 'x' or '[x]'",
        "C a|{ x = 0; }|P0 (int* x) { goto l; }|exists (x=0)"
            + " # :3:20: error: expected an expression or statement, found 'l'",
      })
  void namesThePlaceOfAnError(String text, String error, @TempDir Path folder) throws IOException {
    Path bad = Files.writeString(folder.resolve("a.litmus"), text.replace('|', '\n'));
    Path good = Files.writeString(folder.resolve("b.litmus"), STORE_BUFFERING);
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", bad.toString(), good.toString()));
    assertEquals(bad + error, err.toString().strip());
    assertTrue(out.toString().contains("Observation sb Sometimes 1 3"), out.toString());
  }

  @Test
  void namesTheModelsAndThePlaceOfAnErrorInOne(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--model", "c12", file.toString()));
    assertTrue(err.toString().contains("c11-original"), err.toString());
    Path cat = Files.writeString(folder.resolve("m.cat"), "acyclic sb | rff as A");
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--model", cat.toString(), file.toString()));
    assertTrue(err.toString().contains("m.cat:1:14: error: unknown name 'rff'"), err.toString());
    Path co = Files.writeString(folder.resolve("co.cat"), "acyclic po | rf | co as A");
    assertEquals(ExitStatus.OK, run("litmus", "--model", co.toString(), file.toString()));
    assertTrue(
        err.toString()
            .contains("co.cat:1:19: warning: 'co' is that of \"cos.cat\", which is not included"),
        err.toString());
    Path all = Files.writeString(folder.resolve("all.cat"), "let a = sb");
    assertEquals(ExitStatus.OK, run("litmus", "--model", all.toString(), file.toString()));
    assertTrue(
        err.toString().contains("all.cat:1:1: warning: the model has no axiom"), err.toString());
    Path mo = Files.writeString(folder.resolve("mo.cat"), "acyclic sb | mo as A");
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--model", mo.toString(), file.toString()));
    assertTrue(
        err.toString()
            .contains(
                "mo.cat:1:14: error: unknown name 'mo'; include \"c11-base.cat\" or include"
                    + " \"opencl-base.cat\" define it"),
        err.toString());
  }

  @Test
  void saysWhatHasNoExpectationAndWhichFilesAreMissing(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    Files.writeString(folder.resolve("other.litmus"), STORE_BUFFERING);
    String header = "file,model,condition_holds,race_free\n";
    Path csv = Files.writeString(folder.resolve("e.csv"), header + "sb.litmus,c11,1,1\n");
    String[] command = {"litmus", folder.toString(), "--expect", csv.toString()};
    assertEquals(ExitStatus.OK, run(command));
    assertEquals(
        "1 of 1 verdicts agree, 1 test without an expectation not run", out.toString().strip());
    Files.writeString(csv, header + "sb.litmus,c11,1,1\ngone.litmus,c11,1,1\n");
    assertEquals(ExitStatus.BAD_INPUT, run(command));
    assertEquals(
        csv + ":3:1: error: there is no file '" + folder.resolve("gone.litmus") + "'",
        err.toString().strip());
    assertTrue(out.toString().contains("1 of 1 verdicts agree"), out.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "sb.litmus # 1:1: error: expected file,model,condition_holds,race_free, found 1 cell",
        "sb.litmus,c11,1,1,1 # 1:1: error: expected file,model,condition_holds,race_free, found 5"
            + " cells",
        "sb.litmus,c11,yes,1 # 1:15: error: expected 1, 0 or nothing, found 'yes'",
        "sb.litmus,c11,1,maybe # 1:17: error: expected 1, 0 or nothing, found 'maybe'",
        ",c11,1,1 # 1:1: error: expected the name of a file",
        "sb.litmus,opencl-scope,1,1 # 1:11: error: there is no model 'opencl-scope'; did you mean"
            + " 'opencl-scoped'? (expected c11, c11-original, opencl, opencl-scoped, opencl-3.1,"
            + " sc, rc11, tso, ptx, vulkan or a .cat file)",
      })
  void namesThePlaceOfAnErrorInExpectations(String line, String error, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    Path csv = Files.writeString(folder.resolve("e.csv"), line);
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", file.toString(), "--expect", csv.toString()));
    assertEquals(csv + ":" + error, err.toString().strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "let a = sb | R #:1:14: error: expected a relation as on the left, found a set of events",
        "let rec f (x) = f (x) acyclic (f sb) #:1:19: error: the recursion of this function does"
            + " not end",
        "let rec r = sb | ~r acyclic r #:1:9: error: a recursive name stands where more of it would"
            + " give less of the result",
        "let rec r = rff | r acyclic r #:1:13: error: unknown name 'rff'; did you mean 'rf'?",
        "include \"m.cat\" acyclic sb #:1:1: error: \"m.cat\" includes itself: m.cat → m.cat",
        "include \"gone.cat\" acyclic sb #:1:1: error: there is no file \"gone.cat\"",
        "acyclic (sb | rf #:1:17: error: expected ')', found the end of the file",
        "empty R * sb #:1:11: error: expected a set of events, found a relation",
      })
  void namesThePlaceOfAnErrorInAModel(String text, String error, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    Path cat = Files.writeString(folder.resolve("m.cat"), text);
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--model", cat.toString(), file.toString()));
    assertEquals(cat + error, err.toString().strip());
  }

  /** Models that other tools pass over are answered: what is drawn changes no verdict. */
  @Test
  void warnsOfAnUnknownNameThatIsOnlyShown(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    Path cat = Files.writeString(folder.resolve("m.cat"), "show rff\nacyclic sb");
    assertEquals(
        ExitStatus.OK, run("litmus", "--model", cat.toString(), file.toString(), file.toString()));
    assertEquals(
        cat + ":1:6: warning: not shown: unknown name 'rff'; did you mean 'rf'?",
        err.toString().strip());
  }

  @Test
  void refusesWhatIsNoTextInOneLineAndAnswersTheOthers(@TempDir Path folder) throws IOException {
    Path good = Files.writeString(folder.resolve("sb.litmus"), STORE_BUFFERING);
    Path binary = Files.write(folder.resolve("b.litmus"), new byte[] {(byte) 0xff, 0, 1});
    Path empty = Files.writeString(folder.resolve("e.litmus"), "");
    Path gone = folder.resolve("gone.litmus");
    Path nothing = Files.createDirectory(folder.resolve("nothing"));
    assertEquals(
        ExitStatus.BAD_INPUT,
        run(
            "litmus",
            "--jobs",
            "1",
            binary.toString(),
            empty.toString(),
            gone.toString(),
            good.toString()));
    List<String> lines = err.toString().lines().toList();
    assertEquals(3, lines.size(), err.toString());
    assertEquals(binary + ": error: not UTF-8 text", lines.get(0));
    assertTrue(lines.get(1).startsWith(empty + ":1:1: error: expected the header"), lines.get(1));
    assertEquals(gone + ": error: no such file or directory", lines.get(2));
    assertTrue(out.toString().contains("Observation sb Sometimes 1 3"), out.toString());
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", nothing.toString()));
    assertEquals(
        nothing + ": error: there are no .litmus files in this directory", err.toString().strip());
    for (Path model : List.of(binary, nothing)) {
      Path cat = Path.of(model + ".cat");
      Files.move(model, cat);
      assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--model", cat.toString(), good.toString()));
      String what = model.equals(binary) ? "not UTF-8 text" : "is a directory";
      assertEquals(cat + ": error: " + what, err.toString().strip());
    }
    assertEquals(ExitStatus.BAD_INPUT, run("litmus", "--model", "c12", good.toString()));
    assertTrue(
        err.toString().startsWith("error: there is no model 'c12'; did you mean 'c11'? (expected"),
        err.toString());
  }
}
