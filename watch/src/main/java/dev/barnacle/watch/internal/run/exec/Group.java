package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import dev.barnacle.watch.internal.run.memory.PrivateArrayMemory;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A work-group that runs: its memory, what its work-items keep at cuts, and where each stands. The
 * object is used again for the next group.
 */
public final class Group {
  /** The state of a work-item that can run on from a region. */
  public static final int RUNNABLE = 0;

  /** It waits at the cut where it has stopped. */
  public static final int WAITING = 1;

  /** It has returned from the kernel. */
  public static final int FINISHED = 2;

  private final WatchedObject[] locals;
  private final PrivateArrayMemory own;
  private final int[] ints;
  private final long[] longs;
  private final float[] floats;
  private final double[] doubles;
  private final int[] senders;
  private final long[] iterations;
  private final int[] stops;
  private final int[] waits;
  private final int[] regions;
  private final byte[] states;
  private GroupShape shape;
  private GroupOrder order;
  private boolean started;
  private @Nullable AsyncCopies copies;
  private int imageBarriers;
  private int @Nullable [] imageFences;

  public Group(LaunchState launch, GroupShape shape, GroupOrder order) {
    KernelCode code = launch.code();
    int items = Math.toIntExact(launch.range().groupSize());
    KernelFacts.StateCounts counts = code.facts().counts();
    this.locals = launch.localObjects();
    this.own =
        code.facts().arrays().isEmpty()
            ? PrivateArrayMemory.NONE
            : new PrivateArrayMemory(launch.arena(), code.facts().arrays(), items);
    this.ints = new int[items * counts.ints()];
    this.longs = new long[items * counts.longs()];
    this.floats = new float[items * counts.floats()];
    this.doubles = new double[items * counts.doubles()];
    this.senders = new int[items];
    this.iterations = new long[code.sites().stream().anyMatch(CutSite::counted) ? items : 0];
    this.stops = new int[items];
    this.waits = new int[items];
    this.regions = new int[items];
    this.states = new byte[items];
    this.shape = shape;
    this.order = order;
  }

  /** Makes this the next group. */
  public void reset(GroupShape next, GroupOrder nextOrder) {
    shape = next;
    order = nextOrder;
    started = false;
    copies = null;
    for (WatchedObject local : locals) {
      if (local.written != null) {
        local.written.clear();
      } else {
        RawMemory.fill(local.address, local.byteSize, 0);
      }
      if (local.races != null) {
        local.races.clear();
      }
    }
    own.clear();
  }

  /** Lets each work-item run for itself from now on, from a region. */
  public void separate(int region) {
    started = true;
    Arrays.fill(regions, 0, shape.items(), region);
    Arrays.fill(waits, Integer.MIN_VALUE);
    Arrays.fill(states, 0, shape.items(), (byte) RUNNABLE);
  }

  public boolean started() {
    return started;
  }

  public WatchedObject[] locals() {
    return locals;
  }

  public PrivateArrayMemory own() {
    return own;
  }

  public int[] ints() {
    return ints;
  }

  public long[] longs() {
    return longs;
  }

  public float[] floats() {
    return floats;
  }

  public double[] doubles() {
    return doubles;
  }

  public int[] senders() {
    return senders;
  }

  /** Returns in which iterations of the loops around it each work-item has come to a cut. */
  public long[] iterations() {
    return iterations;
  }

  /** Returns the cut at which each work-item has stopped last. */
  public int[] stops() {
    return stops;
  }

  /** Returns at which yield each work-item has waited last since it came to another cut. */
  public int[] waits() {
    return waits;
  }

  /** Returns the region from which each work-item goes on. */
  public int[] regions() {
    return regions;
  }

  /** Returns whether each work-item can run, waits or has finished. */
  public byte[] states() {
    return states;
  }

  public GroupShape shape() {
    return shape;
  }

  public GroupOrder order() {
    return order;
  }

  /** Returns how many fences of image memory, and barriers with one, a work-item has executed. */
  int imageFences(int item) {
    return imageBarriers + (imageFences == null ? 0 : imageFences[item]);
  }

  /** All work-items have come to a barrier that orders images. */
  public void passImageBarrier() {
    imageBarriers++;
  }

  /** A work-item executes a fence of image memory. */
  public void fenceImages(int item) {
    if (imageFences == null) {
      imageFences = new int[states.length];
    }
    imageFences[item]++;
  }

  /** Returns the asynchronous copies of the group, which are kept from now on. */
  AsyncCopies copies() {
    if (copies == null) {
      copies = new AsyncCopies(shape);
    }
    return copies;
  }

  /** Returns its asynchronous copies; null where there have been none. */
  public @Nullable AsyncCopies copiesSoFar() {
    return copies;
  }
}
