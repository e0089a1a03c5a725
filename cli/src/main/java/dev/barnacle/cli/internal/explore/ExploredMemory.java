package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.DataType;
import dev.barnacle.explore.KernelOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The memory of an outcome, as elements of the types that the launch gives them. */
final class ExploredMemory {
  private static final DataType INT = new DataType(DataType.Scalar.INT, 1);
  private static final DataType UCHAR = new DataType(DataType.Scalar.UCHAR, 1);

  /** The name of a parameter that has none, as in modules without names: its position. */
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final List<KernelOutcome.Buffer> buffers;
  private final Map<String, DataType> types;

  /**
   * Makes one.
   *
   * @param types the types of the elements of buffers, by name; variables that are not named have
   *     elements of type int
   */
  ExploredMemory(List<KernelOutcome.Buffer> buffers, Map<String, DataType> types) {
    this.buffers = buffers;
    this.types = types;
  }

  /** Returns the number of the memory object of a name, -1 for none. */
  int object(String name) {
    for (int i = 0; i < buffers.size(); i++) {
      if (shown(i).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns an object's name; {@code argN} for that of a parameter that has a number alone. */
  private String shown(int object) {
    String name = buffers.get(object).name();
    return NUMBER.matcher(name).matches() ? "arg" + name : name;
  }

  private DataType type(int object) {
    KernelOutcome.Buffer buffer = buffers.get(object);
    return types.getOrDefault(buffer.name(), buffer.byteSize() % 4 == 0 ? INT : UCHAR);
  }

  /** Returns how many scalars an object has; the lanes of vectors count one by one. */
  long count(int object) {
    return buffers.get(object).byteSize() / type(object).scalar().byteSize();
  }

  /** Returns the scalar of a number of an object. */
  Element element(int object, long index) {
    DataType type = type(object);
    int bytes = type.scalar().byteSize();
    int stride = type.lanes() == 3 ? 4 : type.lanes();
    String name = shown(object) + "[" + index / stride + "]";
    return new Element(
        object,
        index,
        type.lanes() == 1 ? name : name + ".s" + Long.toHexString(index % stride),
        type.scalar(),
        index * bytes);
  }

  /** Returns the elements that differ from what they were in some state, or between states. */
  List<Element> changed(List<KernelOutcome.State> states, List<byte[]> before) {
    List<Element> list = new ArrayList<>();
    for (int object = 0; object < buffers.size(); object++) {
      for (long i = 0; i < count(object); i++) {
        Element element = element(object, i);
        Number first = element.value(new KernelOutcome.State(before, 0));
        if (states.stream().anyMatch(s -> !element.value(s).equals(first))) {
          list.add(element);
        }
      }
    }
    return list;
  }
}
