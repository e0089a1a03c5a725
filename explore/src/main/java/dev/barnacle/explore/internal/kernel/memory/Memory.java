package dev.barnacle.explore.internal.kernel.memory;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The shared memory of one execution. */
public final class Memory {
  private final List<MemoryObject> objects;
  private Object owner;
  private final Page[][] pages;
  private final Object[] owners;
  private long[] cells = {};

  /** The atomic objects whose bytes belong to others of another size now. */
  private List<Cell> retired = List.of();

  /** The first object of each work-group's local memory, by work-group. */
  private final int[] firstLocal;

  /** Makes memory as it is before any work-item has begun. */
  public Memory(Object owner, List<MemoryObject> objects) {
    this.objects = objects;
    this.owner = owner;
    pages = new Page[objects.size()][];
    owners = new Object[pages.length];
    firstLocal = firstLocal(objects);
    for (MemoryObject object : objects) {
      pages[object.number() - 1] = fill(owner, object);
      owners[object.number() - 1] = owner;
    }
  }

  private Memory(Object owner, Memory other) {
    objects = other.objects;
    this.owner = owner;
    pages = other.pages.clone();
    owners = other.owners.clone();
    cells = other.cells;
    retired = other.retired;
    firstLocal = other.firstLocal;
  }

  private static int[] firstLocal(List<MemoryObject> objects) {
    int groups = objects.stream().mapToInt(MemoryObject::group).max().orElse(-1) + 1;
    int[] first = new int[groups];
    for (MemoryObject object : objects.reversed()) {
      if (object.group() >= 0) {
        first[object.group()] = object.number();
      }
    }
    return first;
  }

  private static Page[] fill(Object owner, MemoryObject object) {
    Page[] list = new Page[(int) ((object.size() + Page.BYTES - 1) >> Page.SHIFT)];
    byte[] initial = object.initial();
    for (int p = 0; p < list.length; p++) {
      list[p] = new Page(owner);
      int from = p << Page.SHIFT;
      int bytes = Math.min(Page.BYTES, initial.length - from);
      if (bytes > 0) {
        System.arraycopy(initial, from, list[p].data, 0, bytes);
      }
    }
    return list;
  }

  /** Returns a copy for another execution; this one goes on under a new owner as well. */
  public Memory fork(Object parent, Object child) {
    owner = parent;
    return new Memory(child, this);
  }

  /** Returns an object, null for what is none. */
  public @Nullable MemoryObject object(int number) {
    return number < 1 || number > objects.size() ? null : objects.get(number - 1);
  }

  /** Returns the first object of a work-group's local memory; the others follow it. */
  public int firstLocal(int group) {
    return firstLocal[group];
  }

  /** Returns all objects. */
  public List<MemoryObject> objects() {
    return objects;
  }

  private Page page(int object, long offset) {
    return pages[object - 1][(int) (offset >> Page.SHIFT)];
  }

  private Page own(int object, long offset) {
    Page[] list = pages[object - 1];
    if (owners[object - 1] != owner) {
      list = list.clone();
      pages[object - 1] = list;
      owners[object - 1] = owner;
    }
    int p = (int) (offset >> Page.SHIFT);
    list[p] = list[p].ownedBy(owner);
    list[p].touched = true;
    return list[p];
  }

  /** Returns a byte. */
  public byte get(int object, long offset) {
    return page(object, offset).data[(int) offset & (Page.BYTES - 1)];
  }

