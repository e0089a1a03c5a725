package dev.barnacle.cl.internal.life;

/** The references to an object from the program outside (OpenCL API, "Reference counts"). */
public interface References extends AutoCloseable {
  /** Adds one. */
  void retain();

  /** Takes one away; without any left the object is closed. */
  void release();

  /** Returns how many there are. */
  int referenceCount();

  /** Releases the creator's; closing again does nothing. */
  @Override
  void close();
}
