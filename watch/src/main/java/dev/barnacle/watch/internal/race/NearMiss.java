package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryScope;
import org.jspecify.annotations.Nullable;

/**
 * A synchronisation that would have ordered the two accesses of a race but for one thing.
 *
 * @param kind what it lacks
 * @param release scope of the release, where the kind is about scopes
 * @param acquire scope of the acquire, where the two differ
 */
public record NearMiss(Kind kind, @Nullable MemoryScope release, @Nullable MemoryScope acquire) {
  /** What a synchronisation lacks. */
  public enum Kind {
    /** The later work-item read what the earlier one wrote atomically, but without a release. */
    NO_RELEASE,
    /** The later work-item read what a release had published, but did not acquire. */
    NO_ACQUIRE,
    /** The release and the acquire have different scopes. */
    SCOPES_DIFFER,
    /** The work-items are not both in one instance of the scope. */
    SCOPE_TOO_NARROW,
    /** The accesses are ordered, but in the happens-before order of the other region. */
    OTHER_REGION
  }
}
