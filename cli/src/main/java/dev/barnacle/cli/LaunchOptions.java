package dev.barnacle.cli;

import static dev.barnacle.command.arguments.DeclaredOption.positional;
import static dev.barnacle.command.arguments.DeclaredOption.text;
import static dev.barnacle.command.arguments.DeclaredOption.texts;

import dev.barnacle.cli.internal.launch.ArgumentText;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.launch.SourceFolder;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The LAUNCH options, for every command that launches kernels. With {@code --launch}, options that
 * are given beside it take the place of what the launch files say.
 */
final class LaunchOptions {
  /** The end of such a command's help. */
  static final List<String> FOOTER =
      List.of(
          "",
          "SPEC is one of",
          "  42  -1  0xff  1.5f  inf    a scalar of the declared type",
          "  (1,2,3,4)                  a vector",
          "  @FILE                      a struct's bytes",
          "  local[BYTES]               local memory",
          "  null                       a null pointer",
          "  image[W,H]  image-uint[W]  an image of zeros, of float, int or uint",
          "  image[W,H]=INIT            an image; image[]=image:FILE: as large as its file",
          "  sampler                    a sampler of whole coordinates, nearest texel",
          "  sampler[WORD,…]            words: normalized; none, clamp_to_edge, clamp,",
          "                             repeat, mirrored_repeat; nearest, linear",
          "  TYPE[COUNT]                a buffer of zeros; COUNT may be a product, 640*480",
          "  TYPE[COUNT]=INIT           a buffer; without COUNT as large as INIT",
          "  any:0..3  any:1,5,7        explore: any of these numbers",
          "  same:NAME  same:NAME+16    the buffer of argument NAME; from its element 16 on",
          "INIT is zero, none (check reports who reads it before it is written), iota,",
          "mixed (small numbers in no order), steps:FIRST:STEP, among:FIRST:COUNT (so many",
          "numbers in no order), random:SEED, numbers (1,2,3), @FILE (raw, little-endian),",
          "image:FILE (a picture, one element a pixel), any:NUMBERS (explore: each is any).",
          "");

  private final List<Path> sources = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private @Nullable String kernel;
  private @Nullable String global;
  private @Nullable String local;
  private @Nullable String offset;
  private @Nullable String options;

  /** Returns these options. */
  List<DeclaredOption> options() {
    return List.of(
        positional("K.cl", file -> sources.add(Path.of(file)), "The program, in OpenCL C."),
        texts(
            "--launch",
            "FILE.json",
            files::add,
            "A launch file instead of the options below; may be given many times."),
        text(
            "--kernel",
            "NAME",
            name -> kernel = name,
            "The kernel; may be left out where the program has one only."),
        text("--global", "X[,Y[,Z]]", sizes -> global = sizes, "Work-items in each dimension."),
        text(
            "--local",
            "X[,Y[,Z]]",
            sizes -> local = sizes,
            "Work-items of a work-group, 1 in dimensions not named; left out, Barnacle chooses."),
        text("--offset", "X[,Y[,Z]]", sizes -> offset = sizes, "Global id of the first work-item."),
        text(
            "--options",
            "OPTIONS",
            text -> options = text,
            "Build options, such as \"-DN=4 -cl-std=CL2.0\"."),
        texts(
            "--arg",
            "NAME=SPEC",
            arguments::add,
            "An argument, by the parameter's name or position; see below."));
  }

  /** Returns what describes a launch on the command line, as it was given. */
  List<String> words(Request request) {
    List<String> words = new ArrayList<>();
    sources.forEach(source -> words.add(source.toString()));
    String file = request.file();
    addTo(words, "--launch", file);
    addTo(words, "--kernel", kernel);
    addTo(words, "--global", global);
    addTo(words, "--local", local);
    addTo(words, "--offset", offset);
    addTo(words, "--options", options);
    arguments.forEach(argument -> addTo(words, "--arg", argument));
    return words;
  }

  private static void addTo(List<String> words, String option, @Nullable String value) {
    if (value != null) {
      words.add(option);
      words.add(value);
    }
  }

  /** A launch that is still to be read. */
  interface Request {
    /** Returns the launch file's name; null where the command line alone describes it. */
    @Nullable String file();

    /** Returns the file that describes it: the launch file, or the program. */
    String name();

    /** Returns the kernels of the program that other launches are of. */
    default Set<String> covered() {
      return Set.of();
    }

    /** Returns whether it is of a program among several: it may be of no kernel then. */
    default boolean isAmongOthers() {
      return false;
    }

    /**
     * Reads it.
     *
     * @throws InputException if it is no launch
     */
    LaunchSpec read();
  }

