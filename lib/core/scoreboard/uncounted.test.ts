import { describe, expect, it } from 'vitest'
import type { ListedWorkflow, Standing } from './listed-workflows'
import { findUncounted } from './uncounted'

const workflow = (members: Partial<ListedWorkflow>): ListedWorkflow => ({
  workflowId: 'nightly',
  runId: 'run',
  workflowType: 'NightlyRun',
  status: 'completed',
  startedAt: '2026-11-27T10:00:00.000000000Z',
  closedAt: '2026-11-27T10:00:09.000000000Z',
  memo: {},
  attributes: {},
  ...members,
})
const named = (path: string) => ({ attributes: { PipelineIdentifier: path } })

/** What is said of one workflow of which storage knows this. */
async function saidOf(listed: ListedWorkflow, known: Partial<Standing['workflows'][number]> = {}, watermark = '') {
  const found = await findUncounted('acme', {
    scheduler: { workflows: async () => ({ workflows: [listed], hasMore: true }) },
    store: { standing: async () => ({ watermark, workflows: [{ status: '', hasPipeline: false, ...known }] }) },
  })
  expect(found).toMatchObject({ lookedAt: 1, hasMore: true })
  return found?.uncounted[0]
}

describe('a workflow that no statistics count', () => {
  it.each([
    ['still runs', { status: 'running' as const, ...named('acme/p') }, { hasPipeline: true }, 'still_running'],
    ['went on', { status: 'continued' as const, ...named('acme/p') }, { hasPipeline: true }, 'continued'],
    ['was cancelled', named('acme/p'), { hasPipeline: true, status: 'canceled' }, 'no_result'],
    ['names nothing', {}, {}, 'no_identifier'],
    ['names a path of others', named('other/p'), {}, 'other_organization'],
    ['names a path that looks like theirs', named('acme-2/p'), {}, 'other_organization'],
    ['names a pipeline that is not there', named('acme/p'), {}, 'unknown_pipeline'],
    ['names an id that is not there', { memo: { pipeline: 'thepipeline0001' } }, {}, 'unknown_pipeline'],
    ['ended since', named('acme/p'), { hasPipeline: true }, 'not_yet'],
    ['is running in the ledger alone', named('acme/p'), { hasPipeline: true, status: 'running' }, 'not_yet'],
  ])('says why: it %s', async (_what, members, known, reason) => {
    const said = await saidOf(workflow(members), known)
    expect(said?.reason).toBe(reason)
    expect(said?.because).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    ['2026-11-27T10:10:09.000Z', 'not_yet'],
    ['2026-11-27T10:10:10.000Z', 'passed_over'],
  ])('that ended before reconciliations look again is told apart: they reached %s', async (watermark, reason) => {
    expect((await saidOf(workflow(named('acme/p')), { hasPipeline: true }, watermark))?.reason).toBe(reason)
  })

  it.each(['completed', 'failed', 'timed_out'])('is none that the ledger has as %s', async (status) => {
    expect(await saidOf(workflow({}), { status })).toBeUndefined()
  })

  it('says who starts aggregations where it waits for one, as none is scheduled by itself', async () => {
    const said = await saidOf(workflow(named('acme/p')), { hasPipeline: true })
    expect(said?.because).toContain('The operator starts and schedules them')
  })

  it('is nobody of a namespace that no organisation has', async () => {
    const scheduler = { workflows: async () => ({ workflows: [], hasMore: false }) }
    expect(await findUncounted('nobody', { scheduler, store: { standing: async () => null } })).toBeNull()
  })
})
