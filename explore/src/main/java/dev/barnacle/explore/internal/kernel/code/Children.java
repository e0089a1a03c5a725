package dev.barnacle.explore.internal.kernel.code;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kernels that are known to be enqueued on the device, in some execution or other. Each has a
 * place behind the launches of the host, as if it were one of these.
 */
public final class Children {
  private final int launches;
  private final List<Child> list;

  /**
   * Makes them.
   *
   * @param launches how many launches the host has
   */
  public Children(int launches, List<Child> list) {
    this.launches = launches;
    this.list = List.copyOf(list);
  }

  /** Returns these and another one. */
  public Children with(Child another) {
    List<Child> more = new ArrayList<>(list);
    more.add(another);
    return new Children(launches, more);
  }

  /** Returns all, in the order of their launches. */
  public List<Child> all() {
    return list;
  }

  /** Returns the number of the first launch that is one of them. */
  public int first() {
    return launches;
  }

  /** Returns the number of the launch that one is, -1 if it is not known. */
  public int launch(Child child) {
    int at = list.indexOf(child);
    return at < 0 ? -1 : launches + at;
  }

  /** Returns the one that a launch is, null if the host has launched it. */
  public @Nullable Child of(int launch) {
    return launch < launches ? null : list.get(launch - launches);
  }
}
