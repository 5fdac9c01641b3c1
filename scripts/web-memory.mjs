/**
 * How Node trades memory for CPU time in the web process: it collects once the heap is half as large again as what lived in it.
 * By itself it waits for up to four times as much, which long work like an export fills (`npm run bench:bundle`, 432 sessions:
 * 120 MiB more without, 47 with it).
 */
export const webMemory = ['--heap-growing-percent=50']
