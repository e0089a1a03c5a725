package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.BufferContents;
import dev.barnacle.command.input.InputException;
import dev.barnacle.model.Nearest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Buffers that several launches share, by the names that the launch file gives them. */
public final class NamedBuffers implements AutoCloseable {
  /** None. */
  public static final NamedBuffers NONE = new NamedBuffers();

  private record Named(DataType type, Buffer buffer) {}

  private final Map<String, Named> buffers = new LinkedHashMap<>();

  private NamedBuffers() {}

  /** Makes and fills them; those made before an error are freed. */
  public static NamedBuffers make(Context context, Map<String, ArgumentSpec.BufferSpec> specs) {
    NamedBuffers made = new NamedBuffers();
    try {
      specs.forEach(
          (name, spec) ->
              made.buffers.put(
                  name, new Named(spec.type(), new BufferContents(spec).allocate(context))));
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** Returns the types of their elements, by name. */
  public Map<String, DataType> types() {
    Map<String, DataType> types = new LinkedHashMap<>();
    buffers.forEach((name, named) -> types.put(name, named.type()));
    return types;
  }

  /** Returns one as the memory of a parameter. */
  LaunchMemory.OfBuffer memory(KernelParameter parameter, String name) {
    Named named = buffers.get(name);
    if (named == null) {
      throw new InputException(
          "there is no buffer '"
              + name
              + "' that launches share"
              + Nearest.question(name, buffers.keySet()));
    }
    if (parameter.kind() != KernelParameter.Kind.GLOBAL
        && parameter.kind() != KernelParameter.Kind.CONSTANT) {
      throw new InputException(
          "expected "
              + Arguments.expected(parameter.kind())
              + " for "
              + parameter.typeName()
              + ", not a buffer");
    }
    return new LaunchMemory.OfBuffer(parameter, named.type(), named.buffer(), () -> {}, true);
  }

  @Override
  public void close() {
    buffers.values().forEach(named -> named.buffer().close());
  }
}
