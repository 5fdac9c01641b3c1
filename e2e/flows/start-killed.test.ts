import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  childPids,
  endStarts,
  isRunning,
  ready,
  runFile,
  type Start,
  started,
  statusOf,
  withoutTemporal,
} from '@/lib/testing/npm-start'

/** Each test leaves a start on the same data directory to the next one. */
let start: Start
beforeAll(async () => {
  start = await started()
  await ready(start)
}, 400_000)
afterAll(endStarts, 120_000)

const waiting = { timeout: 60_000, interval: 100 }

/** Kills the supervisor alone. */
async function killSupervisor(): Promise<void> {
  start.child.kill('SIGKILL')
  await start.ended
}

async function startAgain(): Promise<void> {
  start = await started({ ...withoutTemporal, DATA_DIR: start.dataDir })
  await ready(start)
}

describe('npm start', () => {
  it('starts again after its supervisor was killed, and leaves nothing of the killed one', async () => {
    const left = childPids(start)
    await killSupervisor()
    await startAgain()
    expect(left.filter(isRunning)).toEqual([])
  })

  it('ends the web server by itself when the supervisor was killed', async () => {
    await killSupervisor()
    await vi.waitFor(() => expect(statusOf(`${start.origin}/healthz`)).rejects.toThrow(), waiting)
    // The next start on the directory stops the rest.
    await startAgain()
  })

  it.each(['PocketBase', 'the web server'])('brings %s back after it was killed', async (name) => {
    const victim = runFile(start).children.find((child) => child.name === name)!
    process.kill(victim.pid, 'SIGKILL')
    await vi.waitFor(() => expect(start.output()).toContain(`${name} is ready again.`), waiting)
    expect(await statusOf(`${start.origin}/readyz`)).toBe(200)
  })
})
