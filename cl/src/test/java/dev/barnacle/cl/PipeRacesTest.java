package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pipes between commands: what a pipe holds is there at a synchronisation point (OpenCL API, 5.4),
 * so the kernel that reads must be ordered behind the one that writes.
 */
class PipeRacesTest {
  private static final String SOURCE =
      """
      kernel void send(write_only pipe int p) { int i = get_global_id(0); write_pipe(p, &i); }
      kernel void get(read_only pipe int p, global int *x) {
        int i;
        if (read_pipe(p, &i) == 0) x[get_global_id(0)] = i;
      }
      kernel void leave_out(write_only pipe int p) {
        reserve_id_t id = reserve_write_pipe(p, 2);
        int i = 1;
        write_pipe(p, id, 1, &i);
        commit_write_pipe(p, id);
      }
      kernel void both(read_only pipe int p, write_only pipe int q) {
        int i;
        if (read_pipe(p, &i) == 0) write_pipe(q, &i);
      }
      kernel void keep(write_only pipe int p, global reserve_id_t *x) {
        x[0] = reserve_write_pipe(p, 1);
        commit_write_pipe(p, x[0]);
      }
      kernel void use(write_only pipe int p, global reserve_id_t *x) {
        commit_write_pipe(p, x[0]);
      }
      kernel void as_wrong_end(write_only pipe int p, read_only pipe int q) {
        int i = 1;
        reserve_id_t id = reserve_write_pipe(p, 1);
        read_pipe(q, id, 0, &i);
        write_pipe(p, id, 0, &i);
        commit_write_pipe(p, id);
      }
      kernel void wide(write_only pipe long p) { long i = 1; write_pipe(p, &i); }
      kernel void all_to_one(write_only pipe int p) {
        reserve_id_t id = work_group_reserve_write_pipe(p, 1);
        int i = get_global_id(0);
        write_pipe(p, id, 0, &i);
        work_group_commit_write_pipe(p, id);
      }
      kernel void early(write_only pipe int p) {
        if (get_local_id(0) > 3) return;
        reserve_id_t id = work_group_reserve_write_pipe(p, 1);
        work_group_commit_write_pipe(p, id);
      }
      """;
  private static final NDRange ALL = NDRange.of(16).local(16);
  private static final NDRange ONE = NDRange.of(1);

  /** A queue of a watched context, and a pipe. */
  private interface Body {
    void run(Context context, Program program, CommandQueue queue, Pipe pipe, Buffer buffer);
  }

  private static Report report(Body body) {
    try (Context context = Context.builder().watched().create()) {
      Program program = context.build("k.cl", SOURCE, "-cl-std=CL3.0");
      CommandQueue queue = context.queue(QueueOptions.OUT_OF_ORDER);
      body.run(context, program, queue, context.pipe(4, 16), context.buffer(64));
      queue.finish();
      return context.report();
    }
  }

  private static void clean(Body body) {
    Report report = report(body);
    assertTrue(report.isClean(), report::toString);
  }

  private static List<Finding> faulty(Body body, FindingKind... kinds) {
    Report report = report(body);
    List<FindingKind> found = report.findings().stream().map(Finding::kind).distinct().toList();
    assertEquals(List.of(kinds), found, report::toString);
    return report.findings();
  }

  @Test
  void anEventOrdersTheReaderBehindTheWriter() {
    clean(
        (context, program, queue, pipe, buffer) -> {
          Event sent = queue.run(program.kernel("send").with(pipe), ALL, List.of());
          queue.run(program.kernel("get").with(pipe, buffer), ALL, List.of(sent));
        });
    List<Finding> races =
        faulty(
            (context, program, queue, pipe, buffer) -> {
              queue.run(program.kernel("send").with(pipe), ALL, List.of());
              queue.run(program.kernel("get").with(pipe, buffer), ALL, List.of());
            },
            FindingKind.COMMAND_RACE);
    assertEquals("pipe 1", races.getFirst().object());
  }

  /** At any one time only one kernel may write a pipe, and only one read it. */
  @Test
  void twoWritersWithoutOrder() {
    faulty(
        (context, program, queue, pipe, buffer) -> {
          queue.run(program.kernel("send").with(pipe), NDRange.of(4), List.of());
          queue.run(program.kernel("send").with(pipe), NDRange.of(4), List.of());
        },
        FindingKind.COMMAND_RACE);
  }

  @Test
  void aPacketThatWasReservedAndNotWritten() {
    List<Finding> found =
        faulty(
            (context, program, queue, pipe, buffer) -> {
              program.kernel("leave_out").with(pipe).run(ONE);
              program.kernel("get").with(pipe, buffer).run(ALL);
            },
            FindingKind.UNINITIALIZED_READ);
    assertEquals("p", found.getFirst().object());
  }

  @Test
  void aKernelThatReadsAndWritesOnePipe() {
    clean(
        (context, program, queue, pipe, buffer) ->
            program.kernel("both").with(pipe, context.pipe(4, 16)).run(ALL));
    faulty(
        (context, program, queue, pipe, buffer) -> program.kernel("both").with(pipe, pipe).run(ONE),
        FindingKind.INVALID_ARGUMENT);
  }

  @Test
  void anIdOfAnotherKernel() {
    List<Finding> found =
        faulty(
            (context, program, queue, pipe, buffer) -> {
              program.kernel("keep").with(pipe, buffer).run(ONE);
              program.kernel("use").with(pipe, buffer).run(ONE);
            },
            FindingKind.INVALID_RESERVATION);
    assertTrue(found.getFirst().message().contains("no reservation of this kernel"));
  }

  @Test
  void anIdOfAnotherPipe() {
    List<Finding> found =
        faulty(
            (context, program, queue, pipe, buffer) ->
                program.kernel("as_wrong_end").with(pipe, context.pipe(4, 16)).run(ONE),
            FindingKind.INVALID_RESERVATION);
    assertTrue(found.getFirst().message().contains("another pipe's"));
    assertEquals(2, found.getFirst().accesses().size());
  }

  @Test
  void packetsOfAnotherSize() {
    faulty(
        (context, program, queue, pipe, buffer) -> program.kernel("wide").with(pipe).run(ONE),
        FindingKind.INVALID_ARGUMENT);
  }

  @Test
  void workItemsThatWriteTheSamePacket() {
    List<Finding> found =
        faulty(
            (context, program, queue, pipe, buffer) ->
                program.kernel("all_to_one").with(pipe).run(ALL),
            FindingKind.DATA_RACE);
    assertEquals("p", found.getFirst().object());
  }

  @Test
  void workItemsThatDoNotComeToAWorkGroupsReservation() {
    try (Context context = Context.builder().watched().create()) {
      Program program = context.build(SOURCE, "-cl-std=CL3.0");
      Report report = program.kernel("early").with(context.pipe(4, 16)).check(ALL);
      assertEquals(FindingKind.BARRIER_DIVERGENCE, report.findings().getFirst().kind());
    }
  }
}
