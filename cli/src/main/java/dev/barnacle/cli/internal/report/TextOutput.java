package dev.barnacle.cli.internal.report;

import java.io.PrintWriter;

/** Writes each answer's text, and at the end how much of what there is. */
final class TextOutput implements Output {
  @Override
  public void answer(Answer answer, PrintWriter out) {
    answer.forms().text().accept(out);
  }

  @Override
  public void end(RunFacts run, PrintWriter out) {
    run.gone().forEach(entry -> out.println("gone since the baseline: " + entry.words()));
    if (!run.summary().isEmpty()) {
      out.println(run.summary());
    }
  }
}
