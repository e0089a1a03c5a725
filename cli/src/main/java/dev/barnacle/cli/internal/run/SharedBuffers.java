package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.command.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Arguments that are the buffer of another argument, or its end ({@link ArgumentSpec.Same}): what a
 * program does that passes one {@code cl_mem} twice, or a sub-buffer.
 */
final class SharedBuffers {
  private final List<KernelParameter> parameters;
  private final List<LaunchSpec.Given> given;

  /**
   * Makes one.
   *
   * @param given one for each parameter
   */
  SharedBuffers(List<KernelParameter> parameters, List<LaunchSpec.Given> given) {
    this.parameters = parameters;
    this.given = given;
  }

  /** Returns whether an argument is another's buffer. */
  boolean isShared(int index) {
    return given.get(index).spec() instanceof ArgumentSpec.Same;
  }

  /** Returns the indices of the arguments that are another's, each behind the one it names. */
  List<Integer> order() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      add(i, order, new ArrayList<>());
    }
    return order;
  }

  private void add(int index, List<Integer> order, List<Integer> path) {
    if (!isShared(index) || order.contains(index)) {
      return;
    }
    path.add(index);
    int other = other(index);
    if (path.contains(other)) {
      path.add(other);
      throw failure(
          path.getFirst(),
          "it is the same as itself: "
              + String.join(
                  ", ", path.stream().map(i -> "'" + parameters.get(i).name() + "'").toList()));
    }
    add(other, order, path);
    order.add(index);
  }

  /** Returns the index of the argument that another one names. */
  int other(int index) {
    String name = same(index).other();
    for (KernelParameter parameter : parameters) {
      if (Arguments.isNamed(parameter, name)) {
        return parameter.index();
      }
    }
    throw failure(index, "same:" + name + " names no argument of the kernel");
  }

  private ArgumentSpec.Same same(int index) {
    return (ArgumentSpec.Same) given.get(index).spec();
  }

  /**
   * Returns the part of a buffer that an argument is.
   *
   * @param whole the other argument's memory; empty where it has none
   */
  LaunchMemory.OfBuffer part(int index, Optional<LaunchMemory> whole) {
    KernelParameter parameter = parameters.get(index);
    KernelParameter other = parameters.get(other(index));
    if (parameter.kind() != KernelParameter.Kind.GLOBAL
        && parameter.kind() != KernelParameter.Kind.CONSTANT) {
      throw failure(
          index,
          "expected "
              + Arguments.expected(parameter.kind())
              + " for "
              + parameter.typeName()
              + ", not another argument's buffer");
    }
    if (!(whole.orElse(null) instanceof LaunchMemory.OfBuffer buffer)) {
      throw failure(index, "argument '" + other.name() + "' is no buffer");
    }
    return part(index, parameter, buffer);
  }

  private LaunchMemory.OfBuffer part(
      int index, KernelParameter parameter, LaunchMemory.OfBuffer whole) {
    long offset = same(index).offset();
    long count = whole.byteSize() / whole.type().byteSize();
    String name = whole.parameter().name();
    if (offset >= count) {
      throw failure(
          index,
          "offset "
              + offset
              + " is not within the "
              + count
              + (count == 1 ? " element" : " elements")
              + " of '"
              + name
              + "'");
    }
    long bytes = offset * whole.type().byteSize();
    DataType type = parameter.dataType().orElse(whole.type());
    if (bytes % type.byteSize() != 0) {
      throw failure(
          index,
          "offset "
              + offset
              + " is byte "
              + bytes
              + " of '"
              + name
              + "', where no "
              + type
              + " can be: it is aligned to "
              + type.byteSize()
              + " bytes");
    }
    return new LaunchMemory.OfBuffer(
        parameter,
        type,
        whole.buffer().part(bytes, whole.byteSize() - bytes),
        whole.refilling(),
        true);
  }

  private InputException failure(int index, String message) {
    return new InputException(
        given.get(index).place(), "argument '" + parameters.get(index).name() + "': " + message);
  }
}
