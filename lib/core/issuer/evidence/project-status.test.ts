import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { event, session, start } from '../../engine/evidence/fixtures/sessions'
import type { StoredEventType } from '../../shared/ports/event-type'
import type { StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { projectStatus, sessionStatuses } from './project-status'
import { zIssuerSession } from './z-issuer-session'

const atSecond = (second: number): EpochMillis => addSeconds(start, second)
const statusAfter = (second: number, ...events: StoredEvent[]) =>
  projectStatus(session(), events, atSecond(second)).status
const events = (...types: StoredEventType[]) => types.map((type, index) => event(index + 1, type))

describe('status of a session', () => {
  covers('A3.1')
  it.each([
    ['created', []],
    ['offer_retrieved', ['offer_retrieved']],
    ['token_requested', ['offer_retrieved', 'token_received', 'token_rejected']],
    ['token_issued', ['token_rejected', 'token_received', 'token_issued']],
    ['credential_requested', ['token_issued', 'credential_request_received', 'credential_rejected']],
    ['credential_issued', ['token_issued', 'credential_rejected', 'credential_issued']],
    ['error', ['token_issued', 'token_rejected', 'authorization_code_replayed']],
  ] as const)('is %s after %j', (status, types) => {
    expect(statusAfter(60, ...events(...types))).toBe(status)
  })

  it('is not moved by what only tells', () => {
    const types = [
      'session_created',
      'nonce_issued',
      'token_received',
      'wallet_jwks_observed',
      'unexpected_request',
    ] as const
    expect(statusAfter(60, ...events(...types))).toBe('created')
  })

  it('stays where it is when a request is refused that comes too late or again', () => {
    expect(statusAfter(60, ...events('token_issued', 'token_rejected'))).toBe('token_issued')
    expect(statusAfter(60, ...events('credential_issued', 'credential_rejected'))).toBe('credential_issued')
    expect(statusAfter(60, ...events('credential_issued', 'authorization_code_replayed'))).toBe('credential_issued')
    expect(statusAfter(60, ...events('token_issued', 'offer_retrieved'))).toBe('token_issued')
  })

  it('reports each change with the state before and the event behind it', () => {
    const [offer, token] = [event(1, 'offer_retrieved'), event(2, 'token_issued', { expires_in: 600 })]
    const { changes } = projectStatus(session(), [offer, token], atSecond(60))
    expect(changes).toEqual([
      { at: offer.at, previousState: 'created', state: 'offer_retrieved', cause: offer },
      { at: token.at, previousState: 'offer_retrieved', state: 'token_issued', cause: token },
    ])
  })
})

describe('the end of a session', () => {
  it('comes with its lifetime, not before', () => {
    expect(statusAfter(899)).toBe('created')
    expect(statusAfter(900)).toBe('expired')
    expect(projectStatus(session(), [], atSecond(5000)).changes).toEqual([
      { at: atSecond(900), previousState: 'created', state: 'expired', cause: null },
    ])
  })

  it('waits for a token that is still alive, so that a credential never follows the end', () => {
    const token = event(880, 'token_issued', { expires_in: 600 })
    expect(statusAfter(1000, token)).toBe('token_issued')
    expect(statusAfter(1480, token)).toBe('expired')
    expect(statusAfter(9999, token, event(1400, 'credential_issued'))).toBe('credential_issued')
  })

  it('does not come over a session that has issued, or that failed for good', () => {
    expect(statusAfter(9999, ...events('credential_issued'))).toBe('credential_issued')
    expect(statusAfter(9999, ...events('authorization_code_replayed'))).toBe('error')
  })
})

const types = [
  'session_created',
  'offer_retrieved',
  'token_received',
  'token_rejected',
  'token_issued',
  'authorization_code_replayed',
  'credential_request_received',
  'credential_rejected',
  'credential_issued',
  'unexpected_request',
] as const
const anyEvents = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 120 }), type: fc.constantFrom(...types) }), { maxLength: 20 })
  .map((drafts) => {
    let second = 0
    return drafts.map(({ gap, type }) => {
      second += gap
      return event(second, type, type === 'token_issued' ? { expires_in: 600 } : {})
    })
  })
const rank = (status: (typeof sessionStatuses)[number]) => sessionStatuses.indexOf(status)

describe('any sequence of events', () => {
  it('never leads back, apart from a credential that was issued after an error', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        for (const { previousState, state } of projectStatus(session(), list, atSecond(100)).changes) {
          const isRecovery = previousState === 'error' && state === 'credential_issued'
          expect(rank(state) > rank(previousState) || isRecovery).toBe(true)
        }
      }),
      runs(),
    )
  })

  it('read in any split tells the same changes: the earlier reading is the beginning of the later one', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(20), (list, cut) => {
        // Projected before anything expires, so that only the events differ.
        const read = (part: readonly StoredEvent[]) => projectStatus(session(), part, start).changes
        const earlier = read(list.slice(0, cut))
        expect(read(list).slice(0, earlier.length)).toEqual(earlier)
      }),
      runs(),
    )
  })
})

it('the description of a status leads to the outcome, because a refused step is named too', () => {
  expect(zIssuerSession.shape.status.meta()?.description).toContain('`outcome`')
})
