package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.ImageArgument;
import dev.barnacle.command.input.InputException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The arguments and sizes that a check gives a kernel where the user gives nothing.
 *
 * <ul>
 *   <li>The version of OpenCL C: {@link dev.barnacle.cli.internal.run.LanguageVersion}.
 *   <li>The global and the local size: {@link DefaultSizes}.
 *   <li>A buffer: four elements of its type for each work-item, all zero: locks, counters and flags
 *       start as programs have them, and zeros taken for indices are in bounds. More, or smaller
 *       integers, where the kernel then leaves an object or a built-in function refuses what it is
 *       given: {@link Guess}. What is clean so is looked at with other contents and integers:
 *       {@link Variation}.
 *   <li>An image: zeros, of twice the global size in each dimension, 64 where it has none; its
 *       texels are what the program's calls for it read and write. A sampler: of whole coordinates,
 *       the nearest texel, the edge's outside.
 *   <li>Local memory: four elements for each work-item of a group.
 *   <li>An integer: the first dimension's global size, the second's or third's by its name, or the
 *       type's largest value where that is less, and sixteen times that for what is the distance of
 *       rows by its name, where rows overlap otherwise; a floating-point number: 1. A struct:
 *       integers, each of four bytes; zeros where the kernel then leaves an object or does not end.
 * </ul>
 */
final class Defaults {
  /** The most of a dimension of an image that the global size has, or has not. */
  private static final long IMAGE_SIZE = 16384;

  private static final long IMAGE_DEPTH = 32;

  /** The most texels of an image, unless twice the global size has more. */
  private static final long MOST_TEXELS = 1 << 22;

  /** For what has no type that is known: enough for a struct of sixteen ints. */
  private static final long UNKNOWN_BYTES = 64;

  private final Map<String, Object> sizes = new LinkedHashMap<>();
  private final Map<String, Object> arguments = new LinkedHashMap<>();
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final Map<String, Long> values = new LinkedHashMap<>();
  private final List<String> memory = new ArrayList<>();
  private boolean guessed;
  private boolean structGuessed;
  private boolean zeroIntegers;
  private boolean zeros;
  private boolean rows;
  private boolean groupSizes;
  private boolean integers;
  private boolean pipes;
  private long bytes;
  private final boolean parent;
  private final LaunchSpec given;
  private final Kernel kernel;
  private final LaunchSpec spec;
  private final Optional<String> language;
  private final ImageChannels channels;
  private final Guess guess;
  private final BufferGuess held;
  private final Set<String> names;
  private final Map<String, ArgumentSpec> instead;

  /** Chooses the sizes that a launch leaves out. */
  Defaults(
      LaunchSpec given,
      Kernel kernel,
      Optional<String> language,
      ImageChannels channels,
      Guess guess) {
    this(given, kernel, language, channels, guess, Map.of());
  }

  /**
   * Chooses the sizes that a launch leaves out.
   *
   * @param language the build option that was chosen
   * @param channels what is known of images, and the program's text
   * @param instead what arguments that are chosen are in place of what the guess says
   */
  private Defaults(
      LaunchSpec given,
      Kernel kernel,
      Optional<String> language,
      ImageChannels channels,
      Guess guess,
      Map<String, ArgumentSpec> instead) {
    this.instead = instead;
    this.given = given;
    this.kernel = kernel;
    this.guess = guess;
    this.channels = channels;
    this.language = language;
    this.parent = given.global().isEmpty() && DefaultSizes.isParent(kernel);
    DefaultSizes chosen = DefaultSizes.of(given, kernel);
    if (given.global().isEmpty()) {
      sizes.put("global", chosen.global());
    }
    if (given.local().isEmpty() && !chosen.local().isEmpty()) {
      sizes.put("local", chosen.local());
    }
    this.spec =
        new LaunchSpec(
            given.file(),
            given.source(),
            given.options(),
            given.kernel(),
            chosen.global(),
            chosen.local(),
            given.offset(),
            given.arguments());
    this.names =
        kernel.parameters().stream().map(KernelParameter::name).collect(Collectors.toSet());
    this.held = BufferGuess.of(guess.contents(), kernel, extent(0));
  }

  /** Returns the launch with its sizes. */
  LaunchSpec spec() {
    return spec;
  }

