package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.run.LanguageVersion;
import dev.barnacle.cli.internal.spirv.SpirvText;
import dev.barnacle.cli.internal.spirv.SpirvTools;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.InvalidOptionException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.frontend.WrittenIl;
import dev.barnacle.ir.text.IrPrinter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code barnacle compile}: a program as SPIR-V, a program binary, or the text of its code. */
final class CompileCommand extends Command {
  private static final Map<String, Integer> VERSIONS =
      Map.of(
          "1.0", 0x00010000,
          "1.1", 0x00010100,
          "1.2", 0x00010200,
          "1.3", 0x00010300,
          "1.4", 0x00010400,
          "1.5", 0x00010500,
          "1.6", 0x00010600);

  private String source = "";
  private String options = "";
  private @Nullable String version;
  private String output = "";
  private Invocation call = NOT_CALLED;

  CompileCommand() {
    super(
        "barnacle compile",
        "Compile a program to SPIR-V, a program binary or an IR.",
        "The end of the output's name says which: .spv (SPIR-V), .spvasm (its text), .bin (a"
            + " program binary), .ir (Barnacle's IR), .ll (clang's LLVM IR).");
  }

  @Override
  public List<DeclaredOption> options() {
    return List.of(
        positional(
                "K.cl",
                file -> source = file,
                "The program: OpenCL C, or SPIR-V as .spv or .spvasm.")
            .times(1, 1),
        text(
            "--options",
            "OPTIONS",
            words -> options = words,
            "Build options, such as \"-DN=4 -cl-std=CL2.0\"; -g writes lines into SPIR-V."),
        text(
            "--spirv-version",
            "1.0…1.6",
            number -> version = number,
            "The version of SPIR-V; the lowest that will do, if left out."),
        text("--output", "FILE", file -> output = file, "Where to write.")
            .named("-o", "--output")
            .times(1, 1));
  }

  @Override
  public int run(Invocation invocation) {
    call = invocation;
    Path from = Path.of(source);
    Path to = Path.of(output);
    byte[] made =
        switch (extension(output)) {
          case "spv" -> il(from);
          case "spvasm" -> disassembled(from, il(from)).getBytes(StandardCharsets.UTF_8);
          case "bin" -> program(from, p -> p.objectCode().binary());
          case "ir" ->
              program(from, p -> IrPrinter.print(p.module()).getBytes(StandardCharsets.UTF_8));
          case "ll" -> llvm(from).getBytes(StandardCharsets.UTF_8);
          default ->
              throw new InputException(
                  Place.file(output), "its name ends with none of .spv, .spvasm, .bin, .ir, .ll");
        };
    InputFiles.access(to, () -> Files.write(to, made));
    return ExitStatus.OK;
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private boolean isIl(Path file) {
    return file.toString().endsWith(".spvasm")
        || InputFiles.access(
            file,
            () -> {
              try (var in = Files.newInputStream(file)) {
                return OpenClCompiler.isSpirv(in.readNBytes(Integer.BYTES));
              }
            });
  }

  private int wanted() {
    String name = version;
    if (name == null) {
      return 0;
    }
    Integer number = VERSIONS.get(name);
    if (number == null) {
      throw new InputException("--spirv-version " + name + ": expected 1.0 to 1.6");
    }
    return number;
  }

  private byte[] il(Path file) {
    int number = wanted();
    if (isIl(file)) {
      if (version != null) {
        throw new InputException("--spirv-version: " + file + " has its version already");
      }
      return SpirvText.read(file);
    }
    WrittenIl written =
        compiled(file, request -> OpenClCompiler.create().compileToIl(request, number));
    if (!written.log().isBlank()) {
      call.err().println(written.log().stripTrailing());
    }
    for (String name : written.imported()) {
      call.err().println("note: SPIR-V has no instruction for " + name + ", which is imported");
    }
    validate(written.bytes());
    return written.bytes();
  }

  /** Something that a program is compiled to. */
  @FunctionalInterface
  private interface Compilation<T> {
    T of(CompileRequest request) throws CompileException;
  }

  /**
   * Compiles a program, of another language where it is none of the first ({@code
   * LanguageVersion}).
   */
  private <T> T compiled(Path file, Compilation<T> compilation) {
    try {
      return compilation.of(request(file, options));
    } catch (CompileException refused) {
      String other = LanguageVersion.other(file, options).orElseThrow(() -> failed(refused));
      try {
        T made = compilation.of(request(file, other + " " + options));
        say(file, other);
        return made;
      } catch (CompileException e) {
        boolean better = LanguageVersion.errors(e.log()) < LanguageVersion.errors(refused.log());
        throw failed(better ? e : refused);
      }
    }
  }

  private void say(Path file, String version) {
    call.err().println(file + ": note: compiled with --options " + version);
  }

  private void validate(byte[] module) {
    SpirvTools tools = new SpirvTools();
    Optional<String> said = tools.validate(module, true);
    if (said.isEmpty()) {
      return;
    }
    Optional<String> mistake = tools.validate(module, false);
    if (mistake.isPresent()) {
      throw new IllegalStateException("SPIR-V that is not valid: " + mistake.get());
    }
    String large = said.get().lines().findFirst().orElse("").replaceAll("\\.$", "");
    call.err().println("note: " + large + ": other devices need not take it");
  }

  private static String disassembled(Path file, byte[] module) {
    try {
      return new SpirvTools().disassemble(module);
    } catch (IllegalArgumentException e) {
      throw new InputException(Place.file(file.toString()), String.valueOf(e.getMessage()));
    }
  }

  private String llvm(Path file) {
    if (isIl(file)) {
      throw new InputException(
          Place.file(file.toString()), "LLVM IR is made of OpenCL C, this is SPIR-V");
    }
    return compiled(file, request -> OpenClCompiler.create().compileToLlvm(request));
  }

  private static RuntimeException failed(CompileException e) {
    return InputException.whole(e.log().isBlank() ? String.valueOf(e.getMessage()) : e.log());
  }

  private static CompileRequest request(Path file, String options) {
    try {
      boolean cxx = file.toString().endsWith(".clcpp") && !options.contains("-cl-std=");
      String all = cxx ? options + " -cl-std=CLC++2021" : options;
      // What is open in this process is not in clang's.
      CompileRequest request =
          file.startsWith("/dev") || file.startsWith("/proc")
              ? CompileRequest.of(
                  file.toString(), InputFiles.access(file, () -> SourceEncoding.read(file)))
              : CompileRequest.of(file);
      return request.withOptions(BuildOptions.parse(all));
    } catch (InvalidOptionException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    }
  }

  private byte[] program(Path file, java.util.function.Function<Program, byte[]> part) {
    if (version != null) {
      throw new InputException("--spirv-version: the output is no SPIR-V");
    }
    try (Context context = Context.create()) {
      LanguageVersion language = new LanguageVersion(context, file, options);
      Program program = language.build();
      language.chosen().ifPresent(version -> say(file, version));
      if (!program.log().isBlank()) {
        call.err().println(program.log().stripTrailing());
      }
      return part.apply(program);
    }
  }
}