  /** Returns the launches in order; of one program, unless launch files name others. */
  List<Request> requests() {
    if (sources.size() > 1) {
      throw new InputException(
          "one program is expected, not " + sources.size() + ": " + sources.get(1));
    }
    if (files.isEmpty()) {
      if (sources.isEmpty()) {
        throw new InputException("no program is given: name a K.cl or a --launch file");
      }
      return List.of(new CommandLineRequest());
    }
    List<Request> requests = new ArrayList<>();
    Path program = sources.isEmpty() ? null : sources.getFirst();
    files.forEach(file -> requests.add(new FileRequest(file, program)));
    return requests;
  }

  /** Returns the same for a command that takes several programs, and folders of them. */
  List<Request> manyRequests() {
    if (!files.isEmpty() || sources.isEmpty()) {
      return requests();
    }
    List<Request> requests = new ArrayList<>();
    for (Path source : sources) {
      if (Files.isDirectory(source)) {
        SourceFolder folder = SourceFolder.of(source);
        folder.launches().forEach(file -> requests.add(new FileRequest(file.toString(), null)));
        folder
            .programs()
            .forEach((file, covered) -> requests.add(new SourceRequest(file, covered, true)));
      } else if (source.toString().endsWith(".json")) {
        requests.add(new FileRequest(source.toString(), null));
      } else {
        requests.add(new SourceRequest(source, Set.of(), sources.size() > 1));
      }
    }
    return requests;
  }

  /** Returns whether anything is given. */
  boolean isAny() {
    return !(sources.isEmpty() && files.isEmpty() && arguments.isEmpty())
        || kernel != null
        || global != null
        || local != null
        || offset != null
        || options != null;
  }

  /** Returns the kernel that is named, or null. */
  @Nullable String kernel() {
    return kernel;
  }

  /** Returns the names of the arguments that are given. */
  List<String> argumentNames() {
    return arguments.stream()
        .map(text -> text.substring(0, Math.max(0, text.indexOf('='))))
        .toList();
  }

  private final class CommandLineRequest implements Request {
    @Override
    public @Nullable String file() {
      return null;
    }

    @Override
    public String name() {
      return sources.getFirst().toString();
    }

    @Override
    public LaunchSpec read() {
      return override(empty(), sources.getFirst());
    }
  }

  private static LaunchSpec empty() {
    return new LaunchSpec(null, null, "", null, List.of(), List.of(), List.of(), List.of());
  }

  /** A program among several. */
  private final class SourceRequest implements Request {
    private final Path program;
    private final Set<String> covered;
    private final boolean among;

    SourceRequest(Path program, Set<String> covered, boolean among) {
      this.program = program;
      this.covered = covered;
      this.among = among;
    }

    @Override
    public @Nullable String file() {
      return null;
    }

    @Override
    public String name() {
      return program.toString();
    }

    @Override
    public Set<String> covered() {
      return covered;
    }

    @Override
    public boolean isAmongOthers() {
      return among;
    }

    @Override
    public LaunchSpec read() {
      return override(empty(), program);
    }
  }

  private final class FileRequest implements Request {
    private final String file;
    private final @Nullable Path program;

    FileRequest(String file, @Nullable Path program) {
      this.file = file;
      this.program = program;
    }

    @Override
    public String file() {
      return file;
    }

    @Override
    public String name() {
      return file;
    }

    @Override
    public LaunchSpec read() {
      return override(LaunchFile.read(file), program);
    }
  }

  private LaunchSpec override(LaunchSpec base, @Nullable Path program) {
    List<LaunchSpec.Given> given = new ArrayList<>(base.arguments());
    arguments.forEach(text -> given.add(argument(text)));
    if (base.commands() != null
        && !(kernel == null && global == null && local == null && offset == null)) {
      throw new InputException(
          base.file() == null ? null : Place.file(base.file()),
          "several launches take no --kernel, --global, --local and --offset");
    }
    if (base.commands() != null && !given.isEmpty()) {
      throw new InputException("several launches take no --arg");
    }
    return new LaunchSpec(
        base.file(),
        program == null ? base.source() : program,
        options == null ? base.options() : options,
        kernel == null ? base.kernel() : kernel,
        global == null ? base.global() : sizes("--global", global),
        local == null ? base.local() : sizes("--local", local),
        offset == null ? base.offset() : sizes("--offset", offset),
        given,
        base.commands());
  }

  private static LaunchSpec.Given argument(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new InputException("--arg " + text + ": expected NAME=SPEC");
    }
    String name = text.substring(0, equals);
    try {
      return new LaunchSpec.Given(
          Optional.of(name), ArgumentText.parse(text.substring(equals + 1), Path.of("")), null);
    } catch (InputException e) {
      throw new InputException("--arg " + name + ": " + e.getMessage());
    }
  }

  private static List<Long> sizes(String option, String text) {
    List<Long> sizes = new ArrayList<>();
    for (String part : text.split("[,x]", -1)) {
      try {
        sizes.add(Long.parseLong(part.strip()));
      } catch (NumberFormatException e) {
        throw new InputException(option + " " + text + ": expected X[,Y[,Z]], whole numbers");
      }
    }
    return sizes;
  }
}
