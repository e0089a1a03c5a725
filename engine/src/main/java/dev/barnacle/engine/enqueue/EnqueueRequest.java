package dev.barnacle.engine.enqueue;

import dev.barnacle.ir.Function;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's request by {@code enqueue_kernel}.
 *
 * @param kernel the block's
 * @param queue a queue_t
 * @param flags a kernel_enqueue_flags_t
 * @param range the ndrange_t
 * @param count the number of events that it says it waits for
 * @param waitList the events; null where the program gives no list
 * @param wantsEvent whether it is to get an event
 * @param literal the block's
 * @param localSizes of the block's arguments, in bytes
 * @param site where in the program, as the engine counts places
 * @param item who asks, as the engine counts work-items
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
public record EnqueueRequest(
    Function kernel,
    long queue,
    int flags,
    DeviceRange range,
    int count,
    long @Nullable [] waitList,
    boolean wantsEvent,
    byte[] literal,
    List<Long> localSizes,
    int site,
    long item) {}
