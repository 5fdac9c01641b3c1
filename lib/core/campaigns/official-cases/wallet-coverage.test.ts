import { describe, expect, it } from 'vitest'
import { sampleCampaign, sampleStart } from '@/lib/testing/store-samples'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { type SessionId, sessionId } from '../../shared/ports/ids'
import type { CampaignRun } from '../../shared/ports/store'
import { addSeconds } from '../../shared/time/time'
import { type PresentedCredential, packResult } from '../deciding-result'
import { presetById } from '../presets'
import type { SessionResult } from '../session-result'
import { defaultEdition, type Edition, newestEdition } from './editions'
import { foundOfOthers, ownCredentials, readCoverage } from './wallet-coverage'

const wallet = { name: 'Quillfern', version: '2.4.1' }

const decided = (changes: Partial<SessionResult> = {}): SessionResult => ({
  ...{
    state: 'decided',
    status: null,
    verdict: 'pass',
    outcome: null,
    cause: null,
    reason: null,
    counts: null,
    told: null,
    toldBy: null,
  },
  ...{
    leads: null,
    program: null,
    broken: [],
    warned: [],
    presented: [],
    refusedBy: [],
    answers: [],
    durationMillis: 0,
    silenceEndsAt: null,
  },
  found: { 'vp.token.present': { status: 'pass', named: null } },
  ...changes,
})

/** A wallet with this many campaigns of one session each, whose results are in memory, and the calls to storage. */
function record(campaigns: number) {
  const asked = { campaigns: 0, runs: 0, sessions: 0, kept: [] as SessionId[] }
  const results = new Map<SessionId, SessionResult>()
  const sessions: CampaignRun[] = Array.from({ length: campaigns }, (_, index) => {
    const id = sessionId(`5f2d5a8e-4d55-4b58-9d0c-${String(index).padStart(12, '0')}`)
    results.set(id, decided())
    return { sessionId: id, kind: 'presentation', preset: 'by_value', createdAt: addSeconds(sampleStart, -index) }
  })
  const state = { mark: 'first' }
  const store = {
    walletRuns: async ({ mark }: { mark: string | null }) => {
      asked.runs++
      if (mark === state.mark) return { mark, added: true, sessions: null }
      return { mark: state.mark, added: mark !== null, sessions: mark === null ? [...sessions] : sessions.slice(0, 1) }
    },
    campaigns: async () => {
      asked.campaigns++
      return [sampleCampaign({ wallet })]
    },
    enteredResults: async () => [],
    declarations: async () => [],
    removedPresets: async () => [],
    session: async () => {
      asked.sessions++
      return null
    },
  }
  const memory = {
    get: (id: SessionId) => (results.has(id) ? { get: () => results.get(id) } : undefined),
  }
  const texts = new Map<SessionId, { readonly text: string }>()
  const kept = {
    get: (id: SessionId) => (asked.kept.includes(id) ? texts.get(id) : undefined),
    load: async (ids: readonly SessionId[]) => void asked.kept.push(...ids),
  }
  const context = { ports: { store, memory, kept }, settings: { baseUrl: 'https://x' }, asker: 'anybody' }
  const read = (edition?: Edition) => readCoverage(wallet, context as unknown as RequestContext, edition)
  const idOf = (index: number) => sessions[index]?.sessionId ?? sessionId('')
  return { asked, results, texts, sessions, state, read, idOf }
}

