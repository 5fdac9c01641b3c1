/**
 * Milliseconds of CPU time that this process has used. Unlike a clock, it does not advance while other processes run.
 */
export function processorMillis(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
