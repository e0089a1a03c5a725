package dev.barnacle.watch.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A random program of commands and waits, told to a {@link CommandWatch} as it runs, and written
 * down as a graph for the oracle: nodes are the host's steps and the commands, edges are those that
 * the rules of 3.3.6 name. Two accesses race if no path leads from one to the other.
 */
final class CommandPrograms {
  private static final long BASE = 1 << 20;

  private final Random random;
  private final int bytes;
  private final CommandWatch watch = new CommandWatch(new UnsetMemory(), report -> {});
  private final List<QueueOrder> queues = new ArrayList<>();
  private final List<List<Command>> inQueue = new ArrayList<>();
  private final List<Set<Integer>> edges = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<User> users = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();
  private final Deque<Access> maps = new ArrayDeque<>();
  private int host;

  /** Bytes accessed from the start of one node to the end of another, or for ever. */
  private static final class Access {
    private final String name;
    private final int from;
    private int to;
    private final int first;
    private final int count;
    private final boolean writes;
    private final boolean ofHost;

    Access(String name, int from, int to, int first, int count, boolean writes, boolean ofHost) {
      this.name = name;
      this.from = from;
      this.to = to;
      this.first = first;
      this.count = count;
      this.writes = writes;
      this.ofHost = ofHost;
    }

    boolean conflicts(Access other) {
      return (writes || other.writes)
          && !(ofHost && other.ofHost)
          && first < other.first + other.count
          && other.first < first + count;
    }
  }

  private static final class User {
    private final HostSignal signal;
    private int node = -1;

    User(HostSignal signal) {
      this.signal = signal;
    }
  }

  private static final class Command {
    private final CommandNode node;
    private final int number;
    private final List<Command> before = new ArrayList<>();
    private final List<User> users = new ArrayList<>();
    private int state;

    Command(CommandNode node, int number) {
      this.node = node;
      this.number = number;
    }

    boolean isReady() {
      return before.stream().allMatch(c -> c.state == 2)
          && users.stream().allMatch(u -> u.node >= 0);
    }
  }

  CommandPrograms(long seed) {
    random = new Random(seed);
    bytes = 8 << random.nextInt(8);
    host = node();
    for (boolean outOfOrder : new boolean[] {true, false, true}) {
      queues.add(watch.queue(outOfOrder));
      inQueue.add(new ArrayList<>());
    }
  }

  CommandWatch watch() {
    return watch;
  }

  private int node() {
    edges.add(new HashSet<>());
    return edges.size() - 1;
  }

  private void edge(int from, int to) {
    edges.get(from).add(to);
  }

