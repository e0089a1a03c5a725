package dev.barnacle.watch.internal.race.access;

/** Takes what a launch did to a block of memory. */
@FunctionalInterface
public interface AccessCollector {
  /**
   * Some bytes that were accessed.
   *
   * @param kind how; atomic only with a scope that holds for other kernels too
   * @param place an instruction that did so
   * @param group the work-group that did so; -1 where that is not known
   */
  void access(long offset, int bytes, AccessKind kind, int place, long group);
}
