package dev.barnacle.cl;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;

/**
 * An operation on launches that can be explored.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface Exploration<T> {
  /**
   * Explores launches; their memory is valid until this returns.
   *
   * @throws ExploreException if they have something that cannot be explored
   */
  T of(CommandSet commands) throws ExploreException;
}
