package dev.barnacle.cli.internal.check;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The answer of {@code check --json -- COMMAND} for a program that has every kind of finding. */
public final class ProgramCheckJson {
  private ProgramCheckJson() {}

  /**
   * Returns a line of JSON with every field.
   *
   * @param folder an empty one
   */
  public static String ofAll(Path folder) throws IOException {
    Path file = folder.resolve("report.bin");
    Files.write(file, new byte[0]);
    ReportFile report = new ReportFile(file);
    for (String program : List.of("program.cl", "program-2.cl")) {
      report.source(program, "kernel void saxpy(global float *x) {}\n");
      report.started(program, "saxpy");
      report.launches("saxpy").add();
      Finding race = race(FindingKind.DATA_RACE, program, "");
      report.finding("saxpy", race.withAlso(List.of(race.asOther())).withNote("in order 2"));
    }
    report.finding("", race(FindingKind.COMMAND_RACE, "program.cl", "command 1"));
    ProgramCheck check =
        new ProgramCheck(List.of("./a.out"), report.read(), Suppressions.none(), folder);
    return ProgramOutput.of(check, "json").strip();
  }

  private static Finding race(FindingKind kind, String program, String command) {
    Location place = new Location(program, 1, 3, new Location(program, 1, 1));
    List<Long> item = List.of(0L);
    Finding.Access access = new Finding.Access(place, "write", item, item, item, command);
    return new Finding(
        kind,
        new Finding.Words("two writes", "nothing orders them", "Order them."),
        List.of(access, access),
        new Finding.Memory(
            AddressSpace.GLOBAL, "x", 64, new Finding.Names("float[16]", 16, "x[0]"), 0),
        1);
  }
}
