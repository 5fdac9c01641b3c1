import type { ChildProcess } from 'node:child_process'

/** Ends a process with a signal and waits until it is gone. Does nothing if it never ran or has exited. */
export async function endProcess(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}
