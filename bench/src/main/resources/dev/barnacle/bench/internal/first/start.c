/* Where a program begins: crt1.o belongs to compilers, of which there may be none. */
extern int main(int, char **);
extern int __libc_start_main(int (*)(int, char **), int, char **, void *, void *, void *, void *);

#if defined(__x86_64__)
__asm__(".globl _start\n.type _start,@function\n_start:\n"
        " xorl %ebp, %ebp\n movq %rsp, %rdi\n movq %rdx, %rsi\n andq $-16, %rsp\n call begin\n hlt\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n.type _start,@function\n_start:\n"
        " mov x29, #0\n mov x30, #0\n mov x1, x0\n mov x0, sp\n bl begin\n brk #1\n");
#else
#error "for x86-64 and AArch64"
#endif

/* `stack`: the number of arguments, then these; `at_end` is the dynamic linker's. */
__attribute__((used, visibility("hidden"))) void begin(long *stack, void *at_end) {
  __libc_start_main(main, (int)stack[0], (char **)(stack + 1), (void *)0, (void *)0, at_end, stack);
}
