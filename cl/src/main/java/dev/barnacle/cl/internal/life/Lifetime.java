package dev.barnacle.cl.internal.life;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The lifetime of an OpenCL object, by three counts (OpenCL API, "Reference counts"):
 *
 * <ul>
 *   <li><i>references</i> are those of the program outside: the creator's and what {@link #retain}
 *       added. Without any the object is closed: nobody may begin to use it by its name.
 *   <li><i>uses</i> are inside: a queued command uses what it needs, a buffer its context, a
 *       sub-buffer its buffer. While there is one, the object is not freed, closed or not.
 *   <li><i>attachments</i> are uses that are given up when the object is abandoned: those of
 *       events, which Java programs need not close.
 * </ul>
 *
 * <p>Closing and releasing never wait: what is in use is freed by whoever ends the last use.
 */
public final class Lifetime implements References {
  private final ErrorCode codeWhenClosed;
  private final String what;
  private final Runnable free;
  private final @Nullable Runnable begun;
  private final Use use = this::endUse;
  private final Use attachment = this::endAttachment;
  private @Nullable Callback callbacks;
  private int references = 1;
  private int uses;
  private long attachments;
  private boolean creatorIsDone;
  private boolean abandoned;
  private boolean freed;

  private record Callback(Runnable action, @Nullable Callback earlier) {}

  /**
   * Makes an open lifetime with one reference.
   *
   * @param codeWhenClosed the error of a use after closing
   * @param what names it in that error
   * @param free called once
   */
  public Lifetime(ErrorCode codeWhenClosed, String what, Runnable free) {
    this(codeWhenClosed, what, free, null);
  }

  private Lifetime(ErrorCode codeWhenClosed, String what, Runnable free, @Nullable Runnable begun) {
    this.codeWhenClosed = codeWhenClosed;
    this.what = what;
    this.free = free;
    this.begun = begun;
  }

  /**
   * Makes one that is nothing but its uses and need not be closed.
   *
   * @param begun called when there is a first use; it must enter no other lifetime
   * @param ended called when there is none any more, after which there may be a first one again
   */
  public static Lifetime ofUses(
      ErrorCode codeWhenClosed, String what, Runnable begun, Runnable ended) {
    return new Lifetime(codeWhenClosed, what, ended, begun);
  }

  /** Begins a use, which ends by closing the result, once. */
  public synchronized Use use() {
    check();
    if (begun != null && uses == 0) {
      begun.run();
    }
    uses++;
    return use;
  }

  /** Begins a use by something that was made from the object, which may be closed by now. */
  public synchronized Use keep() {
    checkNotFreed();
    uses++;
    return use;
  }

  /** Begins a use by something that need not be closed before the object can be abandoned. */
  public synchronized Use attach() {
    checkNotFreed();
    attachments++;
    return attachment;
  }

  private void checkNotFreed() {
    if (freed) {
      throw closedError();
    }
  }

  /** Throws if it is closed. */
  public synchronized void check() {
    if (references == 0) {
      throw closedError();
    }
  }

  /** Throws if it has been abandoned: then whatever was made from it is closed too. */
  public synchronized void checkNotAbandoned() {
    if (abandoned) {
      throw closedError();
    }
  }

  private ClException closedError() {
    return new ClException(codeWhenClosed, "the " + what + " is closed");
  }

  /** Returns whether it has been abandoned. */
  public synchronized boolean isAbandoned() {
    return abandoned;
  }

  /** Returns {@code ", closed"} if it is, for what an object says of itself; else nothing. */
  public synchronized String closedSuffix() {
    return references == 0 ? ", closed" : "";
  }

  @Override
  public synchronized int referenceCount() {
    return references;
  }

  @Override
  public synchronized void retain() {
    check();
    references++;
  }

  @Override
  public void release() {
    synchronized (this) {
      check();
      references--;
    }
    freeIfUnused();
  }

  @Override
  public void close() {
    synchronized (this) {
      if (creatorIsDone || references == 0) {
        return;
      }
      creatorIsDone = true;
      references--;
    }
    freeIfUnused();
  }

  /** Closes the object whatever references and attachments it has; again does nothing. */
  public void abandon() {
    abandon(() -> {});
  }

  /** Closes the object whatever references and attachments it has, and what was made from it. */
  public void abandon(Runnable closeMembers) {
    synchronized (this) {
      if (abandoned || freed) {
        return;
      }
      references = 0;
      abandoned = true;
      uses++;
    }
    closeMembers.run();
    endUse();
  }

  /** Has {@code callback} run after the object is freed, before those that were added earlier. */
  public synchronized void onFree(Runnable callback) {
    check();
    callbacks = new Callback(callback, callbacks);
  }

  private void endUse() {
    boolean isLast;
    synchronized (this) {
      uses--;
      isLast = begun != null && uses == 0;
    }
    if (isLast) {
      free.run();
    } else {
      freeIfUnused();
    }
  }

  private void endAttachment() {
    synchronized (this) {
      attachments--;
    }
    freeIfUnused();
  }

  private void freeIfUnused() {
    synchronized (this) {
      if (freed || references > 0 || uses > 0 || (attachments > 0 && !abandoned)) {
        return;
      }
      freed = true;
    }
    free.run();
    for (Callback c = callbacks; c != null; c = c.earlier()) {
      c.action().run();
    }
  }

  /** A use that has begun. */
  @FunctionalInterface
  public interface Use extends AutoCloseable {
    /** Ends it. */
    @Override
    void close();
  }
}
