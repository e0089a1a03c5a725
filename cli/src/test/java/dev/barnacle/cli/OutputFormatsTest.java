package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.contrastsecurity.sarif.Result;
import com.contrastsecurity.sarif.SarifSchema210;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** What {@code --output} promises: formats that others read, and findings that keep their names. */
class OutputFormatsTest {
  private static final ObjectMapper MAPPER;

  static {
    // The readers of others are modules that this one does not name.
    Module own = OutputFormatsTest.class.getModule();
    ModuleLayer.boot().modules().forEach(module -> own.addReads(module));
    MAPPER = new ObjectMapper();
  }

  private static final String RACE =
      """
      kernel void race(global int *x, local int *tile) {
        int i = get_local_id(0);
        tile[i] = x[get_global_id(0)];
        x[get_global_id(0)] = tile[(i + 1) % get_local_size(0)];
      }
      """;
  private static final String CLEAN =
      "kernel void clean%d(global int *x) { x[get_global_id(0)] *= 2; }\n";

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private JsonNode sarif(int status, String... arguments) throws IOException {
    Path log = folder.resolve("log.sarif");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--output");
    all.add("sarif=" + log);
    CommandRunner.Result result = CommandRunner.run(all.toArray(String[]::new));
    assertEquals(status, result.status(), () -> result.out() + result.err());
    JsonNode json = MAPPER.readTree(log.toFile());
    try (InputStream schema =
        SarifSchema210.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      JsonSchema rules =
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
              .getSchema(MAPPER.readTree(schema));
      assertEquals(List.of(), List.copyOf(rules.validate(json)), json::toPrettyString);
    }
    return json.path("runs").path(0);
  }

