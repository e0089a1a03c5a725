package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.SvmType;
import dev.barnacle.cl.internal.life.Lifetime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The launches that have not ended and may access all allocations of some types of a context. Each
 * counts as a user of all that there are ({@code cl_intel_unified_shared_memory}, "Freeing
 * Allocations"), so that what is freed meanwhile stays until they have ended.
 */
public final class IndirectUses {
  private final Set<Launch> live = new HashSet<>();

  /** A launch, or the same one several times. */
  private final class Launch {
    private final Set<SvmType> types;
    private List<Lifetime.Use> kept = new ArrayList<>();
    private int count;

    Launch(Set<SvmType> types) {
      this.types = types;
    }

    void begin() {
      synchronized (live) {
        live.add(this);
        count++;
      }
    }

    void end() {
      List<Lifetime.Use> done;
      synchronized (live) {
        if (--count > 0) {
          return; // it has begun again meanwhile
        }
        live.remove(this);
        done = kept;
        kept = new ArrayList<>();
      }
      done.forEach(Lifetime.Use::close);
    }
  }

  /** Returns what a launch uses that may access all allocations of these types. */
  public Lifetime launch(Set<SvmType> types) {
    Launch launch = new Launch(types);
    return Lifetime.ofUses(ErrorCode.CL_INVALID_OPERATION, "launch", launch::begin, launch::end);
  }

  /** Is told that an allocation is about to be freed. */
  public void frees(SvmType type, Lifetime allocation) {
    synchronized (live) {
      for (Launch launch : live) {
        if (launch.types.contains(type)) {
          launch.kept.add(allocation.keep());
        }
      }
    }
  }
}
