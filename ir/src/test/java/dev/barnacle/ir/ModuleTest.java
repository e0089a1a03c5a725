package dev.barnacle.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Modules of which the rest is read when somebody asks for it. */
class ModuleTest {
  private final Module module = new Module("m");
  private final Function kernel =
      new Function("k", Types.VOID, List.of(), new KernelInfo(List.of()), null);
  private final GlobalVariable variable = new GlobalVariable("v", AddressSpace.GLOBAL, 4, 4, null);
  private final AtomicInteger reads = new AtomicInteger();

  ModuleTest() {
    module.functions().add(kernel);
    module.globals().add(variable);
  }

  private void read(Module declared) {
    assertSame(kernel, declared.kernels().getFirst());
    assertEquals(List.of(), kernel.blocks(), "who reads sees what is there so far");
    reads.incrementAndGet();
    kernel.newBlock("entry");
    declared.functions().add(new Function("f", Types.VOID, List.of(), null, null));
    declared.globals().add(new GlobalVariable("tile", AddressSpace.LOCAL, 4, 4, null));
  }

  @Test
  void declarationsAreThereWithoutReading() {
    module.readLater(this::read);
    assertEquals(List.of(kernel), module.kernels());
    assertEquals(List.of(variable), module.globals());
    assertEquals("k", kernel.name());
    assertFalse(module.isRead());
    assertEquals(0, reads.get());
  }

  @Test
  void whoAsksForMoreHasItRead() {
    module.readLater(this::read);
    assertEquals("entry", kernel.entry().name());
    assertTrue(module.isRead());
    assertEquals(2, module.functions().size());
    assertEquals(2, module.globals().size());
    assertTrue(module.function("f").isPresent());
    assertEquals(List.of(kernel), module.kernels());
    assertEquals(1, reads.get());
  }

  @Test
  void changesComeAfterReading() {
    module.readLater(this::read);
    List<Integer> sizes = new ArrayList<>();
    module.whenRead(m -> sizes.add(m.functions().size()));
    assertEquals(List.of(), sizes);
    module.functions();
    assertEquals(List.of(2), sizes);
    module.whenRead(m -> sizes.add(-m.functions().size()));
    assertEquals(List.of(2, -2), sizes);
  }

  @Test
  void everybodyMeetsWhatReadingThrew() {
    module.readLater(
        m -> {
          throw new IllegalStateException("gone");
        });
    for (int i = 0; i < 2; i++) {
      assertEquals("gone", assertThrows(IllegalStateException.class, kernel::blocks).getMessage());
    }
    assertFalse(module.isRead());
  }

  @Test
  void manyThreadsReadOnce() throws Exception {
    module.readLater(this::read);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        tasks.add(i % 2 == 0 ? () -> kernel.blocks().size() : () -> module.globals().size());
      }
      List<Future<Integer>> all = threads.invokeAll(tasks);
      for (int i = 0; i < 8; i += 2) {
        assertEquals(1, all.get(i).get());
      }
    }
    assertEquals(1, reads.get());
  }

  @Test
  void whatInitialisersPointToLivesAsLongAsTheProgram() {
    GlobalVariable text = constant("text", List.of());
    GlobalVariable table = constant("table", List.of(text));
    module.globals().add(text);
    module.globals().add(constant("elsewhere", List.of()));
    module.globals().add(table);
    variable.setInitializer(pointers(List.of(table, variable)));
    assertEquals(List.of(variable, text, table), module.programVariables());
  }

  private static GlobalVariable constant(String name, List<GlobalVariable> targets) {
    return new GlobalVariable(name, AddressSpace.CONSTANT, 16, 8, pointers(targets));
  }

  private static GlobalVariable.Initializer pointers(List<GlobalVariable> targets) {
    List<GlobalVariable.Relocation> relocations = new ArrayList<>();
    targets.forEach(
        t -> relocations.add(new GlobalVariable.Relocation(8L * relocations.size(), t, 0)));
    return new GlobalVariable.Initializer(new byte[16], relocations);
  }
}
