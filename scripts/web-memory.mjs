/**
 * How Node trades memory for CPU time in the web process: it collects once the heap is twice what lived in it. By itself it
 * waits for up to four times as much, which long work like an export fills. With half as large again,
 * reading the coverage of 7,000 sessions cost twice the time.
 */
export const webMemory = ['--heap-growing-percent=100']
