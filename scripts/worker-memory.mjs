/**
 * How Node trades memory for CPU time in a worker process, which has a thread for each organisation with a run: new objects of a
 * thread get little room, and it collects once its heap is half as large again as what lived in it.
 */
export const workerMemory = ['--max-semi-space-size=1', '--heap-growing-percent=50']
