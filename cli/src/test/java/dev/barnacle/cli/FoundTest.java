package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@code campaigns/found} says of faults is whole, and its pages say the same. That a fault is
 * found, and mended, {@code found.py} shows, which needs the projects.
 */
class FoundTest {
  private static final Path FOLDER = Path.of("../campaigns/found");

  private record Fault(
      String name,
      String project,
      String program,
      String folder,
      long line,
      String kernel,
      String kind) {
    /** Returns whether a place means it, which may leave out folders. */
    boolean isAt(String place) {
      String path = "/" + program + ":" + line;
      String name = place.substring(place.lastIndexOf('/') + 1);
      String folders = place.substring(0, place.length() - name.length());
      return path.endsWith("/" + name) && path.contains("/" + folders);
    }
  }

  private static List<Fault> faults() throws IOException {
    Path file = FOLDER.resolve("found.json");
    List<Fault> all = new ArrayList<>();
    for (Json json : JsonReader.read(file.toString(), Files.readString(file)).asArray()) {
      Json.Obj one = json.asObject();
      one.allowOnly(
          "name", "project", "program", "folder", "line", "kernel", "kind", "what", "mend", "host",
          "why", "edit");
      for (String key : List.of("what", "mend", "host")) {
        assertTrue(!one.require(key).asText().isBlank(), key + " of " + one.require("name"));
      }
      List<Json> edit = one.require("edit").asArray();
      assertTrue(!edit.isEmpty(), "no edit: " + one.require("name").asText());
      edit.forEach(line -> assertTrue(!line.asText().isBlank(), one.require("name").asText()));
      all.add(
          new Fault(
              text(one, "name"),
              text(one, "project"),
              text(one, "program"),
              one.get("folder") == null ? "" : text(one, "folder"),
              one.require("line").asLong(),
              text(one, "kernel"),
              text(one, "kind")));
    }
    return all;
  }

  private static String text(Json.Obj json, String key) {
    return json.require(key).asText();
  }

  @Test
  void eachFaultHasALaunchOfItsKernelAndARule() throws IOException {
    String rules = Files.readString(Path.of("../docs/reference/findings.md"));
    Set<String> names = new TreeSet<>();
    for (Fault fault : faults()) {
      assertTrue(names.add(fault.name()), fault.name() + " is there twice");
      LaunchSpec launch = LaunchFile.read(FOLDER.resolve(fault.name() + ".json").toString());
      assertEquals(fault.kernel(), launch.kernel(), fault.name());
      String source = String.valueOf(launch.source());
      String folder = fault.folder(); // of the kernel, where the fault is in what it includes
      boolean included = !folder.isEmpty() && fault.program().startsWith(folder + "/");
      assertTrue(
          source.contains("/shim/")
              || (included ? source.contains(folder + "/") : source.endsWith(fault.program())),
          source);
      assertTrue(rules.contains("<a id=\"" + fault.kind() + "\">"), fault.kind());
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      Set<String> launches =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(".json") && !name.equals("found.json"))
              .map(name -> name.substring(0, name.length() - ".json".length()))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(names, launches);
    }
  }

  /** A row of the page: a project, its places, and its kernels as patterns. */
  private record Row(String project, List<String> places, List<Pattern> kernels) {
    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      List<String> places = new ArrayList<>();
      String file = "";
      for (String place : cells[2].strip().split(", ", -1)) {
        int colon = place.indexOf(':');
        file = colon < 0 ? file : place.substring(0, colon);
        places.add(file + ":" + place.substring(colon + 1));
      }
      List<Pattern> kernels =
          Arrays.stream(cells[3].strip().split(", ", -1))
              .map(
                  name ->
                      Arrays.stream(name.replace("`", "").split("[*…]", -1)).map(Pattern::quote))
              .map(parts -> Pattern.compile(parts.collect(Collectors.joining(".*"))))
              .toList();
      return new Row(cells[1].strip(), places, kernels);
    }

    boolean isOf(Fault fault) {
      return (fault.project().contains(project) || fault.program().contains(project))
          && kernels.stream().anyMatch(kernel -> kernel.matcher(fault.kernel()).matches());
    }
  }

  @Test
  void thePageHasTheSameRows() throws IOException {
    List<Fault> faults = faults();
    String page = Files.readString(Path.of("../docs/found.md"));
    List<Row> rows =
        page.lines()
            .filter(line -> line.startsWith("| ") && !line.contains("---"))
            .skip(1)
            .map(Row::of)
            .toList();
    Set<Fault> told = new HashSet<>();
    for (Row row : rows) {
      for (String place : row.places()) {
        List<Fault> here =
            faults.stream().filter(row::isOf).filter(fault -> fault.isAt(place)).toList();
        assertEquals(1, here.size(), place + " of " + row.project() + ": " + here);
        assertTrue(told.addAll(here), place + " is there twice");
      }
    }
    assertEquals(new HashSet<>(faults), told);
    long projects = faults.stream().map(Fault::project).distinct().count();
    Matcher counts = Pattern.compile("found these (\\d+) faults in (\\d+) projects").matcher(page);
    assertTrue(counts.find(), page);
    assertEquals(faults.size() + " " + projects, counts.group(1) + " " + counts.group(2));
  }

  @Test
  void theReasonsAreOfTheSameFaults() throws IOException {
    String page = Files.readString(FOLDER.resolve("README.md"));
    for (Fault fault : faults()) {
      String file = fault.program().substring(fault.program().lastIndexOf('/') + 1);
      Pattern item =
          Pattern.compile(
              "- \\*\\*%s\\*\\*: `%s`, `%s`,\\s+\\[%s\\]"
                  .formatted(
                      Pattern.quote(fault.name()),
                      Pattern.quote(file + ":" + fault.line()),
                      Pattern.quote(fault.kernel()),
                      Pattern.quote(fault.kind())));
      assertTrue(item.matcher(page).find(), item.pattern());
    }
    assertEquals(
        faults().size(),
        Pattern.compile("^- \\*\\*", Pattern.MULTILINE).matcher(page).results().count());
  }
}
