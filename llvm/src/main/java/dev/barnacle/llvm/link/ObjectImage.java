package dev.barnacle.llvm.link;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * An object file laid out for memory: code and constants, then a table of addresses and the jumps
 * through it for what is too far away, then, on pages of its own, what is written to. All of it is
 * near, so code reaches it with the offsets that the small code model has room for.
 *
 * <p>Linking makes the bytes for one base address; whoever has the memory there copies them into
 * it. It knows x86-64 and AArch64, and all that LLVM's code generator emits for kernels. Whatever
 * else an object asks for is an {@link UnknownObjectException}.
 */
public final class ObjectImage {
  private static final long NONE = -1;
  private static final int WORD = Long.BYTES;
  private static final int LINE = 64;

  private final ElfObject object;
  private final MachineLinker machine;
  private final int pageBytes;
  private final long[] places;
  private final int[] slots;
  private final Map<Integer, Long> commons = new HashMap<>();
  private int slotCount;
  private long slotsAt;
  private long jumpsAt;
  private long writableAt;
  private long end;

  /**
   * Lays an object file out.
   *
   * @param pageBytes the least memory that may be protected
   * @throws BadObjectException if it is none, or contradicts itself
   * @throws UnknownObjectException if it asks for what this linker does not do
   */
  public ObjectImage(byte[] file, int pageBytes) {
    this.object = new ElfObject(file);
    this.machine = MachineLinker.of(object.machine());
    this.pageBytes = pageBytes;
    this.places = new long[object.sections().size()];
    this.slots = new int[object.symbols().size()];
    check();
    countSlots();
    layOut();
  }

  private void check() {
    for (ObjectSection section : object.sections()) {
      if (section.isUnknown()) {
        throw new UnknownObjectException("section " + section.name());
      }
      if (section.alignment() > pageBytes) {
        throw new UnknownObjectException(
            "section " + section.name() + " is aligned to more than a page");
      }
    }
    for (ObjectRelocation relocation : object.relocations()) {
      if (!machine.knows(relocation.type())) {
        throw new UnknownObjectException("a relocation of type " + relocation.type());
      }
      ObjectSymbol symbol = object.symbols().get(relocation.symbol());
      if (!symbol.isPlain() || !isInMemory(symbol)) {
        throw new UnknownObjectException("symbol " + symbol.name() + " has no plain address");
      }
    }
  }

  private boolean isInMemory(ObjectSymbol symbol) {
    return switch (symbol.section()) {
      case ObjectSymbol.UNDEFINED, ObjectSymbol.ABSOLUTE, ObjectSymbol.COMMON -> true;
      default -> object.sections().get(symbol.section()).isLoaded();
    };
  }

  /** Gives those symbols a slot in the table of addresses that may need one. */
  private void countSlots() {
    for (ObjectRelocation relocation : object.relocations()) {
      int symbol = relocation.symbol();
      boolean far = !object.symbols().get(symbol).isDefined();
      if (slots[symbol] == 0 && (far || machine.needsSlot(relocation.type()))) {
        slots[symbol] = ++slotCount;
      }
    }
  }

  private void layOut() {
    place(true, false);
    place(false, false);
    slotsAt = aligned(WORD);
    jumpsAt = slotsAt + (long) WORD * slotCount;
    end = jumpsAt + (long) machine.jumpBytes() * slotCount;
    writableAt = aligned(pageBytes);
    end = writableAt;
    place(false, true);
    for (int i = 0; i < object.symbols().size(); i++) {
      ObjectSymbol symbol = object.symbols().get(i);
      if (symbol.section() == ObjectSymbol.COMMON) {
        placeCommon(i, symbol);
      }
    }
    end = aligned(pageBytes);
    if (end > ElfObject.MOST_BYTES) {
      throw new UnknownObjectException("more than " + ElfObject.MOST_BYTES + " bytes");
    }
  }

  private void place(boolean code, boolean writable) {
    for (int i = 0; i < places.length; i++) {
      ObjectSection section = object.sections().get(i);
      if (!section.isLoaded()) {
        places[i] = NONE;
      } else if (section.isWritable() ? writable : !writable && section.isCode() == code) {
        places[i] = aligned(Math.max(section.alignment(), code ? LINE : 1));
        end = places[i] + section.size();
      }
    }
  }

