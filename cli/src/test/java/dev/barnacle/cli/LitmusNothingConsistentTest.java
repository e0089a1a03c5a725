package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that allows nothing, and a filter that lets nothing pass, are told. */
final class LitmusNothingConsistentTest extends LitmusCommandRuns {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void theAxiomThatForbidsMostIsNamed() throws IOException {
    Path test = file("sb.litmus", STORE_BUFFERING);
    Path model = file("m.cat", "empty rf & (I * R) as Some\nempty sb & ~loc as All\n");
    assertEquals(
        ExitStatus.OK, run("litmus", "--model", model.toString(), test.toString()), err::toString);
    assertTrue(out.toString().contains("Observation sb Never 0 0"), out.toString());
    assertEquals(
        test
            + ": warning: no execution is consistent under m: the answer is of none; of 4"
            + " candidates axiom 'All' ("
            + model
            + ":2) forbids most, 4, 'Some' 3\n",
        err.toString());
  }

  @Test
  void itIsInTheJsonToo() throws IOException {
    Path test = file("sb.litmus", STORE_BUFFERING);
    Path model = file("m.cat", "empty rf & (I * R) as FromInit\nempty rf & (W * R) as Reads\n");
    assertEquals(
        ExitStatus.OK, run("litmus", "--json", "--model", model.toString(), test.toString()));
    Json.Obj json = JsonReader.read("out", out.toString().strip()).asObject();
    assertTrue(json.require("warning").asText().startsWith("no execution is consistent under m"));
    Json.Obj most = json.require("forbidden_by").asArray().getFirst().asObject();
    assertEquals("Reads", most.require("axiom").asText());
    assertEquals(2, most.require("line").asLong());
    assertEquals(4, most.require("executions").asLong());
    Json.Obj next = json.require("forbidden_by").asArray().get(1).asObject();
    assertEquals("FromInit", next.require("axiom").asText());
    assertEquals(3, next.require("executions").asLong());
  }

  @Test
  void aFilterThatLetsNothingPassIsNoModelsFault() throws IOException {
    Path test = file("f.litmus", STORE_BUFFERING.replace("exists", "filter (0:r0=7) exists"));
    assertEquals(ExitStatus.OK, run("litmus", test.toString()));
    assertEquals(
        test + ": warning: the filter lets no execution pass: the answer is of none\n",
        err.toString());
  }
}
