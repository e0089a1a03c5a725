package dev.barnacle.cl.internal.queue;

import org.jspecify.annotations.Nullable;

/** A waiter for an event: a command, or an event that ends with it. */
interface EventDependent {
  /**
   * Is told that something that it waited for has ended.
   *
   * @param failed an event of its wait list that ended with an error, or null
   */
  void dependencyEnded(@Nullable EventNode failed);
}
