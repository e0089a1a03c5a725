package dev.barnacle.cli.internal.check;

import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.ReportOptions;
import dev.barnacle.command.arguments.DeclaredOption;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;

/** What a program's check writes in a format. */
final class ProgramOutput {
  private ProgramOutput() {}

  static String of(ProgramCheck check, String format) {
    ReportOptions options = new ReportOptions();
    DeclaredOption output =
        options.options().stream()
            .filter(o -> o.longestName().equals("--output"))
            .findFirst()
            .get();
    output.target().accept(format);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try (Outputs outputs =
        new Outputs(options, "check", List.of(), out, check.sources(), f -> Optional.empty())) {
      check.name(outputs);
      check.answer(outputs, 0, 1);
      outputs.end(0, check.summary());
    }
    return text.toString();
  }
}
