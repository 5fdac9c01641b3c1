import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sessionId } from '../ports/ids'
import type { OneTimeValue } from '../ports/store-types'
import { epochMillis } from '../time/time'
import { nameOfKind, toldKinds } from './kinds'
import { digestsOf, mayAnswer, type WhatIsContext, whatIs, wordsFor } from './what-is'

const sha256 = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())
const own = sessionId('00000000-0000-4000-8000-000000000001')
const other = sessionId('00000000-0000-4000-8000-000000000002')
const now = epochMillis(1_000)

const row = (value: string, change: Partial<OneTimeValue> = {}): OneTimeValue => ({
  kind: 'refresh_token',
  digest: digestsOf(value, sha256)[0] ?? '',
  issuerId: null,
  sessionId: own,
  exchangeId: null,
  parent: null,
  expiresAt: epochMillis(2_000),
  consumedAt: null,
  revokedAt: null,
  data: {},
  ...change,
})
const context = (change: Partial<WhatIsContext> = {}) =>
  ({ sessionId: own, values: [], stored: [], now, sha256, due: 'c_nonce', ...change }) as const

describe('whatIs', () => {
  it('asks the message before storage, and storage before what we make', () => {
    const values = [{ kind: 'client_id', value: 'x', whose: 'this_request' }] as const
    const made = () => ({ kind: 'dpop_nonce', whose: 'this_service' }) as const
    expect(whatIs('x', context({ values, stored: [row('x')], made }))?.kind).toBe('client_id')
    expect(whatIs('x', context({ stored: [row('x')], made }))?.kind).toBe('refresh_token')
    expect(whatIs('x', context({ made }))?.kind).toBe('dpop_nonce')
    expect(whatIs('x', context())).toBeNull()
  })

  it('never answers with the kind that was due', () => {
    const values = [{ kind: 'c_nonce', value: 'x', whose: 'this_request' }] as const
    expect(whatIs('x', context({ values, stored: [row('x', { kind: 'c_nonce' })] }))).toBeNull()
  })

  it.each([
    [{}, 'live', 'a refresh token of this session'],
    [{ consumedAt: now }, 'used', 'a refresh token of this session, which was used before'],
    [{ expiresAt: now }, 'expired', 'a refresh token of this session, which has expired'],
    [{ revokedAt: now }, 'revoked', 'a refresh token of this session, which was revoked'],
  ])('tells how a value of the own session ended: %j', (change, state, words) => {
    const is = whatIs('x', context({ stored: [row('x', change)] }))
    expect(is).toEqual({ kind: 'refresh_token', whose: 'this_session', state })
    expect(is && String(wordsFor(is))).toBe(words)
  })

  it('says the same of a value of another session, whether it lives or not', () => {
    const ended = [{}, { consumedAt: now }, { expiresAt: now }, { revokedAt: now }]
    for (const change of ended) {
      const stored = [row('x', { sessionId: other, ...change })]
      const is = whatIs('x', context({ stored }))
      expect(is).toEqual({ kind: 'refresh_token', whose: 'another_session', state: null })
      expect(is && mayAnswer(is)).toBe(false)
    }
  })

  it('says of no value whose it is where the session of the request is not known', () => {
    for (const sessionOfRow of [own, other, null]) {
      const is = whatIs('x', context({ sessionId: null, stored: [row('x', { sessionId: sessionOfRow })] }))
      expect(is && String(wordsFor(is))).toBe('a refresh token of this service')
      expect(is && mayAnswer(is)).toBe(false)
    }
  })

  it('finds a token by its jti', () => {
    const claims = Buffer.from(JSON.stringify({ jti: 'x' })).toString('base64url')
    const token = `e30.${claims}.${'A'.repeat(86)}`
    const stored = [row('x', { kind: 'access_token' })]
    expect(whatIs(token, context({ stored }))?.kind).toBe('access_token')
  })

  it('tells no kind that is short enough to be guessed, or that nobody could have sent', () => {
    const told: readonly string[] = toldKinds
    for (const kind of ['tx_code_attempt', 'dpop_jti', 'status_index', 'vp_response'] as const) {
      expect(nameOfKind(kind)).toBeNull()
      expect(told).not.toContain(kind)
    }
  })

  it('leaves long values and empty ones alone', () => {
    for (const value of ['', 'x'.repeat(513)]) expect(whatIs(value, context({ stored: [row(value)] }))).toBeNull()
  })
})
