package dev.barnacle.watch.internal.race.clock;

import org.jspecify.annotations.Nullable;

/** A location that atomic operations write: what its last write publishes, and who made that. */
final class AtomicLocation {
  /** Bytes between two locations at least. */
  static final int SMALLEST = 2;

  /** Bytes of a location at most. */
  static final int LARGEST = 8;

  /** First byte. */
  final long offset;

  /** Size. */
  final int bytes;

  /** The release sequences that the last write publishes. */
  final ReleaseSequences released = new ReleaseSequences();

  /** The stores that loads may still read; only of use where they may read old ones. */
  final StoreHistory history = new StoreHistory();

  /** The last write. */
  private @Nullable ReleaseStore write;

  AtomicLocation(long offset, int bytes) {
    this.offset = offset;
    this.bytes = bytes;
  }

  /** Returns the last write, if there was one since the first atomic one. */
  @Nullable ReleaseStore write() {
    return write;
  }

  void writtenBy(@Nullable ReleaseStore by) {
    write = by;
  }
}
