define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, float %f) {
entry:
  %a = load i24, ptr addrspace(1) %p, align 1
  %b = trunc i32 %n to i24
  %sum = add i24 %a, %b
  %quotient = sdiv i24 %sum, -3
  %half = ashr i24 %quotient, 1
  %less = icmp slt i24 %half, %a
  %below = icmp ult i24 %half, 7
  %wide = sext i24 %half to i32
  %unsigned = zext i24 %half to i64
  %real = sitofp i24 %half to float
  %back = fptosi float %f to i24
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i24 %back, ptr addrspace(1) %q, align 4
  %small = sext i24 %a to i40
  store i40 %small, ptr addrspace(1) %q, align 8
  switch i24 %a, label %other [
    i24 -1, label %minus
    i24 5, label %other
  ]
minus:
  store i32 %wide, ptr addrspace(1) %p, align 4
  br label %other
other:
  ret void
}
