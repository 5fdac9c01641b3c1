import { describe, expect, it } from 'vitest'
import { epochMillis } from '../shared/time/time'
import {
  type EndedRun,
  type EndedRuns,
  isNamed,
  namesOf,
  type ReconciledRun,
  type ReconciliationState,
  type ReconciliationStore,
  reconcileNamespace,
  toLedger,
  windowAt,
} from './reconciliation'

const at = (iso: string) => epochMillis(Date.parse(iso))
const noon = at('2026-11-27T12:00:00Z')

describe('the window of a reconciliation', () => {
  it.each([
    ['everything at first', '', '1970-01-01T00:00:00.000Z'],
    ['ten minutes before the watermark', '2026-11-27T11:00:00.000Z', '2026-11-27T10:50:00.000Z'],
    ['no later than now, if a clock was ahead', '2026-12-05T00:00:00.000Z', '2026-11-27T11:49:55.000Z'],
  ])('begins with %s, and ends five seconds ago', (_what, watermark, from) => {
    expect(windowAt(watermark, noon)).toEqual({ from, until: '2026-11-27T11:59:55.000Z' })
  })
})

const ended = (members: Partial<EndedRun> = {}): EndedRun => ({
  workflowId: 'pipeline-abcdefghij12345-1',
  runId: 'run',
  workflowType: 'PipelineWorkflow',
  status: 'completed',
  startedAt: '2026-11-27T10:00:00.000000001Z',
  closedAt: '2026-11-27T10:00:09.500000000Z',
  memo: {},
  attributes: {},
  ...members,
})

describe('a run of which the ledger knows nothing', () => {
  it('is recorded from its memo', () => {
    const memo = {
      pipeline: 'thepipeline0001',
      type: 'CI',
      runner_ids: ['acme/b', 'acme/a', 'acme/a'],
      runner_types: ['built_in_wallet'],
      entities: { wallet_used: ['acme/w'] },
      definition_sha256: 'd1',
      ci_run_url: 'https://ci.example/1',
    }
    const attributes = { TriggerType: 'scheduled', RunnerIdentifiers: ['acme/c'], PipelineIdentifier: ['acme/p'] }
    expect(toLedger(ended({ memo, attributes }))).toEqual({
      workflow_id: 'pipeline-abcdefghij12345-1',
      run_id: 'run',
      pipelines: ['thepipeline0001', 'abcdefghij12345'],
      path: 'acme/p',
      status: 'completed',
      type: 'CI',
      started_at: '2026-11-27T10:00:00.000000001Z',
      closed_at: '2026-11-27T10:00:09.500000000Z',
      duration_ms: 9500,
      runner_ids: ['acme/a', 'acme/b'],
      runner_types: ['built_in_wallet'],
      entities: { wallet_used: ['acme/w'] },
      definition_sha256: 'd1',
      ci_run_url: 'https://ci.example/1',
      infra: false,
      reason: '',
      counts_unopened: true,
    })
  })

  it.each([
    ['no memo', undefined],
    [
      'a malformed memo',
      { pipeline: 7, type: 'x', runner_ids: 'acme/a', entities: { wallet_used: 3 }, ci_run_url: 'ftp://x' },
    ],
    ['a memo that is no object', 'x'],
  ])('with %s is recorded from its search attributes', (_what, memo) => {
    const attributes = { TriggerType: ['scheduled'], RunnerIdentifiers: ['acme/c'], PipelineIdentifier: 'acme/p' }
    expect(toLedger(ended({ memo, attributes, workflowId: 'started-elsewhere' }))).toMatchObject({
      pipelines: [],
      path: 'acme/p',
      type: 'scheduled',
      runner_ids: ['acme/c'],
      runner_types: [],
      entities: {},
      definition_sha256: '',
      ci_run_url: '',
    })
  })
})

