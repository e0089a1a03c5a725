package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.internal.arguments.PicocliOptions;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Arguments that are read without picocli mean what they mean to picocli. */
class PlainArgumentsTest {
  @Provide
  Arbitrary<List<String>> arguments() {
    return Arbitraries.of(
            "k.cl",
            "--launch",
            "l.json",
            "--launch=l.json",
            "--kernel",
            "k",
            "--kernel=",
            "--global",
            "64,2",
            "--global=64",
            "--local=16",
            "--local",
            "--offset=-1",
            "--offset",
            "-1",
            "--options",
            "-DN=4",
            "--options=-DN=4",
            "--arg",
            "x=int[4]",
            "--arg=x=1",
            "--schedules",
            "3",
            "--schedules=0",
            "--schedules=2",
            "--timeout=1.5",
            "--timeout",
            "x",
            "--timeout=1e3",
            "--suppressions=s.txt",
            "--same-value-benign",
            "--same-value-benign=true",
            "--html=a.html",
            "--json",
            "--help",
            "-h",
            "--",
            "@file",
            "",
            "a b",
            "--unknown",
            "--jso")
        .list()
        .ofMaxSize(5);
  }

  @Property(tries = 1500)
  void whatIsReadMeansTheSame(@ForAll("arguments") List<String> arguments) {
    Optional<CheckCommand> plain = CheckCommand.plain(arguments);
    if (plain.isPresent()) {
      CheckCommand other = new CheckCommand();
      PicocliOptions.tell(
          new CommandLine(other).parseArgs(arguments.toArray(String[]::new)), other.options());
      assertEquals(other.toString(), plain.get().toString());
    }
  }

  @Test
  void ordinaryArgumentsNeedNoPicocli() {
    for (List<String> arguments :
        List.of(
            List.of("--launch", "l.json"),
            List.of("k.cl", "--kernel", "k", "--global=256", "--local", "64", "--arg", "n=4"),
            List.of("--json", "--launch=a.json", "--launch=b.json", "--schedules", "4"),
            List.of("k.cl", "--options=-DN=4 -cl-std=CL2.0", "--timeout", "2.5", "--html=r.html"),
            List.of("k.cl", "--suppressions", "s.txt", "--same-value-benign"))) {
      assertTrue(CheckCommand.plain(arguments).isPresent(), arguments::toString);
      whatIsReadMeansTheSame(arguments);
    }
  }

  @Test
  void mistakesAndHelpAreForPicocli() {
    for (List<String> arguments :
        List.of(
            List.of("--help"),
            List.of("k.cl", "--nonsense"),
            List.of("k.cl", "l.cl"),
            List.of("k.cl", "--kernel"),
            List.of("k.cl", "--kernel=a", "--kernel=b"),
            List.of("k.cl", "--schedules=many"),
            List.of("@arguments"))) {
      assertTrue(CheckCommand.plain(arguments).isEmpty(), arguments::toString);
    }
  }
}
