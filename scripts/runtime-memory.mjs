/**
 * Memory settings of glibc's allocator for our Node processes, unless the environment overrides them: threads share two
 * arenas instead of eight per CPU, and free memory at the end of an arena returns to the operating system from 128 KiB
 * on. By default glibc raises both limits as memory is freed, so an idle process keeps the memory of its busiest
 * minute. What takes 32 KiB or more is mapped by itself and returns at once: free memory inside an arena never does, and
 * was 19 MiB of the web process and 9 of the worker. Other allocators ignore these settings.
 * https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
export const allocatorMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}

/**
 * Memory settings of PocketBase's Go runtime, unless the environment overrides them: it collects once the heap has
 * grown to three times the live data instead of twice, but as often as by default above 256 MiB. A commit allocates a
 * lot of short-lived memory; with five times, a commit of eight requests is a twentieth cheaper and takes 38 MiB more.
 * https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
export const pocketbaseMemory = { GOGC: '200', GOMEMLIMIT: '256MiB' }

/**
 * Memory settings of Temporal's Go runtime, unless the environment overrides them: it collects once the heap has grown
 * by a third instead of twofold, which takes 20 MiB less at rest. No flow waits for it, and eight pipelines cost it the
 * same 3 s of processor time.
 */
export const temporalMemory = { GOGC: '30' }

/**
 * Memory settings of the web process: V8 collects once the heap is twice the live data. By default it waits for up to
 * four times, which long work like an export fills. At one and a half times, reading the coverage of 7,000 sessions
 * took twice as long.
 */
export const webMemory = ['--heap-growing-percent=100']

/**
 * Memory settings of a worker process, which has a thread per organisation with a run: little space for new objects per
 * thread, and collection once the heap is one and a half times the live data.
 */
export const workerMemory = ['--max-semi-space-size=1', '--heap-growing-percent=50']
