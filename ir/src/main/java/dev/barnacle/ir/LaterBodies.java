package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The parts of a module that are read only when they are asked for, by any thread. */
final class LaterBodies {
  private final Module module;
  private final List<Consumer<Module>> steps = new ArrayList<>();
  private @Nullable RuntimeException failure;
  private boolean reading;
  private volatile boolean done = true;

  LaterBodies(Module module) {
    this.module = module;
  }

  synchronized void set(Consumer<Module> reader) {
    steps.add(reader);
    done = false;
  }

  /** Adds what is done after reading; returns false if that is over. */
  synchronized boolean add(Consumer<Module> step) {
    if (done) {
      return false;
    }
    steps.add(step);
    return true;
  }

  boolean isDone() {
    return done;
  }

  /** Returns whether all is there, or the caller is who reads it. */
  boolean isOpen() {
    return done || Thread.holdsLock(this);
  }

  /**
   * Reads, if nobody has.
   *
   * @return whether all is there; false for whoever is just reading it
   */
  boolean read() {
    return done || readNow();
  }

  private synchronized boolean readNow() {
    if (failure != null) {
      throw failure;
    }
    if (done || reading) {
      return done;
    }
    reading = true;
    try {
      for (int i = 0; i < steps.size(); i++) {
        steps.get(i).accept(module);
      }
      steps.clear();
      done = true;
    } catch (RuntimeException | Error e) {
      failure =
          e instanceof RuntimeException known
              ? known
              : new IllegalStateException(module.name() + " could not be read", e);
      throw e;
    } finally {
      reading = false;
    }
    return true;
  }
}
