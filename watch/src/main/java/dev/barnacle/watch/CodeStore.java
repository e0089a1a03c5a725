package dev.barnacle.watch;

import java.util.Optional;

/**
 * A store of what the engine has made of programs, for other processes of the same build. What
 * can't be written is not kept; nothing fails for it.
 */
public interface CodeStore {
  /** Keeps nothing. */
  CodeStore NONE =
      new CodeStore() {
        @Override
        public boolean has(String name) {
          return false;
        }

        @Override
        public Optional<byte[]> read(String name) {
          return Optional.empty();
        }

        @Override
        public void write(String name, byte[] content) {}
      };

  /**
   * Returns whether something is kept under a name.
   *
   * @param name any text: all that the content depends on, except the build of this engine
   */
  boolean has(String name);

  /** Returns what is kept under a name. */
  Optional<byte[]> read(String name);

  /** Keeps a content under a name. */
  void write(String name, byte[] content);
}
