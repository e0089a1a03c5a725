package dev.barnacle.cl;

/**
 * When something native may be freed: once it is closed and nothing uses it any more, as with
 * OpenCL's reference counts. Closing never waits.
 */
final class Lifetime {
  private final ErrorCode codeWhenClosed;
  private final String what;
  private final Runnable free;
  private int users;
  private boolean closed;

  /**
   * Makes an open lifetime.
   *
   * @param codeWhenClosed the error of a use after closing
   * @param what names it in that error
   * @param free called once
   */
  Lifetime(ErrorCode codeWhenClosed, String what, Runnable free) {
    this.codeWhenClosed = codeWhenClosed;
    this.what = what;
    this.free = free;
  }

  /** Begins a use, which ends by closing the result. */
  synchronized Use use() {
    if (closed) {
      throw new ClException(codeWhenClosed, "the " + what + " is closed");
    }
    users++;
    return this::release;
  }

  /** Throws if it is closed. */
  synchronized void check() {
    if (closed) {
      throw new ClException(codeWhenClosed, "the " + what + " is closed");
    }
  }

  /** Tells whether it is closed, though perhaps still in use. */
  synchronized boolean isClosed() {
    return closed;
  }

  /** Allows no further use; closing again does nothing. */
  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (users > 0) {
        return;
      }
    }
    free.run();
  }

  private void release() {
    synchronized (this) {
      users--;
      if (users > 0 || !closed) {
        return;
      }
    }
    free.run();
  }

  /** A use that has begun. */
  @FunctionalInterface
  interface Use extends AutoCloseable {
    /** Ends it. */
    @Override
    void close();
  }
}