describe('the pipeline of a workflow', () => {
  const named = (members: Partial<EndedRun>) => namesOf(ended({ workflowId: 'nightly', ...members }))

  it.each([
    ['the search attribute', { attributes: { PipelineIdentifier: ['acme/p'] } }, { ids: [], path: 'acme/p' }],
    [
      'letters in another normal form',
      { attributes: { PipelineIdentifier: 'acme/e\u0301' } },
      { ids: [], path: 'acme/\u00e9' },
    ],
    ['a memo in another normal form', { memo: { pipeline: 'acme/e\u0301' } }, { ids: [], path: 'acme/\u00e9' }],
    ['an id in its memo', { memo: { pipeline: 'thepipeline0001' } }, { ids: ['thepipeline0001'], path: '' }],
    ['a path in its memo', { memo: { pipeline: 'acme/p' } }, { ids: [], path: 'acme/p' }],
    [
      'the attribute before the path in its memo',
      { memo: { pipeline: 'acme/p' }, attributes: { PipelineIdentifier: 'acme/q' } },
      { ids: [], path: 'acme/q' },
    ],
    ['nothing', { memo: { pipeline: 7 }, attributes: { PipelineIdentifier: 7 } }, { ids: [], path: '' }],
    ['nothing that is too long', { attributes: { PipelineIdentifier: 'p'.repeat(701) } }, { ids: [], path: '' }],
  ])('is named by %s, whatever its type', (_by, members, names) => {
    for (const workflowType of ['PipelineWorkflow', 'NightlyRun', ''])
      expect(named({ ...members, workflowType })).toEqual(names)
    expect(isNamed(names)).toBe(names.ids.length + names.path.length > 0)
  })

  it('is named by the id of a workflow only where it is one of ours', () => {
    const workflowId = 'pipeline-abcdefghij12345-1'
    expect(named({ workflowId })).toEqual({ ids: ['abcdefghij12345'], path: '' })
    expect(named({ workflowId, workflowType: 'NightlyRun' })).toEqual({ ids: [], path: '' })
  })
})

describe('the end of a run of which the ledger was not told', () => {
  const ours = { runner_ids: ['wallet-capture/built-in-wallet'] }
  const endOf = (status: EndedRun['status'], memo: object) => {
    const { status: word, infra, reason } = toLedger(ended({ status, memo }))
    return { status: word, infra, reason }
  }
  const failed = { status: 'failed', reason: 'must_failed', infra: false }
  const broken = { status: 'canceled', reason: 'service_failed', infra: true }

  it('is the one that it noted, unless somebody terminated it', () => {
    expect(endOf('failed', { ...ours, end: failed })).toEqual(failed)
    expect(endOf('timed_out', { ...ours, end: failed })).toEqual(failed)
    expect(endOf('canceled', { ...ours, end: broken })).toEqual(broken)
    expect(endOf('failed', { ...ours, end: { status: 'timed_out', reason: 'timed_out', infra: false } })).toMatchObject(
      {
        status: 'timed_out',
      },
    )
    expect(endOf('terminated', { ...ours, end: failed })).toEqual({ status: 'terminated', reason: '', infra: false })
  })

  it('counts where its time was over, but of one of ours only if it had opened a step', () => {
    const counts = (status: EndedRun['status'], memo: object) => toLedger(ended({ status, memo })).counts_unopened
    expect(counts('timed_out', ours)).toBe(false)
    expect(counts('timed_out', { ...ours, end: failed })).toBe(true)
    expect(counts('timed_out', { runner_ids: ['acme/runner'] })).toBe(true)
    expect(counts('completed', ours)).toBe(true)
  })

  it('counts for nothing where a run of ours failed without one, and not where a foreign one did', () => {
    expect(endOf('failed', ours)).toEqual(broken)
    expect(endOf('failed', { ...ours, end: { status: 'won', reason: '', infra: false } })).toEqual(broken)
    expect(endOf('completed', ours)).toEqual({ status: 'completed', reason: '', infra: false })
    expect(endOf('failed', { runner_ids: ['acme/runner'] })).toEqual({ status: 'failed', reason: '', infra: false })
  })
})