  /** Returns some bytes, at most eight, little-endian. */
  public long value(int object, long offset, int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (get(object, offset + i) & 0xffL) << (8 * i);
    }
    return value;
  }

  /** Returns whether a byte was ever written, or had a value at first. */
  public boolean isDefined(int object, long offset) {
    return !objects.get(object - 1).isUndefined()
        || page(object, offset).write[(int) offset & (Page.BYTES - 1)] != 0;
  }

  /** Returns who wrote a byte last without an atomic operation. */
  public long lastWrite(int object, long offset) {
    return page(object, offset).write[(int) offset & (Page.BYTES - 1)];
  }

  /**
   * Notes a read of a byte.
   *
   * @return the write that it races with, 0 for none
   */
  public long read(int object, long offset, long epoch, int item, Clock clock) {
    int at = (int) offset & (Page.BYTES - 1);
    Page page = page(object, offset);
    if (!Epoch.isBefore(page.write[at], item, clock)) {
      return page.write[at];
    }
    if (page.read[at] != epoch) {
      own(object, offset).noteRead(at, epoch, item, clock);
    }
    return 0;
  }

  /**
   * Returns an earlier plain access of a byte that one now races with, 0 for none.
   *
   * @param writes whether the one now writes
   */
  public long race(int object, long offset, boolean writes, int item, Clock clock) {
    int at = (int) offset & (Page.BYTES - 1);
    Page page = page(object, offset);
    if (!Epoch.isBefore(page.write[at], item, clock)) {
      return page.write[at];
    }
    return writes ? page.unorderedReader(at, item, clock) : 0;
  }

  /** Writes a byte and notes it. */
  public void write(int object, long offset, byte value, long epoch) {
    int at = (int) offset & (Page.BYTES - 1);
    Page page = own(object, offset);
    page.data[at] = value;
    page.noteWrite(at, epoch);
  }

  /** Sets the first bytes of an object, as if it had them from the beginning. */
  public void fill(int object, byte[] content) {
    for (int i = 0; i < content.length; i++) {
      own(object, i).data[i & (Page.BYTES - 1)] = content[i];
    }
  }

  /** Returns the atomic object that a byte belongs to in this execution, null for none. */
  public @Nullable Cell cell(int object, long offset) {
    @Nullable Cell @Nullable [] cells = page(object, offset).cells;
    return cells == null ? null : cells[(int) offset & (Page.BYTES - 1)];
  }

  /** Returns the atomic object of an address at which there is one. */
  public Cell cell(long address) {
    return Objects.requireNonNull(cell(Address.object(address), Address.offset(address)));
  }

  /** Returns the atomic object that an operation is of. */
  public Cell cell(Event event) {
    for (Cell old : retired) {
      if (old.address == event.address() && old.has(event)) {
        return old;
      }
    }
    return cell(event.address());
  }

  /** Returns the atomic objects whose bytes belong to others of another size now. */
  public List<Cell> retired() {
    return retired;
  }

  /**
   * Makes the bytes of an atomic object plain ones, so that they may be another's.
   *
   * @param value what they hold
   * @param writer the epoch of who wrote that, 0 if nobody has
   */
  public void retire(Cell cell, long value, long writer) {
    int object = Address.object(cell.address);
    long offset = Address.offset(cell.address);
    Page page = own(object, offset);
    for (int i = 0; i < cell.size; i++) {
      int at = (int) (offset + i) & (Page.BYTES - 1);
      page.data[at] = (byte) (value >> (8 * i));
      page.write[at] = writer == 0 ? page.write[at] : writer;
      Objects.requireNonNull(page.cells)[at] = null;
    }
    cells = Arrays.stream(cells).filter(address -> address != cell.address).toArray();
    List<Cell> more = new ArrayList<>(retired);
    more.add(cell);
    retired = List.copyOf(more);
  }

  /** Takes what is known of the bytes of an object. */
  public interface ByteTaker {
    /**
     * Takes a byte.
     *
     * @param cell whether it belongs to an atomic object, which has its value
     * @param write the epoch of the last plain write, 0 for none
     * @param read that of the last plain read since
     * @param readers those of other reads since that are not ordered with it
     */
    void take(
        long offset, byte value, boolean cell, long write, long read, long @Nullable [] readers);
  }

  /** Gives the bytes of an object, but for those that are as they were at first. */
  public void bytes(int object, ByteTaker taker) {
    Page[] list = pages[object - 1];
    long size = objects.get(object - 1).size();
    for (int p = 0; p < list.length; p++) {
      Page page = list[p];
      long first = (long) p << Page.SHIFT;
      for (int i = 0; page.touched && i < Page.BYTES && first + i < size; i++) {
        boolean cell = page.cells != null && page.cells[i] != null;
        long[] readers = page.readers == null ? null : page.readers[i];
        taker.take(first + i, page.data[i], cell, page.write[i], page.read[i], readers);
      }
    }
  }

  /** Returns an atomic object for changes. */
  public Cell own(Cell cell, int object, long offset) {
    Cell mine = cell.ownedBy(owner);
    if (mine != cell) {
      put(mine, object, offset);
    }
    return mine;
  }

  /** Makes bytes an atomic object; it does not cross a page, as its address is aligned. */
  public Cell makeCell(int object, long offset, int size, int region, long address, long value) {
    Cell cell = new Cell(owner, address, size, region, value);
    put(cell, object, offset);
    cells = Arrays.copyOf(cells, cells.length + 1);
    cells[cells.length - 1] = address;
    return cell;
  }

  private void put(Cell cell, int object, long offset) {
    Page page = own(object, offset);
    if (page.cells == null) {
      page.cells = new Cell[Page.BYTES];
    }
    for (int i = 0; i < cell.size; i++) {
      page.cells[((int) offset & (Page.BYTES - 1)) + i] = cell;
    }
  }

  /** Returns the atomic objects of this execution, those first whose bytes belong to others now. */
  public List<Cell> cells() {
    List<Cell> list = new ArrayList<>(retired);
    for (long address : cells) {
      list.add(Objects.requireNonNull(cell(Address.object(address), Address.offset(address))));
    }
    return list;
  }
}
