package dev.barnacle.cl;

/** A callback that is told of a command's state ({@code clSetEventCallback}). */
@FunctionalInterface
public interface EventCallback {
  /**
   * Is called once, on the context's callback thread.
   *
   * @param status the status that was waited for, or the negative code with which the command ended
   */
  void accept(Event event, int status);
}
