package dev.barnacle.llvm.clang;

import dev.barnacle.store.CacheDirectory;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A clang that has been loaded once and runs in a forked child for each request; {@code
 * clang-server.c} tells how. One thread uses it at a time. It ends by itself when nobody has asked
 * it for anything for a while.
 */
final class ClangServer implements AutoCloseable {
  private static final int KIND_AND_LENGTH = 5;

  private final SocketChannel channel;

  private ClangServer(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Starts one.
   *
   * @param program clang
   * @param environment what it runs in
   * @param library {@code clang-server.c}, compiled
   * @throws IOException if there can't be one here
   */
  static ClangServer start(Path program, Map<String, String> environment, Path library)
      throws IOException {
    Path folder = CacheDirectory.workFolder();
    Path socket = folder.resolve("clang");
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(socket));
      Map<String, String> all = new HashMap<>(environment);
      all.put("LD_PRELOAD", library.toString());
      all.put("BARNACLE_CLANG_SERVER", socket.toString());
      // It has knocked when it ends; a child of it stays.
      int status = Clang.runner().run(List.of(program.toString()), all, new byte[0], null).status();
      if (status != 0) {
        throw new IOException("the server has not started: status " + status);
      }
      return new ClangServer(door.accept());
    } finally {
      Files.deleteIfExists(socket);
      Files.delete(folder);
    }
  }

  /**
   * Runs clang. An interrupt ends it and this server.
   *
   * @param command the program's name and its arguments
   * @throws IOException if the server has ended
   */
  Clang.Result run(List<String> command, Path directory) throws IOException {
    send(command, directory);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    while (true) {
      ByteBuffer head = number(receive(KIND_AND_LENGTH));
      byte kind = head.get();
      byte[] content = receive(head.getInt());
      switch (kind) {
        case 'o' -> output.writeBytes(content);
        case 'e' -> messages.writeBytes(content);
        case 's' -> {
          return new Clang.Result(
              number(content).getInt(), output.toByteArray(), messages.toByteArray());
        }
        default -> throw new IOException("not a frame: " + kind);
      }
    }
  }

  private void send(List<String> command, Path directory) throws IOException {
    ByteArrayOutputStream strings = new ByteArrayOutputStream();
    strings.writeBytes(terminated(directory.toString()));
    command.forEach(argument -> strings.writeBytes(terminated(argument)));
    ByteBuffer request =
        ByteBuffer.allocate(Integer.BYTES + strings.size()).order(ByteOrder.nativeOrder());
    request.putInt(strings.size()).put(strings.toByteArray()).flip();
    while (request.hasRemaining()) {
      channel.write(request);
    }
  }

  private static byte[] terminated(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static ByteBuffer number(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  private byte[] receive(int count) throws IOException {
    byte[] bytes = new byte[count];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the server has ended");
      }
    }
    return bytes;
  }

  /** Ends the server, and clang if it runs. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
