import { describe, expect, it } from 'vitest'
import { event, exchange, session, start } from '@/lib/core/engine/evidence/fixtures/sessions'
import type { Evidence } from '@/lib/core/engine/evidence/load-evidence'
import { exchangeId, sessionId } from '@/lib/core/ground/ports/ids'
import type { Commit } from '@/lib/core/ground/ports/store-types'
import { addSeconds } from '@/lib/core/ground/time/time'
import { createRevisions } from './revisions'

const own = session()
const other = sessionId('0d6a3a52-3a0e-4b36-a9b3-0f6e6e7b3a11')
const unbound = { sessionId: null, correlation: 'inferred' } as const
const reached: Evidence = {
  session: own,
  events: [event(1, 'session_created')],
  exchanges: [exchange(30, 'getIssuerMetadata', unbound), exchange(60, 'requestToken')],
}

const commitOf = (parts: Partial<Commit>): Commit => ({ events: [], effects: [], ...parts })

/** Revisions of one session, with the number of reads so far. */
function watch(evidence: Evidence = reached) {
  const world = { evidence, now: start, reads: 0, beforeReadEnds: () => {} }
  const revisions = createRevisions({
    load: (id) => {
      world.reads += 1
      const found = id === own.sessionId ? world.evidence : null
      world.beforeReadEnds()
      return Promise.resolve(found)
    },
    now: () => world.now,
  })
  return { world, revisions, current: () => revisions.current(own.sessionId) }
}

/** True if a commit makes the next poll read storage again. */
async function isReadAgainAfter(commit: Commit, evidence?: Evidence): Promise<boolean> {
  const { world, revisions, current } = watch(evidence)
  await current()
  revisions.written(commit)
  await current()
  return world.reads === 2
}

describe('a commit', () => {
  it.each([
    ['a request of the session', { exchange: exchange(70, 'requestNonce') }],
    ['a call of the service to itself', { internal: [exchange(70, 'requestChainedToken')] }],
    ['an event alone', { events: [event(70, 'session_created')] }],
    ['the session itself', { session: own }],
    ['a fetch of the wallet without a session', { exchange: exchange(65, 'getCredentialKeys', unbound) }],
    [
      'an exchange that is given to the session',
      { effects: [{ type: 'bind', exchangeId: exchangeId('x'), sessionId: own.sessionId }] },
    ],
    [
      'a previously inferred fetch removed',
      { effects: [{ type: 'bind', exchangeId: exchange(30, null).id, sessionId: other }] },
    ],
  ] as const)('is read if it contains %s', async (_, parts) => {
    expect(await isReadAgainAfter(commitOf(parts))).toBe(true)
  })

  it.each([
    ['another session', { exchange: exchange(70, 'requestToken', { sessionId: other }) }],
    ['another client', { exchange: exchange(65, 'getCredentialKeys', { ...unbound, client: 'another' }) }],
    [
      'another issuer',
      { exchange: exchange(65, 'getCredentialKeys', { ...unbound, issuerConfigurationId: 'another' }) },
    ],
    ['another time', { exchange: exchange(71, 'getCredentialKeys', unbound) }],
    ['a bond elsewhere', { effects: [{ type: 'bind', exchangeId: exchangeId('x'), sessionId: other }] }],
  ] as const)('is not read if it is about %s', async (_, parts) => {
    expect(await isReadAgainAfter(commitOf(parts))).toBe(false)
  })

  it('infers no fetch for a session that no wallet has reached', async () => {
    const commit = commitOf({ exchange: exchange(65, 'getCredentialKeys', unbound) })
    expect(await isReadAgainAfter(commit, { session: own, events: [], exchanges: [] })).toBe(false)
  })

  it('that arrives while the session is being read causes another read', async () => {
    const { world, revisions, current } = watch()
    world.beforeReadEnds = () => revisions.written(commitOf({ exchange: exchange(70, 'requestNonce') }))
    const old = await current()
    world.beforeReadEnds = () => {}
    world.evidence = { ...reached, exchanges: [...reached.exchanges, exchange(70, 'requestNonce')] }
    expect(await current()).not.toBe(old)
    expect(world.reads).toBe(2)
  })

  it('of another session that arrives meanwhile does not', async () => {
    const { world, revisions, current } = watch()
    world.beforeReadEnds = () =>
      revisions.written(commitOf({ exchange: exchange(70, 'requestToken', { sessionId: other }) }))
    await current()
    await current()
    expect(world.reads).toBe(1)
  })
})

describe('deleted evidence', () => {
  it('is read again, even if it disappeared during the read', async () => {
    const { world, revisions, current } = watch()
    world.beforeReadEnds = revisions.forget
    await current()
    await current()
    expect(world.reads).toBe(2)
    world.beforeReadEnds = () => {}
    await current()
    revisions.forget()
    await current()
    expect(world.reads).toBe(4)
  })
})

describe('the revision', () => {
  it('changes when the offer ends, without a read', async () => {
    const { world, current } = watch()
    const before = await current()
    world.now = addSeconds(start, 900)
    expect(await current()).not.toBe(before)
    expect(world.reads).toBe(1)
  })

  it('is the one loaded with the evidence', async () => {
    const { world, revisions, current } = watch()
    const found = await revisions.read(own.sessionId)
    expect(found).toMatchObject({ evidence: reached, revision: await current(), now: start })
    expect(world.reads).toBe(1)
  })

  it('is null if there is no session', async () => {
    const { revisions } = watch()
    expect(await revisions.current(other)).toBeNull()
    expect(await revisions.read(other)).toBeNull()
  })
})
