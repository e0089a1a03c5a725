package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} and {@code check} of SPIR-V. */
class SpirvCommandTest {
  /** AcquireRelease, with WorkgroupMemory or CrossWorkgroupMemory. */
  private static final String LOCAL_FENCE = "264";

  private static final String GLOBAL_FENCE = "520";

  @TempDir private Path folder;

  private Path module(String fence) throws IOException {
    try (InputStream in = SpirvCommandTest.class.getResourceAsStream("spirv/reverse.spvasm")) {
      String text =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .replace("FENCE", fence);
      return Files.writeString(folder.resolve("reverse.spvasm"), text);
    }
  }

  @Test
  void kernelsRun() throws IOException {
    CommandRunner.Result run =
        CommandRunner.run(
            "run",
            module(GLOBAL_FENCE).toString(),
            "--global",
            "8",
            "--local",
            "4",
            "--arg",
            "data=int[8]",
            "--arg",
            "out=int[8]",
            "--arg",
            "scale=10",
            "--print",
            "out");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("out: 30 20 10 0 70 60 50 40"), run.out());
  }

  @Test
  void racesAreToldByTheProducersLines() throws IOException {
    CommandRunner.Result check =
        CommandRunner.run("check", module(LOCAL_FENCE).toString(), "--global", "8", "--local", "4");
    assertEquals(1, check.status(), check.err());
    assertTrue(check.out().contains("reverse.src:3:7: error: data race"), check.out());
    assertTrue(check.out().contains("reverse.src:5:12"), check.out());
    assertTrue(check.out().contains("argument 'data'"), check.out());
    CommandRunner.Result clean =
        CommandRunner.run(
            "check",
            module(GLOBAL_FENCE).toString(),
            "--global",
            "8",
            "--local",
            "4",
            "--arg",
            "data=int[8]",
            "--arg",
            "out=int[8]");
    assertEquals(0, clean.status(), clean.out());
  }

  @Test
  void argumentsWithoutNamesAreCalledByTheirPositions() throws IOException {
    Path module = module(LOCAL_FENCE);
    Files.writeString(module, Files.readString(module).replaceAll("OpName .*\n", ""));
    CommandRunner.Result check =
        CommandRunner.run("check", module.toString(), "--global", "8", "--local", "4");
    String given = "is given --arg 0=int[32] --arg 1=int[32] --arg 2=";
    assertTrue(check.err().contains(given) || check.out().contains(given), check.err());
    assertTrue(check.out().contains("argument '0'"), check.out());
  }

  /** Without an order, and with acquire or release alone, a control barrier only waits. */
  @Test
  void barriersThatDoNotAcquireAndReleaseOrderNothing() throws IOException {
    for (String fence : List.of("512", "514", "516")) {
      CommandRunner.Result check =
          CommandRunner.run("check", module(fence).toString(), "--global", "8", "--local", "4");
      assertTrue(check.out().contains("error: data race"), fence + check.out());
    }
  }

  @Test
  void modulesAreExplored() throws IOException {
    List<String> launch =
        List.of("--global", "2", "--local", "2", "--arg", "data=int[2]", "--arg", "out=int[2]");
    for (Map.Entry<String, String> want :
        Map.of(GLOBAL_FENCE, "correct: kernel reverse", LOCAL_FENCE, "error: data race")
            .entrySet()) {
      List<String> command = new ArrayList<>(List.of("explore", module(want.getKey()).toString()));
      command.addAll(launch);
      command.addAll(List.of("--arg", "scale=10"));
      CommandRunner.Result explored = CommandRunner.run(command.toArray(new String[0]));
      assertTrue(explored.out().contains(want.getValue()), explored.out() + explored.err());
    }
  }

  @Test
  void racesOfModulesWithoutLinesAreToldByTheWordsOfInstructions() throws IOException {
    Path module = module(LOCAL_FENCE);
    Files.writeString(module, Files.readString(module).replaceAll("OpLine .*\n|OpNoLine\n", ""));
    CommandRunner.Result check =
        CommandRunner.run("check", module.toString(), "--global", "8", "--local", "4");
    assertEquals(1, check.status(), check.err());
    Matcher place =
        Pattern.compile(Pattern.quote(module.toString()) + ":word (\\d+): error: data race")
            .matcher(check.out());
    assertTrue(place.find(), check.out());
    CommandRunner.Result json =
        CommandRunner.run("check", module.toString(), "--global", "8", "--local", "4", "--json");
    String line = "\"line\":" + place.group(1) + ",\"column\":0,";
    assertTrue(json.out().contains(line), json.out());
  }

  /**
   * The lines of {@code NonSemantic.Shader.DebugInfo.100} are told like those of {@code OpLine}.
   */
  @Test
  void racesAreToldByTheLinesOfDebugInformation() throws IOException {
    Path file = module(LOCAL_FENCE);
    String text =
        Files.readString(file)
            .replace(
                "OpMemoryModel",
                """
                OpExtension "SPV_KHR_non_semantic_info"
                %debug = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
                OpMemoryModel\
                """)
            .replace(
                "%v3 = OpTypeVector",
                "%source = OpExtInst %void %debug 35 %file\n%v3 = OpTypeVector")
            .replace(
                "OpLine %file 3 7", "%here = OpExtInst %void %debug 103 %source %c2 %c2 %c2 %c2");
    Files.writeString(file, text);
    CommandRunner.Result check =
        CommandRunner.run("check", file.toString(), "--global", "8", "--local", "4");
    assertEquals(1, check.status(), check.err());
    assertTrue(
        check.out().contains("reverse.src:2:2: error: data race"), check.out() + check.err());
  }

  /** Nobody has looked for such reads before, as clang does in OpenCL C. */
  @Test
  void privateVariablesWithoutAValueAreTold() throws IOException {
    Path text =
        Files.writeString(
            folder.resolve("unset.spvasm"),
            """
            OpCapability Addresses
            OpCapability Kernel
            OpMemoryModel Physical64 OpenCL
            OpEntryPoint Kernel %k "unset"
            %void = OpTypeVoid
            %i32 = OpTypeInt 32 0
            %global = OpTypePointer CrossWorkgroup %i32
            %private = OpTypePointer Function %i32
            %type = OpTypeFunction %void %global
            %k = OpFunction %void None %type
            %out = OpFunctionParameter %global
            %entry = OpLabel
            %x = OpVariable %private Function
            %v = OpLoad %i32 %x Aligned 4
            OpStore %out %v Aligned 4
            OpReturn
            OpFunctionEnd
            """);
    CommandRunner.Result check =
        CommandRunner.run("check", text.toString(), "--global", "1", "--local", "1");
    assertEquals(1, check.status(), check.err());
    assertTrue(check.out().startsWith(text + ":word 49: error: uninitialized read"), check.out());
  }

  /** What a text says of its version is kept; else it is the lowest that has all of it. */
  @Test
  void textsMayBeOfAnyVersion() throws IOException {
    Path source =
        Files.writeString(folder.resolve("k.cl"), "kernel void k(global int *p) { *p = 1; }");
    Path first = folder.resolve("first.spvasm");
    Path module = folder.resolve("k.spv");
    CommandRunner.run("compile", source.toString(), "--spirv-version", "1.5", "-o", "" + first);
    CommandRunner.Result back = CommandRunner.run("compile", "" + first, "-o", "" + module);
    assertEquals(0, back.status(), back.err());
    assertEquals(5, Files.readAllBytes(module)[5]);
    String text = Files.readString(first).replaceAll(";.*\n", "");
    Path newer =
        Files.writeString(
            folder.resolve("newer.spvasm"),
            text.replaceFirst("(OpEntryPoint Kernel (%\\w+).*)", "$1\nOpModuleProcessed \"x\""));
    back = CommandRunner.run("compile", "" + newer, "-o", "" + module);
    assertEquals(0, back.status(), back.err() + Files.readString(newer));
    assertEquals(1, Files.readAllBytes(module)[5]);
  }

  @Test
  void errorsHavePlaces() throws IOException {
    Path text =
        Files.writeString(folder.resolve("bad.spvasm"), "OpCapability Kernel\nOpNonsense\n");
    CommandRunner.Result wrong = CommandRunner.run("run", text.toString(), "--global", "1");
    assertEquals(2, wrong.status());
    assertTrue(wrong.err().startsWith(text + ":2:"), wrong.err());
    Path cut = Files.write(folder.resolve("cut.spv"), new byte[] {3, 2, 0x23, 7, 0, 0, 1, 0});
    CommandRunner.Result beginning = CommandRunner.run("run", cut.toString(), "--global", "1");
    assertEquals(2, beginning.status());
    assertTrue(
        beginning.err().startsWith(cut + ":word 0: error: the header has 5 words"),
        beginning.err());
  }
}
