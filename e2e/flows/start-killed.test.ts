import { afterEach, describe, expect, it, vi } from 'vitest'
import { childPids, endStarts, isRunning, ready, runFile, started, statusOf } from '@/lib/testing/npm-start'

afterEach(endStarts, 120_000)

describe('npm start', () => {
  it('starts again after its supervisor was killed, and leaves nothing of the killed one', async () => {
    const killed = await started()
    await ready(killed)
    const left = childPids(killed)
    killed.child.kill('SIGKILL')
    await killed.ended
    const next = await started({ DATA_DIR: killed.dataDir })
    await ready(next)
    expect(left.filter(isRunning)).toEqual([])
  })

  it('ends the web server by itself when the supervisor was killed', async () => {
    const killed = await started()
    await ready(killed)
    killed.child.kill('SIGKILL')
    await killed.ended
    await vi.waitFor(() => expect(statusOf(`${killed.origin}/healthz`)).rejects.toThrow(), {
      timeout: 60_000,
      interval: 100,
    })
    // The next start on the directory stops the rest.
    await ready(await started({ DATA_DIR: killed.dataDir }))
  })

  it.each(['PocketBase', 'the web server'])('brings %s back after it was killed', async (name) => {
    const start = await started()
    await ready(start)
    const victim = runFile(start).children.find((child) => child.name === name)!
    process.kill(victim.pid, 'SIGKILL')
    await vi.waitFor(() => expect(start.output()).toContain(`${name} is ready again.`), {
      timeout: 60_000,
      interval: 100,
    })
    expect(await statusOf(`${start.origin}/readyz`)).toBe(200)
  })
})
