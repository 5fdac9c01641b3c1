import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PipelineExecution } from './pipeline'
import { followedMillis, pipelineRevision } from './pipeline-revision'

/** What storage has; a test sets it. */
let stored: {
  running: readonly Partial<PipelineExecution>[]
  ended: readonly Partial<PipelineExecution>[]
} | null

vi.mock('@/lib/server/container', () => ({ container: () => ({ queries: {} }) }))
vi.mock('./pipeline', () => ({ runsNow: async () => stored, endedFollowed: 3 }))

const run = (id: string, updated: string) => ({ id, updated, steps: [] })
const at = Date.parse('2026-11-28T00:00:10.000Z')

beforeEach(() => {
  stored = { running: [], ended: [run('a', '2026-11-28 00:00:00.000Z')] }
})

describe('what a page of a pipeline polls', () => {
  it('changes when a run ends, and once more when its files come', async () => {
    const going = await pipelineRevision('acme/one', false)
    stored = { running: [], ended: [run('b', '2026-11-28 00:00:05.000Z'), run('a', '2026-11-28 00:00:00.000Z')] }
    const ended = await pipelineRevision('acme/one', false)
    stored = { running: [], ended: [run('b', '2026-11-28 00:00:05.400Z'), run('a', '2026-11-28 00:00:00.000Z')] }
    const filed = await pipelineRevision('acme/one', false)
    expect(new Set([going, ended, filed]).size).toBe(3)
    expect(await pipelineRevision('acme/one', false)).toBe(filed)
  })

  it('is nothing without such a pipeline', async () => {
    stored = null
    expect(await pipelineRevision('acme/none', false)).toBeNull()
  })
})

describe('how long it polls', () => {
  it('is for hours while a run goes on, and twenty seconds after the last change of one that ended', () => {
    expect(followedMillis({ running: [run('a', '')], ended: [] }, at)).toBeGreaterThan(2 * 60 * 60 * 1000)
    const ended = [run('a', '2026-11-27 00:00:00.000Z'), run('b', '2026-11-28 00:00:05.000Z')]
    expect(followedMillis({ running: [], ended }, at)).toBe(15_000)
    expect(followedMillis({ running: [], ended }, at + 15_000)).toBe(0)
    // Where the clock of storage is ahead of ours.
    expect(followedMillis({ running: [], ended }, at - 60_000)).toBe(20_000)
    expect(followedMillis({ running: [], ended: [] }, at)).toBe(0)
  })
})
