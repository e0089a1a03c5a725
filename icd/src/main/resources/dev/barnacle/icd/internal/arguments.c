/*
 * Arguments of kernels, and which plan a launch is run by. A kernel's arguments are its caller's: the
 * specification has no two threads set them at once, nor one set and another launch.
 */

static unsigned long epoch; /* changes when a buffer may go; atomic */

static int set_argument(long *registers) {
  Kernel *kernel = record(argument(registers, 0), KERNEL);
  unsigned index = (unsigned)argument(registers, 1);
  if (!kernel || index >= kernel->count)
    return 0;
  Parameter *parameter = &kernel->parameters[index];
  long bytes = argument(registers, 2);
  const char *value = (const char *)argument(registers, 3);
  switch (parameter->kind) {
  case VALUE:
    if (!value || bytes != parameter->bytes)
      return 0;
    memcpy(parameter->value, value, bytes);
    break;
  case GLOBAL:
  case CONSTANT: {
    long handle = 0;
    if (bytes != 8)
      return 0;
    if (value)
      memcpy(&handle, value, 8);
    if (handle) {
      Buffer *buffer = record(handle, BUFFER);
      if (!buffer || buffer->head.context != kernel->head.context ||
          ((buffer->flags & IMMUTABLE) && !parameter->is_const) ||
          (parameter->kind == CONSTANT && buffer->bytes > kernel->constant_bytes))
        return 0;
    }
    if (!(kernel->known >> index & 1) || memcmp(parameter->value, &handle, 8)) {
      memcpy(parameter->value, &handle, 8);
      __atomic_store_n(&kernel->latest, 0, __ATOMIC_RELAXED);
    }
    break;
  }
  case LOCAL: /* only the same again: what there may be is Java's to say */
    return !value && (kernel->known >> index & 1) && !memcmp(parameter->value, &bytes, 8) && bytes > 0;
  default:
    return 0;
  }
  kernel->changed |= 1UL << index;
  kernel->known |= 1UL << index;
  return 1;
}

/* ---- Which plan a launch is run by ---- */

typedef struct {
  long dimensions, has_local, global[3], local[3], offset[3];
} Range;

static int read_range(long *registers, Range *range) {
  long *offset = (long *)argument(registers, 3), *global = (long *)argument(registers, 4);
  long *local = (long *)argument(registers, 5);
  range->dimensions = (unsigned)argument(registers, 2);
  if (range->dimensions < 1 || range->dimensions > 3 || !global)
    return 0;
  range->has_local = local != NULL;
  for (int i = 0; i < 3; i++) {
    int given = i < range->dimensions;
    range->global[i] = given ? global[i] : 1;
    range->local[i] = given && local ? local[i] : 1;
    range->offset[i] = given && offset ? offset[i] : 0;
  }
  return 1;
}

static int fits_range(const Plan *plan, const Range *range) {
  if (plan->dimensions != range->dimensions || plan->has_local != range->has_local)
    return 0;
  for (int i = 0; i < range->dimensions; i++) {
    if (plan->local[i] != range->local[i])
      return 0;
    long global = range->global[i], offset = range->offset[i], local = plan->local[i];
    if (plan->any_global) {
      if (global <= 0 || offset < 0 || global > plan->most_end || offset > plan->most_end ||
          global % local || global + offset + local > plan->most_end)
        return 0;
    } else if (plan->global[i] != global || plan->offset[i] != offset) {
      return 0;
    }
  }
  return 1;
}

static const Buffer *buffer_of(const Kernel *kernel, int index, int *is_gone) {
  long handle;
  memcpy(&handle, kernel->parameters[index].value, 8);
  const Buffer *buffer = handle ? record(handle, BUFFER) : NULL;
  *is_gone |= handle && !buffer;
  return buffer;
}

static int is_buffer(const Parameter *parameter) {
  return parameter->kind == GLOBAL || parameter->kind == CONSTANT;
}

/* What LaunchFacts, in Java, says of the memory of arguments. */
static int fits_memory(const Plan *plan, const Kernel *kernel) {
  const Buffer *buffers[64];
  int count = 0, is_gone = 0, is_small = 1, is_aligned = 1;
  long bits[64], disjoint = 0;
  for (int i = 0; i < kernel->count; i++) {
    if (kernel->parameters[i].kind == LOCAL) {
      long bytes;
      memcpy(&bytes, kernel->parameters[i].value, 8);
      if (bytes != plan->parameters[i].bytes)
        return 0;
    }
    const Buffer *buffer = is_buffer(&kernel->parameters[i]) ? buffer_of(kernel, i, &is_gone) : NULL;
    if (buffer) {
      is_small &= buffer->bytes > 0 && buffer->bytes <= plan->small_bytes;
      is_aligned &= (long)buffer->memory % plan->alignment == 0;
      bits[count] = plan->parameters[i].bit;
      buffers[count++] = buffer;
    }
  }
  for (int i = 0; i < count; i++) {
    int meets = 0;
    for (int j = 0; j < count; j++)
      meets |= buffers[j]->bytes == 0 || (i != j && buffers[i]->memory < buffers[j]->memory + buffers[j]->bytes &&
                                          buffers[j]->memory < buffers[i]->memory + buffers[i]->bytes);
    disjoint |= meets ? 0 : bits[i];
  }
  return !is_gone && is_small == plan->is_small && is_aligned == plan->is_aligned && disjoint == plan->disjoint;
}

static long integer(const char *value, long bytes) {
  switch (bytes) {
  case 1: return *(const signed char *)value;
  case 2: { short s; memcpy(&s, value, 2); return s; }
  case 4: { int i; memcpy(&i, value, 4); return i; }
  default: { long l; memcpy(&l, value, 8); return l; }
  }
}

static int fits_integers(const Plan *plan, const Kernel *kernel) {
  for (long i = 0; i < plan->known_count; i++) {
    const Parameter *parameter = &kernel->parameters[plan->known[i].index];
    if (integer(parameter->value, parameter->bytes) != plan->known[i].value)
      return 0;
  }
  return 1;
}

static Plan *find_plan(Kernel *kernel, const Range *range) {
  unsigned long all = kernel->count == 64 ? ~0UL : (1UL << kernel->count) - 1;
  if ((kernel->known & all) != all)
    return NULL;
  unsigned long era = __atomic_load_n(&epoch, __ATOMIC_ACQUIRE) << PLAN_BITS;
  unsigned long latest = __atomic_load_n(&kernel->latest, __ATOMIC_RELAXED);
  for (Plan *plan = __atomic_load_n(&kernel->plans, __ATOMIC_ACQUIRE); plan; plan = plan->next)
    if (__atomic_load_n(&plan->is_valid, __ATOMIC_ACQUIRE) && fits_range(plan, range) &&
        (latest == (era | plan->number) || fits_memory(plan, kernel)) && fits_integers(plan, kernel)) {
      __atomic_store_n(&kernel->latest, era | plan->number, __ATOMIC_RELAXED);
      return plan;
    }
  return NULL;
}