  /**
   * Returns the whole launch: with its sizes, its build options and an argument for each parameter.
   */
  LaunchSpec whole() {
    String options = (language.orElse("") + " " + spec.options()).strip();
    return new LaunchSpec(
        spec.file(),
        spec.source(),
        options,
        kernel.name(),
        spec.global(),
        spec.local(),
        spec.offset(),
        Arguments.named(kernel, given.arguments(), this::argument));
  }

  /** Returns what was chosen, as an object of JSON; empty for nothing. */
  Map<String, Object> json() {
    Map<String, Object> all = new LinkedHashMap<>();
    language.ifPresent(option -> all.put("options", option));
    all.putAll(sizes);
    if (!arguments.isEmpty()) {
      all.put("args", arguments);
    }
    return all;
  }

  /** Returns what was chosen, as options of the command line; empty for nothing. */
  String text() {
    List<String> words = new ArrayList<>();
    language.ifPresent(option -> words.add("--options " + option));
    sizes.forEach(
        (name, value) -> words.add("--" + name + " " + SpecWords.commas((List<?>) value)));
    arguments.forEach((name, value) -> words.add("--arg " + name + "=" + value));
    return String.join(" ", words);
  }

  /** Returns whether what was chosen could be chosen otherwise. */
  boolean isGuessed() {
    return guessed;
  }

  /**
   * Returns whether an integer was chosen that is the distance of rows, as far as its name says.
   */
  boolean hasRows() {
    return rows;
  }

  /** Returns whether an integer was chosen that is a work-group's size, as far as its name says. */
  boolean hasGroupSizes() {
    return groupSizes;
  }

  /** Returns whether an integer was chosen. */
  boolean hasIntegers() {
    return integers;
  }

  /** Returns whether a struct was chosen. */
  boolean isStructGuessed() {
    return structGuessed;
  }

  /** Returns whether a buffer of zeros was chosen that holds integers, or what is not known. */
  boolean hasZeroIntegers() {
    return zeroIntegers;
  }

  /** Returns whether an image of zeros was chosen, or a buffer of zeros whose type is known. */
  boolean hasZeros() {
    return zeros;
  }

  /** Returns the same with buffers that hold something else. */
  Defaults with(Guess.Contents contents) {
    return new Defaults(given, kernel, language, channels, guess.with(contents), instead);
  }

  /** Returns the same with other integers. */
  Defaults withInteger(long integer) {
    return new Defaults(given, kernel, language, channels, guess.withInteger(integer), instead);
  }

  /** Returns whether a pipe was chosen. */
  boolean hasPipes() {
    return pipes;
  }

  /** Returns the same with pipes of one packet. */
  Defaults withOnePacket() {
    Map<String, Long> one = new HashMap<>(guess.counts());
    kernel.parameters().stream()
        .filter(p -> p.kind() == KernelParameter.Kind.PIPE)
        .forEach(p -> one.put(p.name(), 1L));
    return with(guess.with(one));
  }

  /** Returns the same with this guess. */
  Defaults with(Guess other) {
    return new Defaults(given, kernel, language, channels, other, instead);
  }

  /** Returns how many work-items the launch has. */
  long items() {
    return items(spec.global());
  }

  /**
   * Returns for how many work-items buffers are made: for those of what a kernel enqueues that is
   * one work-item itself.
   */
  long bufferItems() {
    return parent ? DefaultSizes.CHILD : items();
  }

  /** Returns the guess that it is of. */
  Guess guess() {
    return guess;
  }

  /** Returns the number of elements of each buffer that was chosen and whose type is known. */
  Map<String, Long> counts() {
    return counts;
  }

  /** Returns the value of each integer that was chosen. */
  Map<String, Long> integers() {
    return values;
  }

  /** Returns the buffers, images and local memory that were chosen, such as {@code x float[8]}. */
  List<String> sizesText() {
    List<String> words = new ArrayList<>();
    memory.forEach(name -> words.add(name + " " + arguments.get(name)));
    return words;
  }

  /** Returns the same with something else for some of the arguments that are chosen. */
  Defaults with(Map<String, ArgumentSpec> others) {
    return new Defaults(given, kernel, language, channels, guess, others);
  }

  /** Returns the names of the arguments that were not chosen here, and are no part of such. */
  Set<String> given(Kernel kernel) {
    Set<String> names =
        kernel.parameters().stream()
            .map(KernelParameter::name)
            .filter(name -> !arguments.containsKey(name))
            .collect(Collectors.toSet());
    SharedArguments.of(kernel, given)
        .forEach(
            (name, of) -> {
              if (arguments.containsKey(of)) {
                names.remove(name);
              }
            });
    return names;
  }

