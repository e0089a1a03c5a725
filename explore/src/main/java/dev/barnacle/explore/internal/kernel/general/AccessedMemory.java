package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.explore.internal.program.ElementSizes;
import dev.barnacle.ir.AddressSpace;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The memory objects of launches, as the memories of a scenario. */
final class AccessedMemory {
  private static final int MOST_LOCATIONS = 512;

  private final List<MemoryObject> objects;
  private final ElementSizes sizes;

  AccessedMemory(List<MemoryObject> objects, ElementSizes sizes) {
    this.objects = objects;
    this.sizes = sizes;
  }

  /** Returns the objects of which the final content is asked for. */
  List<MemoryObject> observed() {
    return objects.stream()
        .filter(o -> o.space() != AddressSpace.LOCAL && sizes.isWritten(o.number() - 1))
        .toList();
  }

  /** Returns the size of the pieces in which an object is accessed. */
  int elementBytes(MemoryObject object) {
    return sizes.bytes(object.number() - 1);
  }

  /** Returns what the objects that are observed hold at first, one behind the other. */
  byte[] first() {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    observed().forEach(o -> first.writeBytes(Arrays.copyOf(o.initial(), (int) o.size())));
    return first.toByteArray();
  }

  /** Returns the elements of the objects that are observed. */
  List<Observable> elements() {
    List<Observable> elements = new ArrayList<>();
    for (MemoryObject object : observed()) {
      for (int e = 0; e < object.size() / elementBytes(object); e++) {
        elements.add(new Observable.Element(object.number() - 1, e));
      }
    }
    return elements;
  }

  /** Returns what the objects that are observed hold, given what they held and their elements. */
  byte[] content(byte[] first, List<Long> elements) {
    byte[] content = first.clone();
    int start = 0;
    int next = 0;
    for (MemoryObject object : observed()) {
      int size = elementBytes(object);
      for (int at = 0; at + size <= object.size(); at += size) {
        long value = elements.get(next++);
        for (int k = 0; k < size; k++) {
          content[start + at + k] = (byte) (value >> (8 * k));
        }
      }
      start += (int) object.size();
    }
    return content;
  }

  /**
   * Returns the objects as a scenario has them.
   *
   * @param first what the objects that are observed hold at first
   */
  List<Scenario.Memory> memory(byte[] first) throws ExploreException {
    List<Scenario.Memory> list = new ArrayList<>();
    List<MemoryObject> observed = observed();
    int start = 0;
    long locations = 0;
    for (MemoryObject object : objects) {
      int number = object.number() - 1;
      int bytes = elementBytes(object);
      byte[] content = object.initial();
      if (observed.contains(object)) {
        content = Arrays.copyOfRange(first, start, start + (int) object.size());
        start += content.length;
      }
      List<Scenario.Initial> initial = new ArrayList<>();
      long count = sizes.isAccessed(number) ? object.size() / bytes : 0;
      locations += count;
      if (locations > MOST_LOCATIONS) {
        throw new ExploreException(
            "a .cat file takes no more than " + MOST_LOCATIONS + " elements of memory", null);
      }
      for (int i = 0; i < count; i++) {
        initial.add(new Scenario.Initial(Lanes.number(content, i * bytes, bytes), -1));
      }
      list.add(
          new Scenario.Memory(
              object.name(),
              object.space() == AddressSpace.LOCAL,
              bytes,
              initial,
              sizes.isAtomic(number),
              !object.isUndefined()));
    }
    return list;
  }
}
