package dev.barnacle.cli.internal.report;

import dev.barnacle.command.json.JsonLine;
import java.io.PrintWriter;

/** Writes the object of {@code --json} of each answer in a line. */
final class JsonOutput implements Output {
  @Override
  public void answer(Answer answer, PrintWriter out) {
    if (!answer.forms().json().isEmpty()) {
      out.println(JsonLine.of(answer.forms().json()));
    }
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    // all has been written
  }
}