  private int hostStep() {
    int next = node();
    edge(host, next);
    host = next;
    return next;
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
      advance(random.nextInt(3));
    }
    while (!commands.stream().allMatch(c -> c.state == 2)) {
      users.stream().filter(u -> u.node < 0).forEach(this::set);
      advance(10);
    }
  }

  private void step() {
    switch (random.nextInt(16)) {
      case 0 -> finish(random.nextInt(queues.size()));
      case 1 -> some().ifPresent(this::await);
      case 2 -> users.add(new User(watch.signal()));
      case 3 -> users.stream().filter(u -> u.node < 0).findFirst().ifPresent(this::set);
      case 4 -> access();
      case 5 -> map();
      case 6 -> unmap();
      case 7 -> enqueue(QueueOrder.Role.MARKER);
      case 8 -> enqueue(QueueOrder.Role.BARRIER);
      default -> enqueue(QueueOrder.Role.COMMAND);
    }
  }

  private java.util.Optional<Command> some() {
    return commands.isEmpty()
        ? java.util.Optional.empty()
        : java.util.Optional.of(commands.get(random.nextInt(commands.size())));
  }

  private void advance(int times) {
    for (int i = 0; i < times; i++) {
      List<Command> able =
          commands.stream().filter(c -> c.state == 1 || (c.state == 0 && c.isReady())).toList();
      if (!able.isEmpty()) {
        advance(able.get(random.nextInt(able.size())));
      }
    }
  }

  private void advance(Command command) {
    if (command.state++ == 0) {
      watch.started(command.node);
    } else {
      watch.ended(command.node);
    }
  }

  private void complete(Command command) {
    command.users.stream().filter(u -> u.node < 0).forEach(this::set);
    command.before.forEach(this::complete);
    while (command.state < 2) {
      advance(command);
    }
  }

  private void set(User user) {
    user.node = hostStep();
    watch.set(user.signal);
    for (Command command : commands) {
      if (command.users.contains(user)) {
        edge(user.node, command.number);
      }
    }
  }

  private void await(Command command) {
    complete(command);
    watch.learned(command.node);
    edge(command.number, hostStep());
  }

  private void finish(int q) {
    QueueOrder.All all = watch.finishing(queues.get(q));
    List<Command> before = List.copyOf(inQueue.get(q));
    before.forEach(this::complete);
    watch.finished(all);
    int step = hostStep();
    before.forEach(c -> edge(c.number, step));
  }

  private Command enqueue(QueueOrder.Role role) {
    return enqueue(role, List.of());
  }

  private Command enqueue(QueueOrder.Role role, List<Command> waitList) {
    int q = random.nextInt(queues.size());
    List<CompletionPoint> waits = new ArrayList<>();
    List<Command> before = new ArrayList<>(waitList);
    waitList.forEach(c -> waits.add(c.node));
    List<User> user = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      if (!users.isEmpty() && random.nextInt(4) == 0) {
        User one = users.get(random.nextInt(users.size()));
        user.add(one);
        waits.add(one.signal);
      } else {
        some()
            .ifPresent(
                c -> {
                  before.add(c);
                  waits.add(c.node);
                });
      }
    }
    int number = node();
    String name = "command" + number;
    Command command = new Command(watch.enqueued(queues.get(q), name, waits, role), number);
    command.before.addAll(before);
    command.users.addAll(user);
    order(command, q, role, waits.isEmpty());
    edge(hostStep(), number);
    command.before.forEach(c -> edge(c.number, number));
    user.stream().filter(u -> u.node >= 0).forEach(u -> edge(u.node, number));
    commands.add(command);
    inQueue.get(q).add(command);
    roles.add(role);
    if (role == QueueOrder.Role.COMMAND) {
      for (int i = random.nextInt(3); i > 0; i--) {
        access(command, name);
      }
    }
    return command;
  }

  private final List<QueueOrder.Role> roles = new ArrayList<>();

  private void order(Command command, int q, QueueOrder.Role role, boolean waitsForNothing) {
    List<Command> earlier = inQueue.get(q);
    if (q == 1 && !earlier.isEmpty()) {
      command.before.add(earlier.getLast());
    }
    if (role != QueueOrder.Role.COMMAND && waitsForNothing) {
      command.before.addAll(earlier);
    }
    for (Command other : earlier) {
      if (roles.get(commands.indexOf(other)) == QueueOrder.Role.BARRIER) {
        command.before.add(other);
      }
    }
  }

  private void access(Command command, String name) {
    int first = random.nextInt(bytes);
    int count = 1 + random.nextInt(Math.min(4, bytes - first));
    boolean writes = random.nextInt(3) == 0;
    CommandWatch.accesses(command.node, writes, Ranges.of(BASE + first, count, 0));
    accesses.add(new Access(name, command.number, command.number, first, count, writes, false));
  }

  private void access() {
    int first = random.nextInt(bytes);
    boolean writes = random.nextBoolean();
    int step = hostStep();
    watch.hostAccess("host" + step, writes, BASE + first, 1);
    accesses.add(new Access("host" + step, step, step, first, 1, writes, true));
  }

  private void map() {
    Command command = enqueue(QueueOrder.Role.MARKER);
    int first = random.nextInt(bytes);
    boolean writes = random.nextBoolean();
    String name = "command" + command.number;
    Access access = new Access(name, command.number, -1, first, 1, writes, true);
    watch.maps(command.node, writes, Ranges.of(BASE + first, 1, 0));
    accesses.add(access);
    maps.add(access);
  }

  private void unmap() {
    Access map = maps.poll();
    if (map != null) {
      Command mapping =
          commands.stream().filter(c -> c.number == map.from).findFirst().orElseThrow();
      Command command = enqueue(QueueOrder.Role.MARKER, List.of(mapping));
      watch.unmaps(command.node, BASE + map.first);
      map.to = command.number;
    }
  }

  /** Returns all pairs of names that race, each both ways round. */
  Set<Set<String>> races() {
    boolean[][] reached = new boolean[edges.size()][];
    for (int i = 0; i < reached.length; i++) {
      reached[i] = reach(i);
    }
    Set<Set<String>> races = new HashSet<>();
    for (Access a : accesses) {
      for (Access b : accesses) {
        boolean ordered =
            (a.to >= 0 && reached[a.to][b.from]) || (b.to >= 0 && reached[b.to][a.from]);
        if (!a.name.equals(b.name) && a.conflicts(b) && !ordered) {
          races.add(Set.of(a.name, b.name));
        }
      }
    }
    return races;
  }

  private boolean[] reach(int from) {
    boolean[] seen = new boolean[edges.size()];
    Deque<Integer> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      for (int next : edges.get(open.remove())) {
        if (!seen[next]) {
          seen[next] = true;
          open.add(next);
        }
      }
    }
    return seen;
  }
}
