package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.Pipe;
import dev.barnacle.cl.Sampler;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.BufferContents;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.launch.NumberText;
import dev.barnacle.cli.internal.launch.PipeContents;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.model.Nearest;
import dev.barnacle.store.Blake3Sum;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The arguments of a launch: matched with the kernel's parameters, and made. */
public final class Arguments implements AutoCloseable {
  private final Context context;
  private final Kernel kernel;
  private final List<LaunchSpec.Given> given;
  private final NamedBuffers named;
  private final @Nullable Object[] values;
  private final List<LaunchMemory> memory = new ArrayList<>();
  private final List<AutoCloseable> others = new ArrayList<>();

  private Arguments(
      Context context, Kernel kernel, List<LaunchSpec.Given> given, NamedBuffers named) {
    this.named = named;
    this.context = context;
    this.kernel = kernel;
    this.given = given;
    this.values = new @Nullable Object[given.size()];
  }

  /**
   * Makes the arguments; those made before an error are freed.
   *
   * @param place what to name where an argument is missing; null for none
   */
  public static Arguments make(
      Context context, Kernel kernel, List<LaunchSpec.Given> given, @Nullable Place place) {
    return make(context, kernel, given, place, NamedBuffers.NONE);
  }

  /**
   * Makes the arguments; those made before an error are freed.
   *
   * @param place what to name where an argument is missing; null for none
   * @param named the buffers that launches share
   */
  public static Arguments make(
      Context context,
      Kernel kernel,
      List<LaunchSpec.Given> given,
      @Nullable Place place,
      NamedBuffers named) {
    return make(
        context,
        kernel,
        given,
        named,
        missing -> {
          throw new InputException(
              place,
              "kernel " + kernel.signature() + " is not given argument '" + missing.name() + "'");
        });
  }

  /**
   * Makes the arguments; those made before an error are freed.
   *
   * @param missing says what to give for a parameter that is given nothing
   */
  public static Arguments make(
      Context context,
      Kernel kernel,
      List<LaunchSpec.Given> given,
      Function<KernelParameter, LaunchSpec.Given> missing) {
    return make(context, kernel, given, NamedBuffers.NONE, missing);
  }

  private static Arguments make(
      Context context,
      Kernel kernel,
      List<LaunchSpec.Given> given,
      NamedBuffers named,
      Function<KernelParameter, LaunchSpec.Given> missing) {
    Arguments arguments = new Arguments(context, kernel, match(kernel, given, missing), named);
    try {
      arguments.makeAll();
      return arguments;
    } catch (RuntimeException e) {
      arguments.close();
      throw e;
    }
  }

  /** Returns what to pass to {@link Kernel#with}. */
  public @Nullable Object[] values() {
    return values;
  }

  /** Returns a sum over all that buffers, images and pipes hold. */
  public String contents() {
    Blake3Sum sum = new Blake3Sum();
    memory.forEach(m -> sum.add(m.read().toArray(ValueLayout.JAVA_BYTE)));
    return sum.hex();
  }

  /** Returns a sum over what each buffer, image or pipe holds, by the parameter's name. */
  public Map<String, String> sums() {
    Map<String, String> sums = new LinkedHashMap<>();
    memory.forEach(
        m ->
            sums.put(
                m.parameter().name(),
                new Blake3Sum().add(m.read().toArray(ValueLayout.JAVA_BYTE)).hex()));
    return sums;
  }

  /** Returns what each buffer, image or pipe of its own holds, by the parameter's index. */
  public Map<Integer, byte[]> bytes() {
    Map<Integer, byte[]> bytes = new LinkedHashMap<>();
    memory.stream()
        .filter(m -> !(m instanceof LaunchMemory.OfBuffer buffer && buffer.shared()))
        .forEach(m -> bytes.put(m.parameter().index(), m.read().toArray(ValueLayout.JAVA_BYTE)));
    return bytes;
  }

  /** Returns the types of the elements of buffers, by parameter. */
  public Map<KernelParameter, DataType> types() {
    Map<KernelParameter, DataType> types = new LinkedHashMap<>();
    memory.forEach(m -> types.put(m.parameter(), m.type()));
    return types;
  }

  /** Returns the size of all buffers, images and pipes, in bytes. */
  long byteSize() {
    return memory.stream()
        .filter(m -> !(m instanceof LaunchMemory.OfBuffer buffer && buffer.shared()))
        .mapToLong(LaunchMemory::byteSize)
        .sum();
  }

  /** Returns the buffer, image or pipe of a parameter's name or position, or fails. */
  LaunchMemory memory(String option, String name) {
    return memory.stream()
        .filter(b -> isNamed(b.parameter(), name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    option
                        + " "
                        + name
                        + ": kernel "
                        + kernel.signature()
                        + " is given no buffer, image or pipe of that name"
                        + Nearest.question(
                            name, memory.stream().map(m -> m.parameter().name()).toList())));
  }