describe('what is read of a wallet', () => {
  it('is every campaign of it, and of each preset the newest session counts', async () => {
    const { read, idOf, results } = record(50)
    results.set(idOf(0), decided({ state: 'open' }))
    const { tries } = await read()
    const found = tries.get('by_value') ?? []
    expect(found).toHaveLength(49)
    expect(found[0]?.session.sessionId).toBe(idOf(1))
    expect(found.filter(({ run }) => run !== null)).toHaveLength(6)
  })

  it('is the same object while nothing changes, and asks storage for no more than that', async () => {
    const { read, asked } = record(3)
    const first = await read()
    expect(await read()).toBe(first)
    expect(await read()).toBe(first)
    expect(asked).toEqual({ campaigns: 1, runs: 3, sessions: 0, kept: [] })
  })

  it('is judged anew from evidence for 400 sessions at most in one request, and the next goes on', async () => {
    const { read, sessions, results, asked } = record(0)
    const presets = [...new Set(defaultEdition.cases.flatMap(({ preset }) => preset ?? []))]
    const judged = presets.filter((id) => presetById(id)?.kind === 'presentation')
    for (let index = 0; index < 450; index++)
      sessions.push({
        sessionId: sessionId(`6f2d5a8e-4d55-4b58-9d0c-${String(index).padStart(12, '0')}`),
        kind: 'presentation',
        preset: judged[index % judged.length] ?? null,
        createdAt: addSeconds(sampleStart, -index),
      })
    expect(judged.length).toBeGreaterThan(150)
    const first = await read()
    expect([asked.sessions, first.sessionsLeft]).toEqual([400, 50])
    for (const { sessionId: id } of sessions) results.set(id, decided())
    const second = await read()
    expect([asked.sessions, second.sessionsLeft, second.tries.size]).toEqual([400, 0, judged.length])
  })

  it('is read once for two editions, however many sessions there are: the same results are judged by each', async () => {
    const { read, asked } = record(400)
    const first = await read(defaultEdition)
    const once = structuredClone(asked)
    const second = await read(newestEdition)
    expect(asked).toEqual({ ...once, runs: once.runs + 1 })
    expect(second.tries).toBe(first.tries)
    expect([await read(defaultEdition), await read(newestEdition)]).toEqual([first, second])
  })

  it('is read again once a session or an entry was added', async () => {
    const { read, state, sessions, results } = record(2)
    const first = await read()
    state.mark = 'second'
    const added = sessionId('b8a1c9c2-7e43-4b0e-8a41-1f0c2f5d9e77')
    results.set(added, decided({ found: { 'vp.token.present': { status: 'fail', named: null } } }))
    sessions.unshift({
      sessionId: added,
      kind: 'presentation',
      preset: 'by_value',
      createdAt: addSeconds(sampleStart, 9),
    })
    const second = await read()
    expect(second).not.toBe(first)
    expect([first.headline.failed, second.headline.failed > 0]).toEqual([0, true])
    expect(await read()).toBe(second)
  })

  it('is judged again once a session of it has another result', async () => {
    const { read, results, idOf } = record(2)
    const first = await read()
    results.set(idOf(0), decided({ found: { 'vp.token.present': { status: 'fail', named: null } } }))
    const second = await read()
    expect([first.headline.failed, second.headline.failed > 0]).toEqual([0, true])
  })

  it('reads a session whose result nobody knows, and goes without one that was deleted', async () => {
    const { read, results, idOf, asked } = record(2)
    results.delete(idOf(0))
    const { tries } = await read()
    expect(asked.sessions).toBe(1)
    expect(tries.get('by_value')?.map(({ session }) => session.sessionId)).toEqual([idOf(1)])
  })

  it('judges no session again that storage has a result of, and asks for as many as count', async () => {
    const { read, results, texts, idOf, asked } = record(60)
    const judged = await record(60).read()
    results.clear()
    for (let index = 0; index < 60; index++)
      texts.set(idOf(index), { text: packResult(index % 7 === 0 ? decided({ state: 'lapsed' }) : decided()) })
    const { tries, headline } = await read()
    expect(headline).toEqual(judged.headline)
    const found = tries.get('by_value') ?? []
    expect(found[0]?.session.sessionId).toBe(idOf(1))
    expect(found.filter(({ run }) => run !== null).length).toBeGreaterThanOrEqual(5)
    expect(asked.sessions).toBe(0)
    expect(asked.kept.length).toBeLessThan(20)
  })
})

const isOurs = ownCredentials({
  settings: { baseUrl: 'https://capture.example' },
  ports: {
    rootCertificate: { der: new Uint8Array([1]) },
    trustKeys: async () => ({ anchor: () => ({ der: 'of the providers' }) }),
    trustAnchors: () => (chain: readonly string[]) => ({
      readable: true,
      certificates: [{ subjectKeyIdentifier: chain[0] === 'AQ==' ? 'root' : chain[0] }],
    }),
  },
} as unknown as RequestContext)

const found = (status: 'pass' | 'fail'): SessionResult['found'] => ({ 'vp.pid.sex': { status, named: null } })

const credential = (index: number, changes: Partial<PresentedCredential>): PresentedCredential => ({
  ...{ subject: { query_id: 'pid', index }, iss: null, authority: null, found: null },
  ...changes,
})

const ours = 'https://capture.example/issuers/eu_pid'

describe('a presented credential', () => {
  it.each([
    [{ iss: ours }, true],
    [{ iss: 'https://capture.example/lab/AAAAAAAAAAAAAAAAAAAAAA' }, true],
    [{ iss: 'https://capture.example.org/issuers/eu_pid' }, false],
    [{ iss: 'https://pid.example' }, false],
    [{ authority: 'root' }, true],
    [{ authority: 'of the providers' }, true],
    [{ authority: 'another' }, false],
    [{}, false],
  ])('of %o is ours: %s', async (changes, expected) => {
    expect(await isOurs(credential(0, changes))).toBe(expected)
  })

  it('of ours alone leaves nothing about others, and no credential leaves all', async () => {
    const all = (presented: readonly PresentedCredential[]) =>
      foundOfOthers({ found: found('fail'), presented }, isOurs)
    expect(await all([credential(0, { iss: ours }), credential(1, { authority: 'root' })])).toBeNull()
    expect(await all([])).toEqual(found('fail'))
    expect(await all([credential(0, { iss: 'https://pid.example' })])).toEqual(found('fail'))
  })

  it('beside one of ours is judged by its own findings', async () => {
    const own = credential(0, { iss: ours, found: found('fail') })
    const foreign = credential(1, { iss: 'https://pid.example', found: found('pass') })
    expect(await foundOfOthers({ found: found('fail'), presented: [own, foreign] }, isOurs)).toEqual(found('pass'))
    const worse = credential(2, { iss: 'https://pid.example', found: found('fail') })
    const presented = [own, foreign, worse]
    expect(await foundOfOthers({ found: found('fail'), presented }, isOurs)).toEqual(found('fail'))
  })
})
