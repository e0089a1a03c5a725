package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.record.Records;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An object of the API: what a {@code cl_*} handle stands for.
 *
 * <p>It lives as long as the program has references ({@code clRetain…}, {@code clRelease…}) or
 * another object holds it, as a kernel holds its program: until then it can be found and asked.
 */
public abstract class Handle {
  private final ErrorCode invalid;
  private final Deque<Handle> held = new ArrayDeque<>();
  private long address;
  private int references = 1;
  private int holders;
  private boolean gone;
  private volatile boolean retired;

  /**
   * Makes an object with one reference.
   *
   * @param invalid the error of a handle that should be one of these
   */
  Handle(ErrorCode invalid) {
    this.invalid = invalid;
  }

  /** Gives it the address of a place of its own. */
  final <T extends Handle> T register(T self, int place) {
    address = HandleTable.add(self, place);
    return self;
  }

  /** Gives it a handle that the shim has given the program, which has so many references. */
  final void adopt(long handle, int count) {
    address = handle;
    references = count;
  }

  /** Returns the address of its record in the shim; 0 if it has none. */
  long record() {
    return 0;
  }

  /**
   * Takes its record away from the shim; called when nothing refers to it any more.
   *
   * @return whether launches in the shim use it, so that it is kept until the shim lets it go
   */
  boolean retire() {
    return false;
  }

  /** Frees what it stands for; called once, when nothing refers to it any more. */
  abstract void free();

  /** Gives it an address; called when it is complete. */
  public final <T extends Handle> T register(T self) {
    address = HandleTable.add(self);
    long record = record();
    if (record != 0) {
      Records.attach(address, record);
    }
    return self;
  }

  /** Returns the handle's value in C. */
  public final long address() {
    return address;
  }

  /** Keeps another object until this one is gone. */
  final void hold(Handle other) {
    other.addHolder();
    held.push(other);
  }

  /** Keeps it until {@link #letGo}, whatever references there are. */
  public final synchronized void addHolder() {
    if (gone) {
      throw new ClException(invalid, "the object has been released");
    }
    holders++;
  }

  /** Adds a reference ({@code clRetain…}). */
  public final synchronized void retain() {
    if (gone) {
      throw new ClException(invalid, "the object has been released");
    }
    references++;
  }

  /** Removes a reference ({@code clRelease…}). */
  public final void release() {
    synchronized (this) {
      if (gone || references == 0) {
        throw new ClException(invalid, "the object has been released already");
      }
      references--;
      if (!isLeft()) {
        return;
      }
    }
    vanish();
  }

  /** Ends what {@link #addHolder} began. */
  public final void letGo() {
    synchronized (this) {
      holders--;
      if (!isLeft()) {
        return;
      }
    }
    vanish();
  }

  /** Returns whether nothing refers to it any more; then it is gone. Under its lock. */
  private boolean isLeft() {
    if (references > 0 || holders > 0) {
      return false;
    }
    if (retire()) {
      retired = true;
      holders++;
      return false;
    }
    gone = true;
    return true;
  }

  /** Returns whether it is kept for launches in the shim alone, and the program can't name it. */
  final boolean isRetired() {
    return retired;
  }

  private void vanish() {
    HandleTable.remove(address);
    try {
      free();
    } finally {
      held.forEach(Handle::letGo);
    }
  }

  /** Returns the number of references of the program ({@code CL_…_REFERENCE_COUNT}). */
  public final synchronized int references() {
    return references;
  }
}