  /** Returns the bytes of the buffers that were chosen. */
  long bytes() {
    return bytes;
  }

  /** Returns what to give for a parameter, and remembers it. */
  LaunchSpec.Given argument(KernelParameter parameter) {
    ArgumentSpec chosen = instead.getOrDefault(parameter.name(), choose(parameter));
    arguments.put(parameter.name(), SpecWords.of(chosen, guess.zeroStructs(), integer()));
    guessed = true;
    if (chosen instanceof ArgumentSpec.Value value && values.containsKey(parameter.name())) {
      values.put(parameter.name(), Long.parseLong(value.literals().getFirst()));
    }
    structGuessed |= chosen instanceof ArgumentSpec.Bytes;
    if (chosen instanceof ArgumentSpec.BufferSpec buffer) {
      bytes += buffer.type().byteSize() * buffer.count().orElseThrow();
      boolean zero = buffer.init() instanceof Init.Zero;
      zeroIntegers |= zero && !buffer.type().scalar().isFloat();
      zeros |= zero && ObjectWords.type(parameter).isPresent();
      if (ObjectWords.type(parameter).isPresent()) {
        counts.put(parameter.name(), buffer.count().orElseThrow());
      }
    }
    if (chosen instanceof ArgumentSpec.BufferSpec
        || chosen instanceof ArgumentSpec.ImageSpec
        || chosen instanceof ArgumentSpec.PipeSpec
        || chosen instanceof ArgumentSpec.Local) {
      memory.add(parameter.name());
    }
    zeros |= chosen instanceof ArgumentSpec.ImageSpec image && image.init() instanceof Init.Zero;
    return new LaunchSpec.Given(Optional.of(parameter.name()), chosen, null);
  }

  private ArgumentSpec choose(KernelParameter parameter) {
    Optional<DataType> type = ObjectWords.type(parameter);
    return switch (parameter.kind()) {
      case GLOBAL, CONSTANT -> buffer(type, parameter, count(parameter));
      case LOCAL ->
          new ArgumentSpec.Local(
              Math.multiplyExact(
                  guess.each() * type.map(DataType::byteSize).orElse(UNKNOWN_BYTES),
                  items(spec.local())));
      case VALUE -> value(type.orElseThrow(), parameter);
      case STRUCT -> new ArgumentSpec.Bytes(struct((int) parameter.byteSize()));
      case IMAGE -> image(parameter);
      case PIPE -> pipe(type, parameter);
      case SAMPLER -> ArgumentSpec.SamplerSpec.DEFAULT;
      case QUEUE -> ArgumentSpec.QueueSpec.DEFAULT;
      case OPAQUE ->
          throw new InputException(
              "argument '"
                  + parameter.name()
                  + "': this version can't pass a "
                  + parameter.typeName());
    };
  }

  /** Returns a struct whose members are unknown: each four bytes are an integer. */
  private MemorySegment struct(int byteSize) {
    ByteBuffer bytes = ByteBuffer.allocate(byteSize).order(ByteOrder.LITTLE_ENDIAN);
    while (!guess.zeroStructs() && bytes.remaining() >= Integer.BYTES) {
      bytes.putInt((int) Math.min(Integer.MAX_VALUE, integer()));
    }
    return MemorySegment.ofArray(bytes.array());
  }

  /** Returns a pipe with room for what a buffer would have, full where the kernel reads it. */
  private ArgumentSpec pipe(Optional<DataType> type, KernelParameter parameter) {
    DataType packet =
        type.orElseThrow(
            () ->
                new InputException(
                    "argument '"
                        + parameter.name()
                        + "': how large a packet of "
                        + parameter.typeName()
                        + " is must be said: --arg "
                        + parameter.name()
                        + "=pipe:TYPE*N[COUNT]"));
    pipes = true;
    boolean reads = !parameter.access().equals("write_only");
    return new ArgumentSpec.PipeSpec(
        packet, 1, count(parameter), reads ? Optional.of(held.ofOthers()) : Optional.empty());
  }

