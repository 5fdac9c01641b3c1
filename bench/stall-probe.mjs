import { openSync, readSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the web process with --import. Measures how long the event loop is blocked, by the clock and by its
 * thread's CPU time, which other programs do not affect, and the thread's total CPU time. A client that connects to the
 * socket STALL_PROBE gets the longest block and the total since the last connection, in milliseconds. Linux only; does
 * nothing in other processes.
 */
const address = process.env.STALL_PROBE
if (address && /(?:server|web-process)\.mjs$/.test(process.argv[1] ?? '')) {
  const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const buffer = Buffer.alloc(64)
  const processorMillis = () =>
    Number(buffer.toString('latin1', 0, readSync(schedule, buffer, 0, 64, 0)).split(' ')[0]) / 1e6
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let longest = 0
  let before = 0
  let began = 0
  // The event loop turns once between two runs of a timer.
  setInterval(() => {
    const now = processorMillis()
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  const begin = () => {
    delay.reset()
    longest = 0
    before = processorMillis()
    began = before
  }
  rmSync(address, { force: true })
  createServer((socket) => {
    socket.end(JSON.stringify({ clock: delay.max / 1e6, processor: longest, whole: processorMillis() - began }))
    begin()
  }).listen(address)
  delay.enable()
  begin()
}