  /**
   * Fills the memory that the kernel may have changed with its first contents; a buffer that is
   * several arguments is filled if one of them may be written.
   */
  void refill() {
    memory.stream().filter(m -> !m.parameter().isConst()).forEach(LaunchMemory::refill);
  }

  @Override
  public void close() {
    others.reversed().forEach(Arguments::close);
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a parameter has that name or position. */
  public static boolean isNamed(KernelParameter parameter, String name) {
    return parameter.name().equals(name) || String.valueOf(parameter.index()).equals(name);
  }

  /** Returns an argument for each parameter, each by the parameter's name. */
  public static List<LaunchSpec.Given> named(
      Kernel kernel,
      List<LaunchSpec.Given> given,
      Function<KernelParameter, LaunchSpec.Given> missing) {
    List<LaunchSpec.Given> matched = match(kernel, given, missing);
    List<LaunchSpec.Given> named = new ArrayList<>();
    for (int i = 0; i < matched.size(); i++) {
      Optional<String> name = Optional.of(kernel.parameters().get(i).name());
      named.add(new LaunchSpec.Given(name, matched.get(i).spec(), matched.get(i).place()));
    }
    return named;
  }

  /** Returns one for each parameter in order: a named one, or the next of those without a name. */
  private static List<LaunchSpec.Given> match(
      Kernel kernel,
      List<LaunchSpec.Given> given,
      Function<KernelParameter, LaunchSpec.Given> missing) {
    List<KernelParameter> parameters = kernel.parameters();
    LaunchSpec.@Nullable Given[] matched = new LaunchSpec.@Nullable Given[parameters.size()];
    int next = 0;
    for (LaunchSpec.Given argument : given) {
      Optional<String> name = argument.name();
      int index = name.isPresent() ? indexOf(kernel, name.get(), argument) : next++;
      if (index >= matched.length) {
        throw new InputException(
            argument.place(),
            "kernel "
                + kernel.signature()
                + " takes "
                + parameters.size()
                + (parameters.size() == 1 ? " argument, not more" : " arguments, not more"));
      }
      matched[index] = argument;
    }
    List<LaunchSpec.Given> all = new ArrayList<>();
    for (int i = 0; i < matched.length; i++) {
      LaunchSpec.Given argument = matched[i];
      all.add(argument == null ? missing.apply(parameters.get(i)) : argument);
    }
    return all;
  }

  private static int indexOf(Kernel kernel, String name, LaunchSpec.Given argument) {
    return kernel.parameters().stream()
        .filter(p -> isNamed(p, name))
        .mapToInt(KernelParameter::index)
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    argument.place(),
                    "kernel "
                        + kernel.signature()
                        + " has no argument '"
                        + name
                        + "'"
                        + question(kernel, name)));
  }

  private static String question(Kernel kernel, String name) {
    return Nearest.question(name, kernel.parameters().stream().map(KernelParameter::name).toList());
  }

  private void makeAll() {
    SharedBuffers shared = new SharedBuffers(kernel.parameters(), given);
    List<Integer> order = shared.order();
    for (int i = 0; i < values.length; i++) {
      LaunchSpec.Given argument = given.get(i);
      KernelParameter parameter = kernel.parameters().get(i);
      try {
        values[i] = shared.isShared(i) ? null : make(parameter, argument.spec());
      } catch (InputException | ClException e) {
        throw placed(parameter, argument, e);
      }
    }
    for (int index : order) {
      LaunchMemory.OfBuffer part = shared.part(index, memoryAt(shared.other(index)));
      memory.add(part);
      values[index] = part.buffer();
    }
  }

  private Optional<LaunchMemory> memoryAt(int index) {
    return memory.stream().filter(m -> m.parameter().index() == index).findFirst();
  }

  private static RuntimeException placed(
      KernelParameter parameter, LaunchSpec.Given argument, RuntimeException e) {
    if (e instanceof InputException input && input.hasPlace()) {
      return e;
    }
    return new InputException(
        argument.place(), "argument '" + parameter.name() + "': " + e.getMessage());
  }

  private @Nullable Object make(KernelParameter parameter, ArgumentSpec spec) {
    return switch (spec) {
      case ArgumentSpec.Null _ -> null;
      case ArgumentSpec.Same _ -> throw new IllegalStateException("made behind all others");
      case ArgumentSpec.Local local -> LocalMemory.bytes(local.byteSize());
      case ArgumentSpec.BufferSpec buffer -> buffer(parameter, buffer);
      case ArgumentSpec.ImageSpec image -> image(parameter, image);
      case ArgumentSpec.PipeSpec pipe -> pipe(parameter, pipe);
      case ArgumentSpec.SamplerSpec sampler -> sampler(parameter, sampler);
      case ArgumentSpec.QueueSpec _ ->
          context.deviceQueues().defaultOf(context.device()).orElse(null);
      case ArgumentSpec.Any _ ->
          throw new InputException("any of several numbers is for explore alone");
      case ArgumentSpec.Shared name -> shared(parameter, name.buffer());
      case ArgumentSpec.Bytes bytes -> bytes.bytes();
      case ArgumentSpec.BytesFile bytes ->
          MemorySegment.ofArray(
              InputFiles.access(bytes.file(), () -> Files.readAllBytes(bytes.file())));
      case ArgumentSpec.Value value -> value(parameter, value);
    };
  }

  private Image image(KernelParameter parameter, ArgumentSpec.ImageSpec spec) {
    LaunchMemory.OfImage made = ImageArgument.make(context, parameter, spec, others::add);
    memory.add(made);
    return made.image();
  }

  private Pipe pipe(KernelParameter parameter, ArgumentSpec.PipeSpec spec) {
    if (parameter.kind() != KernelParameter.Kind.PIPE) {
      throw new InputException("expected no pipe for " + parameter.typeName());
    }
    PipeContents contents = new PipeContents(spec);
    Pipe pipe = contents.allocate(context);
    others.add(pipe);
    memory.add(new LaunchMemory.OfPipe(parameter, spec.type(), pipe, () -> contents.fill(pipe)));
    return pipe;
  }

  private Sampler sampler(KernelParameter parameter, ArgumentSpec.SamplerSpec spec) {
    if (parameter.kind() != KernelParameter.Kind.SAMPLER) {
      throw new InputException("expected no sampler for " + parameter.typeName());
    }
    Sampler sampler = context.sampler(spec.normalized(), spec.addressing(), spec.filter());
    others.add(sampler);
    return sampler;
  }

  private Buffer buffer(KernelParameter parameter, ArgumentSpec.BufferSpec spec) {
    BufferContents contents = new BufferContents(spec);
    Buffer buffer = contents.allocate(context);
    others.add(buffer);
    memory.add(
        new LaunchMemory.OfBuffer(
            parameter, spec.type(), buffer, () -> contents.fill(buffer), false));
    return buffer;
  }

  private Buffer shared(KernelParameter parameter, String name) {
    LaunchMemory.OfBuffer found = named.memory(parameter, name);
    memory.add(found);
    return found.buffer();
  }

  private static Object value(KernelParameter parameter, ArgumentSpec.Value value) {
    DataType declared = parameter.dataType().orElse(null);
    if (parameter.kind() != KernelParameter.Kind.VALUE || declared == null) {
      throw new InputException(
          "expected "
              + expected(parameter.kind())
              + " for "
              + parameter.typeName()
              + ", not the number "
              + value.literals().getFirst());
    }
    DataType type = value.type().orElse(declared);
    if (type.lanes() != declared.lanes()
        || type.scalar().byteSize() != declared.scalar().byteSize()
        || type.scalar().isFloat() != declared.scalar().isFloat()) {
      throw new InputException("it is declared " + parameter.typeName() + ", not " + type);
    }
    if (value.literals().size() != type.lanes()) {
      throw new InputException(
          "a value of "
              + type
              + " has "
              + type.lanes()
              + (type.lanes() == 1 ? " number" : " numbers")
              + ", not "
              + value.literals().size());
    }
    return encode(type, value.literals());
  }

  private static MemorySegment encode(DataType type, List<String> literals) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[(int) type.byteSize()]);
    for (int i = 0; i < literals.size(); i++) {
      String literal = literals.get(i);
      Number number =
          NumberText.parse(literal, type.scalar())
              .orElseThrow(
                  () ->
                      new InputException(
                          literal + " is not a value of " + type.scalar().keyword()));
      dev.barnacle.cl.bytes.ScalarCodec.put(
          bytes, (long) i * type.scalar().byteSize(), type.scalar(), number);
    }
    return bytes;
  }

  /** Returns what is expected for a parameter, in words. */
  static String expected(KernelParameter.Kind kind) {
    return switch (kind) {
      case GLOBAL, CONSTANT -> "a buffer, TYPE[COUNT], or null";
      case LOCAL -> "local memory, local[BYTES],";
      case STRUCT -> "the struct's bytes, @FILE,";
      case VALUE -> "a number";
      case IMAGE -> "an image, image[WIDTH,…],";
      case SAMPLER -> "sampler";
      case QUEUE -> "queue";
      case PIPE -> "a pipe, pipe:TYPE[COUNT],";
      case OPAQUE -> "what this version can't pass";
    };
  }
}
