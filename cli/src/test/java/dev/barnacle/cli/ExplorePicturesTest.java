package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code explore --graphs} and {@code --html}: executions as pictures. */
class ExplorePicturesTest {
  @TempDir private Path folder;

  private String explore(int status, String launch, String... more) {
    String file = CheckRunner.examples().resolve("explore").resolve(launch).toString();
    List<String> arguments = Stream.concat(Stream.of("explore", file), Stream.of(more)).toList();
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    assertEquals(status, Main.run(writer, writer, arguments.toArray(String[]::new)), out::toString);
    return out.toString();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFaultIsDrawnWithWhatCameBeforeIt() throws IOException {
    explore(ExitStatus.FINDINGS, "ticket-relaxed.json", "--graphs", folder.toString());
    assertEquals(
        List.of("ticket_relaxed.data-race-1.dot", "ticket_relaxed.data-race-1.svg"), files());
    String dot = Files.readString(folder.resolve("ticket_relaxed.data-race-1.dot"));
    for (String part :
        List.of(
            "RMW(next,rlx,dv)=0→1", // the ticket
            "R(serving,rlx,dv)=1",
            "W(total)=1\", shape=box", // both ends of the race are marked
            "R(total)=1\", shape=box",
            "label=\"race\"",
            "label=\"rf\"",
            "label=\"mo\"",
            "work-group 1")) {
      assertTrue(dot.contains(part), () -> part + " in " + dot);
    }
  }

  @Test
  void witnessesAreForOtherPrograms() throws IOException {
    explore(ExitStatus.FINDINGS, "ticket-relaxed.json", "--witnesses", folder.toString());
    assertEquals(
        List.of(
            "ticket_relaxed.data-race-1.dot",
            "ticket_relaxed.data-race-1.graphml",
            "ticket_relaxed.data-race-1.json"),
        files());
    String json = Files.readString(folder.resolve("ticket_relaxed.data-race-1.json"));
    for (String part : List.of("\"rf\":[[", "\"race\":[[", "\"line\":69", "\"thread\":-1")) {
      assertTrue(json.contains(part), () -> part + " in " + json);
    }
    String xml = Files.readString(folder.resolve("ticket_relaxed.data-race-1.graphml"));
    assertTrue(xml.contains("<data key=\"relation\">race</data>"), xml);
  }

  /** The data is handed over through a flag, in global memory, and by a barrier. */
  @Test
  void happensBeforeIsDrawnWhereItIsAskedFor() throws IOException {
    explore(ExitStatus.OK, "message.json", "--graphs", folder.toString());
    assertFalse(Files.readString(folder.resolve("message.state-4.dot")).contains("\"hb\""));
    explore(ExitStatus.OK, "message.json", "--graphs", folder.toString(), "--show", "hb,fr");
    String dot = Files.readString(folder.resolve("message.state-4.dot"));
    assertTrue(dot.contains("10: W(flag,rel,dv)=1"), dot);
    assertEquals(List.of("e1 -> e2", "e1 -> e5"), edges(dot, "hb"));
    assertEquals(List.of("e1 -> e2", "e1 -> e5"), edges(dot, "sw"));
    String unread = Files.readString(folder.resolve("message.state-1.dot"));
    assertEquals(List.of("e2 -> e1", "e3 -> e1"), edges(unread, "fr"));
    explore(ExitStatus.OK, "message-local.json", "--graphs", folder.toString(), "--show", "hb");
    String local = Files.readString(folder.resolve("message_local.state-4.dot"));
    assertEquals(4, edges(local, "hb").size(), local); // two from the barrier, two from the flag
  }

  private static List<String> edges(String dot, String relation) {
    return dot.lines()
        .filter(l -> l.contains("[label=\"" + relation + "\""))
        .map(l -> l.strip().replaceFirst(" \\[.*", ""))
        .sorted()
        .toList();
  }

  @Test
  void aPlainReadOfTheFirstValueComesFromIt() throws IOException {
    explore(ExitStatus.OK, "find.json", "--graphs", folder.toString());
    String dot = Files.readString(folder.resolve(files().getFirst()));
    assertFalse(edges(dot, "rf").isEmpty(), dot);
    assertTrue(dot.contains("row[0]="), dot);
  }

  @Test
  void aModelOfOnesOwnHasPictures() throws IOException {
    explore(
        ExitStatus.FINDINGS,
        "message-relaxed.json",
        "--model",
        "rc11",
        "--graphs",
        folder.toString());
    assertTrue(files().stream().anyMatch(f -> f.endsWith(".svg")), files().toString());
  }

  @Test
  void aRelationThatIsNotThereIsSaid() throws IOException {
    String out =
        explore(
            ExitStatus.BAD_INPUT, "message.json", "--graphs", folder.toString(), "--show", "psc");
    assertTrue(out.contains("--show 'psc': expected fr or hb"), out);
  }

  @Test
  void eachFinalStateIsDrawn() throws IOException {
    explore(ExitStatus.OK, "message.json", "--graphs", folder.toString());
    assertEquals(8, files().size());
    String svg = Files.readString(folder.resolve("message.state-4.svg"));
    assertTrue(svg.contains("out[1]=42 out[2]=42"), svg);
  }

  @Test
  void barriersOfOneInstanceAreJoined() throws IOException {
    explore(ExitStatus.OK, "last-group.json", "--graphs", folder.toString());
    String dot = Files.readString(folder.resolve("last_group.state-1.dot"));
    assertTrue(dot.contains("barrier(L"), dot);
    assertTrue(dot.contains("label=\"barrier\""), dot);
  }

  @Test
  void thePageHasTheReportAndThePictures() throws IOException {
    Path page = folder.resolve("page.html");
    explore(ExitStatus.FINDINGS, "ticket-relaxed.json", "--html", page.toString());
    String html = Files.readString(page);
    assertTrue(html.contains("error: data race: data race on total"), html);
    assertTrue(html.contains("<svg "), html);
    assertTrue(html.endsWith("</body></html>\n"), html);
  }

  @Test
  void aFolderThatCannotBeMadeIsSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    String out =
        explore(ExitStatus.BAD_INPUT, "message.json", "--graphs", file.resolve("in").toString());
    assertTrue(out.contains("error: "), out);
  }
}
