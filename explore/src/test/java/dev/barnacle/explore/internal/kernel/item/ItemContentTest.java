package dev.barnacle.explore.internal.kernel.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.NdRange;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.internal.kernel.LaunchMemory;
import dev.barnacle.explore.internal.kernel.Places;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.code.Edits;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import java.lang.foreign.Arena;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The content of a work-item tells any two apart of which one field differs: a state whose key does
 * not have it would stand for another one.
 */
final class ItemContentTest {
  /** The fields that are no content, and why. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("owner", "says who may change it"),
          Map.entry("base", "follows from the functions that it is in"),
          Map.entry("time", "StateWriter gives its rank"),
          Map.entry("global", "StateWriter gives it"),
          Map.entry("local", "StateWriter gives it"),
          Map.entry("image", "StateWriter gives it"),
          Map.entry("imageFence", "kernels that write images have no keys"),
          Map.entry("enqueued", "kernels that enqueue others have no keys"),
          Map.entry("fences", "StateWriter gives them"),
          Map.entry("readGlobal", "StateWriter gives them"),
          Map.entry("readLocal", "StateWriter gives them"),
          Map.entry("refused", "StateWriter gives those that may still be read"),
          Map.entry("since", "StateWriter gives the offers that it decides about"),
          Map.entry("visits", "a bound on rounds; cycles of states are found instead"),
          Map.entry("stretch", "ends with the next read, and no key is made before"),
          Map.entry("acted", "who may change places, of which a key has labels"));

  /** What changes each other field, of a work-item that waits in a loop. */
  private static final Map<String, Consumer<Item>> CHANGES = new TreeMap<>();

  static {
    CHANGES.put("status", i -> i.status = Item.Status.SPINNING);
    CHANGES.put("depth", i -> i.call(i.functions[0], new int[0], i.place.constants()));
    CHANGES.put("functions", i -> i.next[0]--);
    CHANGES.put("next", i -> i.next[0]--);
    CHANGES.put("stack", i -> i.stack[0]++);
    CHANGES.put("registers", i -> Arrays.fill(i.registers, 7));
    CHANGES.put("memory", i -> i.memory.put(0, 4, 7));
    CHANGES.put("stackPointer", i -> i.stackPointer--);
    CHANGES.put("heads", i -> i.heads[0] = new long[] {7});
    CHANGES.put("effectsAt", i -> i.effectsAt[0]++);
    CHANGES.put("rounds", i -> i.rounds[0]++);
    CHANGES.put("effects", i -> i.effects++);
    CHANGES.put("choices", i -> i.choices = i.choicesAt[0]);
    CHANGES.put("choicesAt", i -> i.choicesAt[0] = i.choices);
    CHANGES.put("taken", i -> i.taken = new long[1]);
    CHANGES.put("spurious", i -> i.spurious = true);
    CHANGES.put("reading", i -> i.reading++);
    CHANGES.put("readingSize", i -> i.readingSize++);
    CHANGES.put("readingBytes", i -> i.readingBytes = 3);
    CHANGES.put("undecided", i -> i.undecided = !i.undecided);
    CHANGES.put("idle", i -> i.addIdle(0));
    CHANGES.put("meetings", i -> i.meetings++);
    CHANGES.put("held", i -> i.held = Rounds.NONE);
    CHANGES.put("revisit", i -> i.revisit = null);
  }

