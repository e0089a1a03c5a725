package dev.barnacle.cl;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;

/**
 * What is done with a launch that can be explored.
 *
 * @param <T> what comes of it
 */
@FunctionalInterface
public interface Exploration<T> {
  /**
   * Explores a launch; its memory is valid until this returns.
   *
   * @throws ExploreException if it has something that cannot be explored
   */
  T of(KernelLaunch launch) throws ExploreException;
}
