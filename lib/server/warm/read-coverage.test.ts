import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeptResults } from '@/lib/adapters/kept-results'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import { createSessionMemory } from '@/lib/adapters/session-memory'
import { readCoverage } from '@/lib/core/campaigns/official-cases/wallet-coverage'
import type { Commit, StoredEvent } from '@/lib/core/shared/ports/store-types'
import { addSeconds } from '@/lib/core/shared/time/time'
import {
  commitOf,
  sampleCampaign,
  sampleEntered,
  sampleEvent,
  sampleExchange,
  samplePresentation,
  sampleSession,
  sampleStart,
} from '@/lib/testing/store-samples'
import type { Container } from '../container'
import { readCoverageAhead } from './read-coverage'

const wallet = { name: 'Quillfern', version: '2.4.1' }
let store: ReturnType<typeof createMemoryStore>
/** How often evidence was read. */
let judged = 0

/** Another process over the same storage. */
function start(key: string | null = 'code and settings') {
  const counting = {
    ...store,
    exchanges: (id: Parameters<typeof store.exchanges>[0]) => {
      judged++
      return store.exchanges(id)
    },
  }
  const onFailure = (error: unknown) => {
    throw error
  }
  const kept = createKeptResults({ store, key, onFailure })
  const memory = createSessionMemory()
  const now = () => addSeconds(sampleStart, 3600)
  const ports = { store: counting, kept, memory, now, turn: async () => undefined }
  const log = { warn: vi.fn() }
  const settings = { baseUrl: 'https://wallet.example' }
  const wiring = { ports, protocolSettings: settings, operatorToken: null, log } as unknown as Container
  const read = async () => {
    const coverage = await readCoverage(wallet, {
      ports: wiring.ports,
      settings: wiring.protocolSettings,
      asker: 'anybody',
    })
    await kept.flush()
    return coverage
  }
  return { read, kept, log, ahead: (whenIdle = async () => undefined) => readCoverageAhead(wiring, whenIdle) }
}

const campaign = sampleCampaign({ wallet })
const session = samplePresentation({ campaignId: campaign.campaignId, preset: 'by_value' })
const { sessionId } = session
const ended = (shown: string): StoredEvent =>
  sampleEvent({ sessionId, type: 'campaign_session_ended', detail: { shown }, at: addSeconds(sampleStart, 60) })

beforeEach(async () => {
  store = createMemoryStore({ now: () => sampleStart })
  judged = 0
  await store.commit(commitOf({ campaign }))
  await store.commit(commitOf({ session, events: [ended('nothing')] }))
})

const toldIn = ({ tries }: Awaited<ReturnType<ReturnType<typeof start>['read']>>) =>
  tries.get('by_value')?.map(({ run }) => run?.told)

describe('the coverage of a wallet', () => {
  it('is the same after a restart, and no session is judged again', async () => {
    const before = await start().read()
    expect([toldIn(before), judged]).toEqual([['nothing'], 1])
    const { read } = start()
    const after = await read()
    expect(judged).toBe(1)
    expect(await read()).toBe(after)
    expect({ ...after, tries: null, cases: null }).toEqual({ ...before, tries: null, cases: null })
    expect(after.cases.map(({ judged: { run: _run, ...rest } }) => rest)).toEqual(
      before.cases.map(({ judged: { run: _run, ...rest } }) => rest),
    )
  })

  it.each<[string, Partial<Commit>]>([
    ['a person said something else of the session', { events: [ended('error')] }],
    ['a request was added to it', { exchange: sampleExchange({ sessionId }) }],
  ])('is judged again after a restart where %s', async (_what, added) => {
    await start().read()
    await store.commit(commitOf(added))
    const { read } = start()
    expect(toldIn(await read())).toEqual([added.events ? 'error' : 'nothing'])
    expect(judged).toBe(2)
    await start().read()
    expect(judged).toBe(2)
  })

  it.each([['other code'], [null]])('is judged again by %s', async (key) => {
    await start().read()
    await start(key).read()
    expect(judged).toBe(2)
  })

  it('is that of the entries that stand, whatever was kept', async () => {
    const enter = (result: 'passed' | 'withdrawn') =>
      store.commit(commitOf({ entered: sampleEntered({ wallet, result, enteredAt: sampleStart }) }))
    await enter('passed')
    expect((await start().read()).entered.size).toBe(1)
    await enter('withdrawn')
    expect((await start().read()).entered.size).toBe(0)
    expect(judged).toBe(1)
  })

  it('judges no issuance that no case is about', async () => {
    const { campaignId } = campaign
    await store.commit(
      commitOf({
        session: sampleSession({
          campaignId,
          preset: 'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof.pre_authorized_code',
        }),
      }),
    )
    await start().read()
    expect(judged).toBe(1)
  })
})

describe('after a start', () => {
  it('the wallets of the newest campaigns are read, each once and while nobody asks', async () => {
    await store.commit(commitOf({ campaign: sampleCampaign({ wallet }) }))
    await store.commit(commitOf({ campaign: sampleCampaign({ wallet: { ...wallet, version: '3' } }) }))
    await store.commit(commitOf({ session: samplePresentation() }))
    const { ahead, read, log } = start()
    const whenIdle = vi.fn(async () => undefined)
    await ahead(whenIdle)
    expect([whenIdle.mock.calls.length, judged]).toEqual([2, 1])
    await read()
    expect(judged).toBe(1)
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('a storage that does not answer is logged, and ends nothing', async () => {
    store.setDown(true)
    const { ahead, log } = start()
    await ahead()
    expect(log.warn).toHaveBeenCalledWith({ error: expect.any(String) }, 'the coverage was not read in advance')
  })
})