  @Test
  void everyFieldIsContentOrNot() {
    Set<String> fields = new TreeSet<>();
    for (Field field : Item.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        fields.add(field.getName());
      }
    }
    Set<String> known = new TreeSet<>(LEFT_OUT.keySet());
    known.addAll(CHANGES.keySet());
    known.addAll(Set.of("place", "lasso")); // which the other tests change
    assertEquals(fields, known);
  }

  @Test
  void everyChangeIsSeen() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      Execution x = waiting(arena);
      Item item = x.item(0);
      long[] content = content(x, item);
      CHANGES.forEach(
          (name, change) -> {
            Item changed = item.ownedBy(new Object());
            change.accept(changed);
            assertNotEquals(text(content), text(content(x, changed)), name);
          });
    }
  }

  @Test
  void placesAreSeenWhereTheyAreAskedFor() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      Execution x = waiting(arena);
      assertNotEquals(text(content(x, x.item(0))), text(content(x, x.item(1))));
    }
  }

  @Test
  void whatIsReadInEachRoundIsSeen() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      Execution x = waiting(arena);
      Item one = x.item(0).ownedBy(new Object());
      Item other = x.item(0).ownedBy(new Object());
      one.loop(List.of(new Rounds.Read(1, 0)));
      other.loop(List.of(new Rounds.Read(1, 1)));
      assertNotEquals(text(content(x, one)), text(content(x, other)));
    }
  }

  private static String text(long[] content) {
    return Arrays.toString(content);
  }

  private static long[] content(Execution x, Item item) {
    LongStream.Builder words = LongStream.builder();
    ItemContent.write(x, item, true, words);
    return words.build().toArray();
  }

  /** Two work-items, each of which has gone round a loop once and is at the loop's read again. */
  private static Execution waiting(Arena arena) throws Exception {
    Function kernel = kernel();
    NdRange range = new NdRange(List.of(2L), List.of(1L), List.of(0L));
    KernelLaunch launch =
        new KernelLaunch(kernel, range, List.of(new Argument.Memory(arena.allocate(4, 8))));
    KernelCode code = new KernelCode(List.of(kernel), Edits.NONE);
    LaunchMemory memory = new LaunchMemory(List.of(launch), code, Map.of());
    Place[] places = new Places(List.of(launch), memory, 8).all();
    Item[] items = new Item[places.length];
    for (int i = 0; i < items.length; i++) {
      items[i] = Stepper.begin(places[i], code, kernel);
    }
    Execution x = new Execution(memory.objects(), items, new Item[0], (f, e) -> {}, false);
    Stepper stepper = new Stepper(code, places, -1, ScopeRule.SAME, new Children(1, List.of()), 10);
    for (int i = 0; i < items.length; i++) {
      stepper.run(x, i);
      stepper.atomic().perform(x, x.own(i), 0);
      stepper.run(x, i);
      Item item = x.own(i);
      Rounds.Held held = new Rounds.Held(item.op(), new long[1], 0, 0, 0);
      item.held = new Rounds.Held[] {held};
      item.revisit = new Revisit(x, i);
    }
    return x;
  }

  private static Function kernel() {
    Parameter p =
        new Parameter("p", new PointerType(AddressSpace.GLOBAL), 0, Parameter.Attributes.NONE);
    Function function = new Function("k", Types.VOID, List.of(p), null, null);
    IrBuilder b = new IrBuilder(function.newBlock("entry"));
    Block entry = b.block();
    Value place = b.alloca(8, 8);
    b.store(new IntConstant(Types.I64, 1), place);
    Block loop = function.newBlock("loop");
    Block after = function.newBlock("after");
    b.branch(loop);
    b.setBlock(loop);
    Phi round = b.phi(Types.I32);
    Value read = b.add(new AtomicLoad(Types.I32, p, MemoryOrder.RELAXED, MemoryScope.DEVICE));
    Value next = b.binary(dev.barnacle.ir.Binary.Op.ADD, round, new IntConstant(Types.I32, 1));
    round.addIncoming(new IntConstant(Types.I32, 0), entry);
    round.addIncoming(next, loop);
    b.branch(b.compare(Compare.Predicate.EQ, read, new IntConstant(Types.I32, 0)), loop, after);
    b.setBlock(after);
    b.add(new dev.barnacle.ir.WorkItemQuery(dev.barnacle.ir.WorkItemQuery.Kind.LOCAL_LINEAR_ID));
    b.store(next, place);
    b.ret();
    return function;
  }
}
