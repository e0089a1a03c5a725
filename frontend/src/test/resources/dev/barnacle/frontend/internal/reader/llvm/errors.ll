declare spir_func void @_Z7missingPU3AS1fDv4_iS1_14ocl_image2d_ro(ptr addrspace(1), <4 x i32>, <4 x i32>)
declare spir_func void @undeclared()
declare spir_func i32 @printf(ptr addrspace(2), ...)
declare i32 @__barnacle_atomic_load(ptr addrspace(1), i32, i32)
declare void @__barnacle_nothing()
declare void @llvm.pcmarker(i32)

define spir_func void @unreached() {
  call void @undeclared()
  ret void
}

define spir_func i32 @even(i32 %n) {
  call void @undeclared()
  ret i32 %n
}

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(2) %format, i32 %n, ptr %f) !dbg !3 {
entry:
  call void @_Z7missingPU3AS1fDv4_iS1_14ocl_image2d_ro(ptr addrspace(1) %p, <4 x i32> zeroinitializer, <4 x i32> zeroinitializer), !dbg !10
  call void @undeclared(), !dbg !11
  call void @undeclared(), !dbg !11
  %x = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format), !dbg !12
  %y = call i32 @__barnacle_atomic_load(ptr addrspace(1) %p, i32 3, i32 1), !dbg !13
  %z = add i32 %y, 1, !dbg !13
  call void @__barnacle_nothing(), !dbg !14
  call void %f(), !dbg !15
  call void @llvm.pcmarker(i32 1), !dbg !16
  %big = load i256, ptr addrspace(1) %p, !dbg !17
  %bigger = add i256 %big, %big, !dbg !17
  %wide = atomicrmw add ptr addrspace(1) %p, i128 1 seq_cst, !dbg !17
  %array = alloca i32, i32 %n, !dbg !18
  %nand = atomicrmw nand ptr addrspace(1) %p, i32 %z seq_cst, !dbg !19
  %even = call i32 @even(i32 %n), !dbg !20
  ret void, !dbg !20
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "k.cl", directory: "/")
!3 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 1, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!10 = !DILocation(line: 2, column: 3, scope: !3)
!11 = !DILocation(line: 3, column: 3, scope: !3)
!12 = !DILocation(line: 4, column: 3, scope: !3)
!13 = !DILocation(line: 5, column: 7, scope: !3)
!14 = !DILocation(line: 6, column: 3, scope: !3)
!15 = !DILocation(line: 7, column: 3, scope: !3)
!16 = !DILocation(line: 8, column: 3, scope: !3)
!17 = !DILocation(line: 9, column: 3, scope: !3)
!18 = !DILocation(line: 10, column: 3, scope: !3)
!19 = !DILocation(line: 11, column: 3, scope: !3)
!20 = !DILocation(line: 12, column: 3, scope: !3)