  /**
   * Returns an image of twice the global size in each dimension, and of more where buffers have
   * more, as long as it is no large one.
   */
  private ArgumentSpec image(KernelParameter parameter) {
    int dimensions = ImageArgument.sizes(ImageArgument.shape(parameter));
    long times = Math.max(2, (long) Math.sqrt((double) guess.each()));
    while (times > 2 && count(imageSize(dimensions, times)) > MOST_TEXELS) {
      times /= 2;
    }
    return new ArgumentSpec.ImageSpec(
        channels.of(parameter.name()), imageSize(dimensions, Math.max(2, times)), held.ofOthers());
  }

  private static double count(List<Long> size) {
    return size.stream().mapToDouble(Long::doubleValue).reduce(1, (a, b) -> a * b);
  }

  private List<Long> imageSize(int dimensions, long times) {
    List<Long> size = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      boolean known = d < spec.global().size();
      long all = times * spec.global().get(known ? d : 0);
      size.add(Math.clamp(all, 1, known ? IMAGE_SIZE : times * IMAGE_DEPTH));
    }
    return size;
  }

  private long count(KernelParameter parameter) {
    Long count = guess.counts().get(parameter.name());
    return count != null ? count : Math.multiplyExact(guess.each(), bufferItems());
  }

  private ArgumentSpec buffer(Optional<DataType> type, KernelParameter parameter, long count) {
    return type.map(
            t ->
                new ArgumentSpec.BufferSpec(
                    t, Optional.of(count), held.of(parameter.name(), t, count)))
        .orElseGet(
            () ->
                new ArgumentSpec.BufferSpec(
                    new DataType(DataType.Scalar.UCHAR, 1),
                    Optional.of(Math.multiplyExact(count, UNKNOWN_BYTES)),
                    new Init.Zero()));
  }

  private ArgumentSpec value(DataType type, KernelParameter parameter) {
    long integer = integer(parameter.name());
    DataType.Scalar scalar = type.scalar();
    integers |= !scalar.isFloat();
    int bits = 8 * scalar.byteSize() - (scalar.isSigned() ? 1 : 0);
    long largest = bits >= 63 ? Long.MAX_VALUE : (1L << bits) - 1;
    String real = (guess.rising() ? kernel.parameters().indexOf(parameter) + 1 : 1) + ".0";
    if (!scalar.isFloat() && type.lanes() == 1) {
      values.put(parameter.name(), Math.min(largest, integer));
    }
    String literal = scalar.isFloat() ? real : String.valueOf(Math.min(largest, integer));
    return new ArgumentSpec.Value(Optional.of(type), Collections.nCopies(type.lanes(), literal));
  }

  private long integer(String parameter) {
    String name = NamedIntegers.among(parameter, names);
    rows |= spec.global().size() > 1 && NamedIntegers.isRow(name);
    groupSizes |= !spec.local().isEmpty() && NamedIntegers.isGroupSize(name);
    long integer = guess.integer().orElse(extent(NamedIntegers.dimension(name)));
    return switch (guess.names()) {
      case NOTHING -> integer;
      case STEPS -> NamedIntegers.isStep(name) ? 0 : integer;
      case PLACES -> NamedIntegers.value(name).orElse(integer);
      case ROWS -> NamedIntegers.isRow(name) ? NamedIntegers.PER_ITEM * integer : integer;
      case GROUPS -> NamedIntegers.isGroupSize(name) ? spec.local().getFirst() : integer;
      case SIZES -> NamedIntegers.besideSizes(name, spec.global().size() > 1).orElse(integer);
      case CAPACITIES ->
          NamedIntegers.isCapacity(name)
              ? Math.max(1, items() / 2)
              : isListCount(name)
                  ? 1
                  : NamedIntegers.besideSizes(name, spec.global().size() > 1).orElse(integer);
    };
  }

  /** Returns whether it is the number of lists that have a capacity each. */
  private boolean isListCount(String name) {
    return NamedIntegers.isListCount(name) && names.stream().anyMatch(NamedIntegers::isPerList);
  }

  private long integer() {
    return guess.integer().orElse(extent(0));
  }

  /** Returns the global size in a dimension, or in the first where there are not so many. */
  private long extent(int dimension) {
    List<Long> global = parent ? List.of(DefaultSizes.CHILD) : spec.global();
    return global.get(dimension < global.size() ? dimension : 0);
  }

  private static long items(List<Long> sizes) {
    // A work-group whose size is left to the platform is taken for a large one.
    return Math.max(
        1, sizes.isEmpty() ? 1024 : sizes.stream().reduce(1L, (a, b) -> Math.multiplyExact(a, b)));
  }
}