  private void placeCommon(int number, ObjectSymbol symbol) {
    long alignment = symbol.value();
    if (Long.bitCount(alignment) != 1
        || alignment > pageBytes
        || alignment < 0
        || symbol.size() < 0
        || symbol.size() > Integer.MAX_VALUE) {
      throw ElfObject.bad("a common symbol has no alignment");
    }
    long at = aligned((int) alignment);
    commons.put(number, at);
    end = at + symbol.size();
  }

  private long aligned(int alignment) {
    return (end + alignment - 1) & -(long) alignment;
  }

  /** Returns the bytes that it takes, whole pages. */
  public int byteSize() {
    return (int) end;
  }

  /** Returns the bytes at its begin that hold code and constants, whole pages; data follow. */
  public int codeBytes() {
    return (int) writableAt;
  }

  /** Returns the offset of each symbol that others may ask for. */
  public Map<String, Long> exports() {
    Map<String, Long> exports = new HashMap<>();
    for (int i = 0; i < object.symbols().size(); i++) {
      ObjectSymbol symbol = object.symbols().get(i);
      if (symbol.isGlobal() && symbol.section() != ObjectSymbol.ABSOLUTE && isInMemory(symbol)) {
        exports.put(symbol.name(), offset(i, symbol));
      }
    }
    return exports;
  }

  /**
   * Returns the bytes for a place in memory.
   *
   * @param base the address of the first byte, of a page
   * @param outside the address of what the object does not define, 0 where there is none
   * @return as many as {@link #byteSize}
   * @throws UndefinedSymbolsException if something is not to be found
   * @throws UnknownObjectException if something is too far away
   */
  public byte[] link(long base, ToLongFunction<String> outside) {
    byte[] bytes = new byte[byteSize()];
    for (int i = 0; i < places.length; i++) {
      ObjectSection section = object.sections().get(i);
      if (places[i] != NONE && section.isInFile()) {
        object.copy(section, bytes, (int) places[i]);
      }
    }
    long[] addresses = addresses(base, outside);
    ByteBuffer memory = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] > 0) {
        int slot = (int) slot(i);
        int jump = (int) jump(i);
        memory.putLong(slot, addresses[i]);
        machine.putJump(memory, jump, base + jump, base + slot);
      }
    }
    try {
      for (ObjectRelocation relocation : object.relocations()) {
        relocate(memory, base, relocation, addresses[relocation.symbol()]);
      }
    } catch (IndexOutOfBoundsException e) {
      throw ElfObject.bad("a relocation is beyond its section");
    }
    return bytes;
  }

  private void relocate(ByteBuffer memory, long base, ObjectRelocation relocation, long address) {
    int symbol = relocation.symbol();
    int at = Math.toIntExact(places[relocation.section()] + relocation.offset());
    boolean hasSlot = slots[symbol] > 0;
    machine.relocate(
        memory,
        at,
        new MachineLinker.Place(
            relocation.type(),
            base + at,
            address,
            relocation.addend(),
            hasSlot ? base + slot(symbol) : 0,
            hasSlot ? base + jump(symbol) : 0));
  }

  private long slot(int symbol) {
    return slotsAt + (long) WORD * (slots[symbol] - 1);
  }

  private long jump(int symbol) {
    return jumpsAt + (long) machine.jumpBytes() * (slots[symbol] - 1);
  }

  private long[] addresses(long base, ToLongFunction<String> outside) {
    long[] addresses = new long[object.symbols().size()];
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < addresses.length; i++) {
      ObjectSymbol symbol = object.symbols().get(i);
      if (symbol.section() == ObjectSymbol.ABSOLUTE) {
        addresses[i] = symbol.value();
      } else if (symbol.isDefined()) {
        addresses[i] = base + offset(i, symbol);
      } else if (!symbol.name().isEmpty()) {
        addresses[i] = outside.applyAsLong(symbol.name());
        if (addresses[i] == 0 && !symbol.isWeak()) {
          missing.add(symbol.name());
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new UndefinedSymbolsException(missing);
    }
    return addresses;
  }

  private long offset(int number, ObjectSymbol symbol) {
    Long common = commons.get(number);
    if (common != null) {
      return common;
    }
    long place = symbol.section() < places.length ? places[symbol.section()] : NONE;
    return place == NONE ? NONE : place + symbol.value();
  }
}
