package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        List.of("ticket_relaxed.data-race-1.graphml", "ticket_relaxed.data-race-1.json"), files());
    String json = Files.readString(folder.resolve("ticket_relaxed.data-race-1.json"));
    for (String part : List.of("\"rf\":[[", "\"race\":[[", "\"line\":69", "\"thread\":-1")) {
      assertTrue(json.contains(part), () -> part + " in " + json);
    }
    String xml = Files.readString(folder.resolve("ticket_relaxed.data-race-1.graphml"));
    assertTrue(xml.contains("<data key=\"relation\">race</data>"), xml);
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
