/**
 * How glibc's allocator trades memory for CPU time in our Node processes, unless the environment says otherwise: threads share two
 * heaps in place of eight for each processor, and what is free at the end of a heap goes back to the operating system once it is
 * 128 KiB. By itself glibc lets both bounds grow with what was freed, and a process at rest keeps what its busiest minute took.
 * Other allocators ignore it. https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
export const allocatorMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
