package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.spirv.SpirvText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The version of OpenCL C in which a program is run, checked or explored. Where the build options
 * name none it is 1.2, as for {@code clBuildProgram}; a program that is none of 1.2, but one of 3.0
 * (with C11 atomics, say, or sub-groups), is taken for that, and one in a file of C++ for C++ for
 * OpenCL 2021.
 */
public final class LanguageVersion {
  private static final String OPTION = "-cl-std=";
  private static final String LATEST = OPTION + "CL3.0";
  private static final String CXX = OPTION + "CLC++2021";

  /** The endings of names of files of C++. */
  private static final List<String> CXX_NAMES = List.of(".cpp", ".cc", ".cxx", ".c++", ".hpp");

  /** The endings of names of files that say the language. */
  private static final List<String> KNOWN =
      List.of(".clcpp", ".spv", ".spvasm", ".bin", ".ir", ".ll");

  private final Context context;
  private final Path source;
  private final String options;
  private Optional<String> chosen = Optional.empty();

  /** Makes one. */
  public LanguageVersion(Context context, Path source, String options) {
    this.context = context;
    this.source = source;
    this.options = options;
  }

  /**
   * Builds the program.
   *
   * @throws BuildException if it can't be built: of the version in which it has fewer errors
   */
  public Program build() {
    try {
      return SpirvText.build(context, source, options);
    } catch (BuildException e) {
      return build(other(source, options).orElseThrow(() -> e), e);
    }
  }

  /**
   * Returns the build option of the language that a program may be of where it does not compile
   * without; empty where options or the file's name say which it is of.
   */
  public static Optional<String> other(Path source, String options) {
    String name = source.toString();
    if (options.contains(OPTION) || KNOWN.stream().anyMatch(name::endsWith)) {
      return Optional.empty();
    }
    return Optional.of(CXX_NAMES.stream().anyMatch(name::endsWith) ? CXX : LATEST);
  }

  private Program build(String version, BuildException refused) {
    try {
      Program program = SpirvText.build(context, source, (version + " " + options).strip());
      chosen = Optional.of(version);
      return program;
    } catch (BuildException e) {
      throw errors(e.log()) < errors(refused.log()) ? e : refused;
    }
  }

  /** Returns how many errors a log names. */
  public static long errors(String log) {
    return log.lines().filter(line -> line.contains("error: ")).count();
  }

  /** Returns the build option that was added; empty for none. */
  public Optional<String> chosen() {
    return chosen;
  }
}
