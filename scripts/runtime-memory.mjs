/**
 * How glibc's allocator trades memory for CPU time in our Node processes, unless the environment says otherwise: threads share two
 * heaps in place of eight for each processor, and what is free at the end of a heap goes back to the operating system once it is
 * 128 KiB. By itself glibc lets both bounds grow with what was freed, and a process at rest keeps what its busiest minute took.
 * Other allocators ignore it. https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
export const allocatorMemory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * How PocketBase's Go runtime trades memory for CPU time, unless the environment says otherwise: it collects once the
 * heap has grown to five times the live data instead of twice, and as often as by default if that would take more than
 * 256 MiB. A commit allocates much that is garbage right after it. https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
export const pocketbaseMemory = { GOGC: '400', GOMEMLIMIT: '256MiB' }

/**
 * How Node trades memory for CPU time in the web process: it collects once the heap is twice what lived in it. By itself it
 * waits for up to four times as much, which long work like an export fills. With half as large again,
 * reading the coverage of 7,000 sessions cost twice the time.
 */
export const webMemory = ['--heap-growing-percent=100']

/**
 * How Node trades memory for CPU time in a worker process, which has a thread for each organisation with a run: new objects of a
 * thread get little room, and it collects once its heap is half as large again as what lived in it.
 */
export const workerMemory = ['--max-semi-space-size=1', '--heap-growing-percent=50']