  private static List<String> texts(JsonNode array, String pointer) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(element -> element.at(pointer).asText())
        .toList();
  }

  private static JsonNode first(JsonNode array, String pointer, String value) {
    return array.path(texts(array, pointer).indexOf(value));
  }

  @Test
  void aFolderOfAHundredKernelsIsOneValidSarifLog() throws IOException {
    for (int i = 0; i < 98; i++) {
      write("clean" + i + ".cl", CLEAN.formatted(i));
    }
    write("race.cl", RACE);
    write("broken.cl", "kernel void broken(global int *x) { x[0] = y; }\n");
    JsonNode run = sarif(2, "check", folder.toString());
    assertEquals(2, run.at("/invocations/0/exitCode").asInt());
    assertTrue(texts(run.path("results"), "/ruleId").contains("data-race"), run.toPrettyString());
    assertTrue(texts(run.path("results"), "/ruleId").contains("build-error"));
    JsonNode race = first(run.path("results"), "/ruleId", "data-race");
    assertEquals(2, race.at("/codeFlows/0/threadFlows").size(), race.toPrettyString());
    assertEquals(3, race.at("/relatedLocations/0/physicalLocation/region/startLine").asInt());
    assertTrue(
        race.at("/message/text").asText().contains("help: Put barrier(CLK_LOCAL_MEM_FENCE)"));
    JsonNode rule = first(run.at("/tool/driver/rules"), "/id", "data-race");
    String help = rule.path("helpUri").asText();
    assertTrue(help.endsWith("docs/reference/findings.md#data-race"), help);
  }

  /** By a reader of others, which refuses what it does not know. */
  @Test
  void anotherReaderOfSarifReadsIt() throws IOException {
    sarif(1, "check", write("race.cl", RACE).toString());
    SarifSchema210 log =
        MAPPER.readValue(folder.resolve("log.sarif").toFile(), SarifSchema210.class);
    Result result = log.getRuns().getFirst().getResults().getFirst();
    assertEquals("data-race", result.getRuleId());
    assertEquals(
        4, result.getLocations().getFirst().getPhysicalLocation().getRegion().getStartLine());
  }

  @Test
  void columnsAreInCharacters() throws IOException {
    String source = "/* Größe €𝕏 */ kernel void k(global int *x) { x[0] = 1; }\n";
    JsonNode run = sarif(1, "check", write("k.cl", source).toString());
    int column = run.at("/results/0/locations/0/physicalLocation/region/startColumn").asInt();
    String line = source.substring(source.offsetByCodePoints(0, column - 1));
    assertTrue(line.startsWith("= 1;") || line.startsWith("x[0] = 1;"), line);
  }

  @Test
  void exploreAndLitmusAndWrongInputAreValidSarifToo() throws IOException {
    Path race = write("race.cl", RACE);
    JsonNode explored =
        sarif(1, "explore", race.toString(), "--global", "2", "--arg", "tile=local[8]");
    assertTrue(texts(explored.path("results"), "/ruleId").contains("data-race"));
    Path expected = write("e.csv", "file,model,condition_holds,race_free\nsb.litmus,c11,1,1\n");
    Path test =
        write(
            "sb.litmus",
            """
            C sb
            { [x] = 0; [y] = 0; }
            P0 (atomic_int* x, atomic_int* y) { atomic_store(x, 1); int r = atomic_load(y); }
            P1 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); int r = atomic_load(x); }
            exists (0:r=0 /\\ 1:r=0)
            """);
    JsonNode answered = sarif(1, "litmus", test.toString(), "--expect", expected.toString());
    assertEquals(List.of("unexpected-verdict"), texts(answered.path("results"), "/ruleId"));
    JsonNode wrong = sarif(2, "check", "no-such-file.cl");
    assertEquals(List.of("input-error"), texts(wrong.path("results"), "/ruleId"));
    assertEquals("error", wrong.at("/invocations/0/toolExecutionNotifications/0/level").asText());
  }

  @Test
  void aFindingKeepsItsNameWhenOtherLinesChange() throws IOException {
    Path file = write("race.cl", RACE);
    List<String> before =
        texts(
            sarif(1, "check", file.toString()).path("results"),
            "/partialFingerprints/barnacleFinding~1v1");
    String edited = "// A line.\nkernel void other(global int *x) { x[0] += 0 * x[0]; }\n" + RACE;
    Files.writeString(file, edited.replace("  tile[i]", "      tile[ i ]"));
    List<String> after =
        texts(
            sarif(1, "check", file.toString(), "--kernel", "race").path("results"),
            "/partialFingerprints/barnacleFinding~1v1");
    assertEquals(before, after);
    Files.writeString(file, RACE.replace("(i + 1)", "(i + 2)"));
    List<String> changed =
        texts(
            sarif(1, "check", file.toString()).path("results"),
            "/partialFingerprints/barnacleFinding~1v1");
    assertNotEquals(before, changed);
  }

  @Test
  void whatTheBaselineKnowsDoesNotFailAndWhatHasGoneIsTold() throws IOException {
    String file = write("race.cl", RACE).toString();
    String baseline = folder.resolve("baseline.json").toString();
    assertEquals(0, CommandRunner.run("check", file, "--write-baseline", baseline).status());
    CommandRunner.Result known = CommandRunner.run("check", file, "--baseline", baseline);
    assertEquals(0, known.status(), known.out());
    assertTrue(known.out().contains("; 2 known"), known.out());
    JsonNode run = sarif(0, "check", file, "--baseline", baseline);
    assertEquals(List.of("unchanged", "unchanged"), texts(run.path("results"), "/baselineState"));
    Files.writeString(
        Path.of(file), RACE + "kernel void more(global int *x) { x[0] = get_global_id(0); }\n");
    JsonNode more = sarif(1, "check", file, "--baseline", baseline);
    assertTrue(texts(more.path("results"), "/baselineState").contains("new"));
    Files.writeString(Path.of(file), CLEAN.formatted(1));
    CommandRunner.Result gone = CommandRunner.run("check", file, "--baseline", baseline);
    assertEquals(0, gone.status());
    assertTrue(gone.out().contains("gone since the baseline: "), gone.out());
    assertEquals(
        List.of("absent", "absent"),
        texts(sarif(0, "check", file, "--baseline", baseline).path("results"), "/baselineState"));
  }

  @Test
  void whatIsSuppressedIsInTheLogAndSaysSo() throws IOException {
    String file = write("race.cl", RACE).toString();
    String rules = write("rules.txt", "* kernel=race\n").toString();
    JsonNode run = sarif(0, "check", file, "--suppressions", rules);
    assertEquals("external", run.at("/results/0/suppressions/0/kind").asText());
  }

  @Test
  void onlyTheNamedKindsFail() throws IOException {
    String file = write("race.cl", RACE).toString();
    assertEquals(0, CommandRunner.run("check", file, "--fail-on", "trap,timeout").status());
    assertEquals(1, CommandRunner.run("check", file, "--fail-on", "data-race").status());
    CommandRunner.Result wrong = CommandRunner.run("check", file, "--fail-on", "data-rac");
    assertEquals(2, wrong.status());
    assertEquals(1, wrong.err().lines().count(), wrong.err());
    assertTrue(wrong.err().startsWith("error: --fail-on data-rac: expected kinds"), wrong.err());
  }

  @Test
  void junitReadersSeeATestForEachLaunch() throws Exception {
    write("a.cl", CLEAN.formatted(1));
    write("b.cl", RACE);
    write("c.cl", "kernel void broken(global int *x) { x[0] = y; }\n");
    Path file = folder.resolve("report.xml");
    CommandRunner.Result result =
        CommandRunner.run("check", folder.toString(), "--output", "junit=" + file);
    assertEquals(2, result.status(), result.err());
    assertTrue(result.out().contains("1 faulty"), result.out());
    Element suite = suite(file);
    assertEquals("3", suite.getAttribute("tests"));
    assertEquals("1", suite.getAttribute("failures"));
    assertEquals("1", suite.getAttribute("errors"));
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertEquals("data-race", failure.getAttribute("type"));
    assertTrue(failure.getTextContent().contains("b.cl:4:"), failure.getTextContent());
  }

  private static Element suite(Path file)
      throws IOException, ParserConfigurationException, SAXException {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    return (Element) document.getElementsByTagName("testsuite").item(0);
  }

  @Test
  void aWorkflowGetsAnAnnotationForEachFinding() throws IOException {
    String file = write("race.cl", RACE).toString();
    CommandRunner.Result result =
        CommandRunner.run("check", file, "--output", "github", "--output", "text");
    List<String> lines = result.out().lines().filter(l -> l.startsWith("::error ")).toList();
    assertEquals(2, lines.size(), result.out());
    assertTrue(lines.getFirst().contains(",line=4,"), lines.getFirst());
    assertTrue(lines.getFirst().contains("%0Awhy: "), lines.getFirst());
    assertTrue(result.out().contains("1 data race"), result.out());
  }

  @Test
  void aMergeRequestGetsAnEntryForEachFinding() throws IOException {
    Path file = write("race.cl", RACE);
    CommandRunner.Result result = CommandRunner.run("check", file.toString(), "--output", "gitlab");
    JsonNode report = new ObjectMapper().readTree(result.out());
    assertEquals(2, report.size(), result.out());
    JsonNode entry = report.get(0);
    assertEquals("data-race", entry.get("check_name").asText());
    assertEquals("major", entry.get("severity").asText());
    assertEquals(file.toString(), entry.get("location").get("path").asText());
    assertEquals(4, entry.get("location").get("lines").get("begin").asInt());
    assertNotEquals(entry.get("fingerprint"), report.get(1).get("fingerprint"));
    CommandRunner.Result broken =
        CommandRunner.run(
            "check", write("broken.cl", "kernel void k( {").toString(), "--output", "gitlab");
    JsonNode errors = new ObjectMapper().readTree(broken.out());
    assertEquals("build-error", errors.get(0).get("check_name").asText());
    assertEquals("blocker", errors.get(0).get("severity").asText());
    assertNotEquals(errors.get(0).get("fingerprint"), errors.get(1).get("fingerprint"));
  }

  @Test
  void twoFormatsDoNotWriteIntoEachOther() throws IOException {
    String file = write("race.cl", RACE).toString();
    for (String[] outputs :
        List.of(
            new String[] {"sarif", "json"},
            new String[] {"sarif=" + file + ".x", "junit=" + file + ".x"})) {
      CommandRunner.Result result =
          CommandRunner.run("check", file, "--output", outputs[0], "--output", outputs[1]);
      assertEquals(2, result.status());
      assertTrue(result.err().contains("both go to"), result.err());
      assertEquals("", result.out());
    }
    CommandRunner.Result unknown = CommandRunner.run("check", file, "--output", "xml");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("one of text, json, html, sarif, junit, github, gitlab"));
  }

  @Test
  void severalFormatsAreWrittenAtOnce() throws IOException {
    String file = write("race.cl", RACE).toString();
    List<String> arguments = new ArrayList<>(List.of("check", file));
    for (String format : List.of("text", "json", "html", "sarif", "junit", "github", "gitlab")) {
      arguments.add("--output");
      arguments.add(format + "=" + folder.resolve("out." + format));
    }
    CommandRunner.Result result = CommandRunner.run(arguments.toArray(String[]::new));
    assertEquals(1, result.status(), result.err());
    for (String format : List.of("text", "json", "html", "sarif", "junit", "github", "gitlab")) {
      String text = Files.readString(folder.resolve("out." + format));
      assertTrue(text.contains("read races with write"), format + ": " + text);
    }
    assertEquals(result.out(), Files.readString(folder.resolve("out.text")));
  }
}