/** A fake Temporal with numbered runs, three per page; a fake ledger that records writes and progress. */
function openWorld(count: number) {
  const asked: string[] = []
  const kept = new Map<string, ReconciledRun>()
  let state: ReconciliationState = { namespace: 'acme', watermark: '', scan: null, overdue: [] }
  let breaksAt = ''
  const lost: string[] = []
  const found = new Map<string, EndedRun | 'running'>()
  const store: ReconciliationStore = {
    states: async () => [state],
    async reconcile({ runs, progress }) {
      for (const run of runs) kept.set(run.run_id, run)
      if (progress !== null)
        state =
          'scan' in progress
            ? { ...state, scan: progress.scan }
            : { ...state, scan: null, watermark: progress.watermark }
      return { written: runs.length, orphans: 1 }
    },
    async endLost(_namespace, runs) {
      lost.push(...runs.map(({ runId }) => runId))
      return runs.length
    },
  }
  const visibility = {
    async ended({ from, until, page }: { from: string; until: string; page: string }): Promise<EndedRuns> {
      if (breaksAt !== '' && page === breaksAt) throw new Error('Temporal is down')
      asked.push(`${from} ${until} ${page}`)
      const first = Number(page)
      const size = Math.min(3, count - first)
      const runs = Array.from({ length: Math.max(0, size) }, (_, index) => ended({ runId: `run-${first + index}` }))
      return { runs, next: first + 3 < count ? String(first + 3) : '' }
    },
    find: async ({ runId }: { runId: string }) => found.get(runId) ?? null,
  }
  const pages: string[] = []
  return {
    asked,
    kept,
    lost,
    found,
    pages,
    get state() {
      return state
    },
    set state(other: ReconciliationState) {
      state = other
    },
    breakAt: (page: string) => {
      breaksAt = page
    },
    run: (now = noon) => reconcileNamespace({ visibility, store, now: () => now }, state, (page) => pages.push(page)),
  }
}

describe('a reconciliation', () => {
  it('goes through all pages, tells where it is after each, and moves the watermark after the last', async () => {
    const world = openWorld(8)
    expect(await world.run()).toEqual({ written: 8, orphans: 3 })
    expect(world.kept.size).toBe(8)
    expect(world.pages).toEqual(['3', '6', ''])
    expect(world.state).toMatchObject({ watermark: '2026-11-27T11:59:55.000Z', scan: null })
  })

  it('that breaks off is continued at its page, and only then the watermark moves', async () => {
    const world = openWorld(8)
    world.breakAt('6')
    await expect(world.run()).rejects.toThrow('Temporal is down')
    expect(world.state).toMatchObject({ watermark: '', scan: { page: '6', until: '2026-11-27T11:59:55.000Z' } })
    world.breakAt('')
    world.asked.length = 0
    await world.run(at('2026-11-27T13:00:00Z'))
    expect(world.asked).toEqual([
      '1970-01-01T00:00:00.000Z 2026-11-27T11:59:55.000Z 6',
      ...['', '3', '6'].map((page) => `2026-11-27T11:49:55.000Z 2026-11-27T12:59:55.000Z ${page}`),
    ])
    expect(world.kept.size).toBe(8)
  })

  it('whose page is gone begins again at the watermark', async () => {
    const world = openWorld(4)
    world.state = { ...world.state, scan: { from: 'a', until: '2026-11-27T11:00:00.000Z', page: 'gone' } }
    world.breakAt('gone')
    await world.run()
    expect(world.asked[0]).toBe('1970-01-01T00:00:00.000Z 2026-11-27T11:59:55.000Z ')
    expect(world.kept.size).toBe(4)
  })

  it('in which nothing has ended writes nothing', async () => {
    const world = openWorld(0)
    expect(await world.run()).toEqual({ written: 0, orphans: 0 })
    expect(world.state.watermark).toBe('')
  })

  it('of runs whose time is over asks Temporal for each', async () => {
    const world = openWorld(0)
    const overdue = ['alive', 'ended', 'lost'].map((runId) => ({ workflowId: 'w', runId }))
    world.state = { ...world.state, overdue }
    world.found.set('alive', 'running').set('ended', ended({ runId: 'ended' }))
    expect(await world.run()).toMatchObject({ written: 2 })
    expect([...world.kept.keys()]).toEqual(['ended'])
    expect(world.lost).toEqual(['lost'])
  })
})
