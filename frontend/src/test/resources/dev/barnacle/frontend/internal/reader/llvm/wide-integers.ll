declare i128 @llvm.ctpop.i128(i128)
declare i128 @llvm.smax.i128(i128, i128)
declare i72 @llvm.ctlz.i72(i72, i1)

define spir_func i128 @sum(i128 %a, i32 %n, i128 %b) {
  %sum = add i128 %a, %b
  ret i128 %sum
}

; What becomes of the lower 64 bits alone is computed in 64 bits.
define spir_func i64 @lower(i64 %x, i64 %y) {
entry:
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %masked = and i128 %a, 4294967295
  %product = mul i128 %masked, %b
  %moved = shl i128 %product, 5
  %sum = add i128 %moved, 11400714819323198485
  br label %loop
loop:
  %all = phi i128 [ %sum, %entry ], [ %more, %loop ]
  %more = xor i128 %all, %a
  %small = trunc i128 %more to i8
  %again = icmp eq i8 %small, 0
  br i1 %again, label %loop, label %end
end:
  %lower = trunc i128 %more to i64
  ret i64 %lower
}

define spir_kernel void @k(ptr addrspace(1) %p, i128 %arg, i64 %n) {
entry:
  %a = load i128, ptr addrspace(1) %p, align 16
  %far = lshr i128 %a, 70
  %near = ashr i128 %a, 3
  %any = zext i64 %n to i128
  %left = shl i128 %far, %any
  %called = call spir_func i128 @sum(i128 %left, i32 3, i128 %near)
  %lower = call spir_func i64 @lower(i64 %n, i64 3)
  %extended = sext i64 %lower to i128
  %less = icmp slt i128 %called, %extended
  %chosen = select i1 %less, i128 %called, i128 %arg
  %bits = call i128 @llvm.ctpop.i128(i128 %chosen)
  %most = call i128 @llvm.smax.i128(i128 %bits, i128 %a)
  %vector = bitcast i128 %most to <4 x i32>
  store <4 x i32> %vector, ptr addrspace(1) %p, align 16
  switch i128 %most, label %end [
    i128 -1, label %ones
    i128 36893488147419103232, label %end
  ]
ones:
  %quotient = udiv i128 %a, %arg
  %word = and i128 %a, 255
  %remainder = urem i128 %word, 1000
  %both = add i128 %quotient, %remainder
  store i128 %both, ptr addrspace(1) %p, align 16
  br label %end
end:
  ret void
}

define spir_kernel void @between(ptr addrspace(1) %p, float %f) {
  %a = load i72, ptr addrspace(1) %p, align 8
  %sum = add i72 %a, -1
  %half = ashr i72 %sum, 1
  %zeros = call i72 @llvm.ctlz.i72(i72 %half, i1 false)
  %wide = sext i72 %zeros to i128
  %less = icmp slt i128 %wide, 4
  %other = fptosi float %f to i72
  %chosen = select i1 %less, i72 %half, i72 %other
  store i72 %chosen, ptr addrspace(1) %p, align 8
  %real = uitofp i72 %chosen to double
  %q = getelementptr i8, ptr addrspace(1) %p, i64 16
  store double %real, ptr addrspace(1) %q, align 8
  ret void
}
