package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.record.EventRecord;
import dev.barnacle.icd.internal.record.Records;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Handles and their objects. A handle is the address of 16 bytes of one region of memory: the
 * address of the dispatch table for ICD loaders, and that of the object's record, if it has one
 * ({@link Records}). Its place in the region finds the object. So an address that is no handle, or
 * was one, is noticed without looking at what it points to. A place is used again only after many
 * others.
 */
public final class HandleTable {
  private static final int BYTES = 16;
  private static final int BLOCK = 1 << 12;
  private static final int RESTING = 1 << 14;

  /** Places of objects that are the same in each process; the shim has the same. */
  static final int PLATFORM = 0;

  static final int DEVICE = 1;
  static final int CUSTOM_DEVICE = 2;
  private static final int OWN_PLACES = 3;

  private static volatile LongFunction<@Nullable Handle> missing = _ -> null;
  private static volatile LongConsumer removed = _ -> {};
  private static long base;
  private static long end;
  private static long dispatch;
  private static volatile AtomicReferenceArray<@Nullable Handle>[] blocks = blocks(0);
  private static int used = OWN_PLACES;
  private static final IntQueue free = new IntQueue();

  private HandleTable() {}

  /**
   * Says where handles are.
   *
   * @param table the dispatch table
   * @param region zeroed memory
   * @param bytes its size
   */
  public static void place(long table, long region, long bytes) {
    dispatch = table;
    base = region;
    end = region + bytes - EventRecord.HANDLE_BYTES; // behind are the shim's events
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static AtomicReferenceArray<@Nullable Handle>[] blocks(int count) {
    return new AtomicReferenceArray[count];
  }

  /**
   * Says who knows the objects that the shim has told the program of: at places of their own and
   * behind all places.
   *
   * @param find returns the object of a handle that is not in the table; null for none
   * @param remove is told of one behind all places that is gone
   */
  public static void others(LongFunction<@Nullable Handle> find, LongConsumer remove) {
    missing = find;
    removed = remove;
  }

  /** Returns which place a handle is. */
  static long place(long address) {
    return (address - base) / BYTES;
  }

  static long add(Handle object) {
    return put(object, place());
  }

  /** Adds an object at a place of its own. */
  static synchronized long add(Handle object, int place) {
    if (blocks.length == 0) {
      grow();
    }
    return put(object, place);
  }

  private static long put(Handle object, int place) {
    long address = base + (long) place * BYTES;
    Native.putLong(address, dispatch);
    blocks[place / BLOCK].set(place % BLOCK, object);
    return address;
  }

  private static synchronized int place() {
    if (free.size() > RESTING || (base + (long) (used + 1) * BYTES > end && free.size() > 0)) {
      return free.take();
    }
    if (base + (long) (used + 1) * BYTES > end) {
      throw new ClException(ErrorCode.CL_OUT_OF_HOST_MEMORY, "too many objects");
    }
    if (used / BLOCK == blocks.length) {
      grow();
    }
    return used++;
  }

  private static void grow() {
    AtomicReferenceArray<@Nullable Handle>[] more = Arrays.copyOf(blocks, blocks.length + 1);
    more[blocks.length] = new AtomicReferenceArray<>(BLOCK);
    blocks = more;
  }

  static void remove(long address) {
    if (address >= end) {
      removed.accept(address);
      return;
    }
    int place = (int) ((address - base) / BYTES);
    Records.attach(address, 0);
    blocks[place / BLOCK].set(place % BLOCK, null);
    synchronized (HandleTable.class) {
      free.put(place);
    }
  }

  /** Lets an object go that was kept for launches in the shim ({@link Handle#retire}). */
  public static void letGo(long address) {
    int place = (int) place(address);
    Objects.requireNonNull(blocks[place / BLOCK].get(place % BLOCK)).letGo();
  }

  /** Returns the object of a handle, or null if it is none. */
  static @Nullable Handle find(long address) {
    long offset = address - base;
    if (offset < 0 || address >= end + EventRecord.HANDLE_BYTES || offset % BYTES != 0) {
      return null;
    }
    if (address >= end) {
      return missing.apply(address);
    }
    int place = (int) (offset / BYTES);
    AtomicReferenceArray<@Nullable Handle>[] all = blocks;
    Handle found = place / BLOCK < all.length ? all[place / BLOCK].get(place % BLOCK) : null;
    if (found != null && found.isRetired()) {
      return null;
    }
    return found == null && place < OWN_PLACES ? missing.apply(address) : found;
  }

  /** A queue of places. */
  private static final class IntQueue {
    private int[] items = new int[1024];
    private int head;
    private int size;

    int size() {
      return size;
    }

    void put(int item) {
      if (size == items.length) {
        int[] larger = new int[size * 2];
        for (int i = 0; i < size; i++) {
          larger[i] = items[(head + i) % size];
        }
        items = larger;
        head = 0;
      }
      items[(head + size++) % items.length] = item;
    }

    int take() {
      int item = items[head];
      head = (head + 1) % items.length;
      size--;
      return item;
    }
  }
}
