package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.CompileRequest.SourceFile;
import dev.barnacle.frontend.CompileRequest.SourceText;
import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.OpenClVersion;
import dev.barnacle.frontend.internal.spirv.RoundTrip;
import dev.barnacle.ir.ByteText;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.store.Blake3Sum;
import dev.barnacle.store.CacheDirectory;
import dev.barnacle.store.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A program's source as clang gets it.
 *
 * <p>A file on disk is given to clang by the user's path. A text, or a file that comes with headers
 * in memory, is written into a temporary folder with those headers beside it and a {@code #line}
 * with its own name on top; messages and debug information then show no trace of that folder.
 */
final class SourceInput implements AutoCloseable {
  /**
   * Raised when the meaning of cached results changes in a way that the rest of the key does not
   * show.
   */
  private static final String CACHE_FORMAT = "8";

  /** Of OpenCL C 1.2: clang wants to be told in the program too. */
  private static final String PRELUDE_12 =
      "#pragma OPENCL EXTENSION " + DeviceFeatures.STATIC_VARIABLES + " : enable\n";

  /** To clang it is OpenCL C 3.0. */
  private static final String PRELUDE_3_1 =
      "#undef __OPENCL_C_VERSION__\n#define __OPENCL_C_VERSION__ 310\n";

  /** From OpenCL C 2.0 on: what clang's header says of these, its code generator fails at. */
  private static final String PRELUDE_20 =
      """
      #undef CLK_NULL_RESERVE_ID
      reserve_id_t __barnacle_null_reserve_id(void);
      #define CLK_NULL_RESERVE_ID __barnacle_null_reserve_id()
      #undef CLK_NULL_QUEUE
      queue_t __barnacle_null_queue(void);
      #define CLK_NULL_QUEUE __barnacle_null_queue()
      #undef CLK_NULL_EVENT
      clk_event_t __barnacle_null_event(void);
      #define CLK_NULL_EVENT __barnacle_null_event()
      """;

  /** The folder of the headers that come with C++, within the temporary one. */
  private static final String HEADERS = "headers";

  private static final String MAIN = ".barnacle-main.cl";

  /** The byte order mark in UTF-8. */
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** The words that make a result depend on more than the files that were read. */
  private static final List<String> UNCACHEABLE =
      List.of("__has_include", "__has_embed", "__DATE__", "__TIME__", "__TIMESTAMP__");

  private final CompileRequest request;
  private final byte[] source;
  private @Nullable Path temporary;
  private @Nullable String key;

  private SourceInput(CompileRequest request, byte[] source) {
    this.request = request;
    this.source = source;
  }

  /**
   * Reads the source.
   *
   * @throws CompileException if it is a file that cannot be read
   */
  static SourceInput open(CompileRequest request) throws CompileException {
    return new SourceInput(
        request,
        switch (request.source()) {
          case SourceText text -> ByteText.encode(text.text());
          case SourceFile file -> bytesOf(file.path());
        });
  }

  private static byte[] bytesOf(Path file) throws CompileException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      String reason = e instanceof NoSuchFileException ? "no such file" : "cannot be read: " + e;
      Diagnostic error = new Diagnostic(Diagnostic.Severity.ERROR, file.toString(), 0, 0, reason);
      throw new CompileException(error + "\n", List.of(error));
    }
  }

  /** The cache's first key: a sum over all that is known before clang runs. */
  String key() {
    String known = key;
    if (known == null) {
      known = sum();
      key = known;
    }
    return known;
  }

  private String sum() {
    Blake3Sum sum =
        new Blake3Sum()
            .add(CACHE_FORMAT + (RoundTrip.isOn() ? " through SPIR-V" : ""))
            .add(Clang.version())
            .add(Library.version())
            .add(ProgramLinker.passes(request.variables()))
            .addAll(ClangCommand.arguments(request.options(), request.variables()))
            .add(ModuleMaker.of("", request.options(), request.variables()).version())
            .add(request.options().code().zeroed().toString())
            .add(Path.of("").toAbsolutePath().toString())
            .add(folder().toString())
            .add(request.source().name())
            .add(source);
    if (isCxx()) {
      sum.add(CxxHeaders.version());
    }
    for (Map.Entry<String, String> header : new TreeMap<>(request.headers()).entrySet()) {
      sum.add(header.getKey()).add(header.getValue());
    }
    return sum.hex();
  }

  private boolean isCxx() {
    return request.options().version().isCxx();
  }

  /** The folder where {@code #include "…"} looks first on disk. */
  private Path folder() {
    Path folder =
        switch (request.source()) {
          case SourceText text -> text.folder().orElse(Path.of(""));
          case SourceFile file -> file.path().toAbsolutePath().getParent();
        };
    return (folder == null ? Path.of("") : folder).toAbsolutePath().normalize();
  }

  /**
   * The output of clang.
   *
   * @param bitcode the program alone
   * @param log what it said
   * @param manifest what the result depends on; empty if that cannot be told
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  record Compiled(byte[] bitcode, String log, Optional<Manifest> manifest) {}

  /**
   * Compiles.
   *
   * @throws CompileException if clang finds errors
   */
  Compiled runClang() throws CompileException {
    try {
      Instant start = Instant.now();
      Path work = CacheDirectory.workFolder().toRealPath();
      temporary = work;
      Path dependencies = work.resolve("dependencies");
      List<String> arguments =
          new ArrayList<>(ClangCommand.arguments(request.options(), request.variables()));
      List<String> texts = texts();
      arguments.addAll(ExtensionDeclarations.arguments(request.options().version(), texts));
      String text = prelude(request.options().version()) + ExtensionDeclarations.of(texts);
      if (!text.isEmpty()) {
        Path prelude = Files.writeString(work.resolve("prelude.h"), text);
        arguments.addAll(List.of("-include", prelude.toString()));
      }
      if (isCxx()) {
        Path headers = Files.createDirectory(work.resolve(HEADERS));
        CxxHeaders.write(headers);
        arguments.addAll(
            List.of("-isystem", headers.toString(), "-ffile-prefix-map=" + headers + "/="));
        arguments.set(arguments.indexOf("-c"), "-S");
      }
      arguments.addAll(List.of("-MMD", "-MF", dependencies.toString(), "-MT", "x", "-o", "-"));
      arguments.addAll(inputArguments(work));
      Clang.Result result = Clang.locate().run(ResponseFile.plain(arguments, work), new byte[0]);
      String messages = ByteText.decode(result.messageBytes());
      String log = AssemblyErrors.namedIn(WrongWarnings.removedFrom(withoutFolder(messages, work)));
      if (result.status() != 0) {
        throw failed(result.status(), log);
      }
      byte[] bitcode =
          isCxx()
              ? GlobalDestructors.withObjects(
                  request.source().name(), ByteText.decode(result.output()))
              : result.output();
      return new Compiled(bitcode, log, manifest(dependencies, work, start));
    } catch (IOException e) {
      throw new LlvmException("cannot give clang its source: " + e, e);
    }
  }

  /** Returns what the program is made of, but for files that it includes. */
  private List<String> texts() {
    List<String> texts = new ArrayList<>(request.headers().values());
    texts.add(ByteText.decode(source));
    texts.addAll(request.options().clangArguments());
    return texts;
  }

  private static String prelude(OpenClVersion version) {
    return switch (version) {
      case CL1_1 -> "";
      case CL1_2 -> PRELUDE_12;
      case CL2_0, CL3_0, CXX1_0, CXX2021 -> PRELUDE_20;
      case CL3_1 -> PRELUDE_20 + PRELUDE_3_1;
    };
  }

  private List<String> inputArguments(Path work) throws IOException {
    if (request.source() instanceof SourceFile file && request.headers().isEmpty()) {
      return List.of("--", file.path().toString());
    }
    Path place = Files.createDirectory(work.resolve("source"));
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      Path file = place.resolve(header.getKey()).normalize();
      if (!file.startsWith(place) || file.equals(place)) {
        throw new IOException("not a relative name for a header: " + header.getKey());
      }
      Files.createDirectories(file.resolveSibling("."));
      Files.write(file, ByteText.encode(header.getValue()));
    }
    Path main = place.resolve(MAIN);
    byte[] line = ByteText.encode("#line 1 \"" + quoted(request.source().name()) + "\"\n");
    int mark = startsWithMark(source) ? BYTE_ORDER_MARK.length : 0;
    try (var out = Files.newOutputStream(main)) {
      out.write(line);
      out.write(source, mark, source.length - mark); // clang skips it at the beginning of files
    }
    // Angle brackets find the headers in memory too.
    return List.of(
        main.toString(),
        "-iquote",
        folder().toString(),
        "-I" + place,
        "-ffile-prefix-map=" + place + "/=");
  }

  private static boolean startsWithMark(byte[] text) {
    return text.length >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            text, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }

  private static String quoted(String name) {
    return name.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private static String withoutFolder(String log, Path work) {
    return log.replace(work.resolve("source") + "/", "").replace(work.resolve(HEADERS) + "/", "");
  }

  private static CompileException failed(int status, String log) {
    List<Diagnostic> found = LogParser.parse(log);
    if (found.stream().noneMatch(d -> d.severity() == Diagnostic.Severity.ERROR)) {
      Diagnostic crash =
          new Diagnostic(
              Diagnostic.Severity.ERROR,
              "",
              0,
              0,
              "clang failed with status " + status + " without naming an error");
      return new CompileException(log + crash + "\n", List.of(crash));
    }
    return new CompileException(log, found);
  }

  /**
   * Returns what the result depends on besides the key; empty if it cannot be expressed, or if a
   * file changed while clang ran.
   */
  private Optional<Manifest> manifest(Path dependencies, Path work, Instant start)
      throws IOException {
    List<Path> included = new ArrayList<>();
    for (String name : DependencyFile.parse(Files.readString(dependencies))) {
      Path file = Path.of(name).toAbsolutePath().normalize();
      if (!file.startsWith(work)) {
        included.add(file);
      }
    }
    for (Path file : included) {
      if (isUncacheable(Files.readAllBytes(file))
          || Files.getLastModifiedTime(file).toInstant().isAfter(start)) {
        return Optional.empty();
      }
    }
    if (isUncacheable(source) || sourceChanged()) {
      return Optional.empty();
    }
    List<Path> folders = new ArrayList<>(List.of(folder()));
    for (String include : request.options().includeFolders()) {
      folders.add(Path.of(include).toAbsolutePath().normalize());
    }
    Manifest manifest = Manifest.of(included, folders);
    return manifest.isExpressible() ? Optional.of(manifest) : Optional.empty();
  }

  private boolean isUncacheable(byte[] content) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    return UNCACHEABLE.stream().anyMatch(text::contains)
        || request.headers().values().stream()
            .anyMatch(h -> UNCACHEABLE.stream().anyMatch(h::contains));
  }

  private boolean sourceChanged() throws IOException {
    return request.source() instanceof SourceFile file
        && !Arrays.equals(source, Files.readAllBytes(file.path()));
  }

  /** Deletes what was put on disk for clang. */
  @Override
  public void close() {
    Path work = temporary;
    if (work == null) {
      return;
    }
    try {
      Folders.delete(work);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + work, e);
    }
  }
}
