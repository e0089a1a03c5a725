package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Another runtime in the process whose handlers of faults would take the JVM's. */
class NeighbourTest extends GuestPrograms {
  private static final String LIBRARY =
      "gcc -shared -Wl,-soname,libintelocl.so -o libintelocl.so -x c /dev/null && ";

  @Test
  void besideIntelsRuntimeItsHandlersAreOff() throws Exception {
    assertEquals(new Result(0, "1\n", ""), shell("neighbour", LIBRARY + "$P $PWD/libintelocl.so"));
  }

  @Test
  void theUsersWordCounts() throws Exception {
    Result result =
        shell("neighbour", LIBRARY + "$P $PWD/libintelocl.so", "CL_DISABLE_STACK_TRACE", "0");
    assertEquals(new Result(0, "0\n", ""), result);
  }

  @Test
  void elseTheEnvironmentStaysAsItIs() throws Exception {
    assertEquals(new Result(0, "not set\n", ""), shell("neighbour", "$P"));
  }
}
