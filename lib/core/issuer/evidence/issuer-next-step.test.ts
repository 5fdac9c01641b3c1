import { describe, expect, it } from 'vitest'
import { event, evidence, start } from '../../engine/evidence/fixtures/sessions'
import type { StoredEvent } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'
import { issuerNextStep } from './issuer-next-step'

const seconds = (after: number): number => start / 1000 + after
const next = (readAfter: number, flow: 'authorization_code' | 'pre_authorized_code', ...events: StoredEvent[]) =>
  issuerNextStep(evidence([], { session: { flow }, events, readAfter }))
const refusedToken = (detail: JsonObject) => event(20, 'token_rejected', { error: 'invalid_grant', ...detail })
const issued = event(10, 'token_issued', { expires_in: 600 })
const refusedCredential = (error: string) => event(30, 'credential_rejected', { error })

describe('the next step after a refused token request', () => {
  it('is to correct it while the code lives, and says until when', () => {
    expect(next(30, 'authorization_code', refusedToken({ code_usable_until: seconds(60) }))).toEqual({
      do: 'Correct the token request and send it again.',
      because: 'The authorization code is not used up: it is valid until 08:01:00 UTC.',
    })
  })

  it('is a new authorization once the code is used up, or has expired', () => {
    const spent = next(30, 'authorization_code', refusedToken({ code_usable_until: null }))
    const expired = next(61, 'authorization_code', refusedToken({ code_usable_until: seconds(60) }))
    expect(spent?.do).toMatch(/^Start again with a new pushed authorization request/)
    expect(expired).toEqual({ do: spent?.do, because: 'The authorization code has expired.' })
  })

  it('is a new session where the code came with the offer, and counts the attempts that are left', () => {
    expect(next(30, 'pre_authorized_code', refusedToken({ code_usable_until: null }))?.do).toMatch(/new session/)
    expect(
      next(30, 'pre_authorized_code', refusedToken({ code_usable_until: seconds(900), attempts_left: 4 }))?.because,
    ).toContain('Attempts left: 4.')
  })
})

describe('the next step after a refused credential request', () => {
  it('keeps the access token as long as it is valid', () => {
    const step = next(31, 'pre_authorized_code', issued, refusedCredential('invalid_proof'))
    expect(step?.do).toBe('Correct the credential request and send it again.')
    expect(step?.because).toContain('valid until 08:10:10 UTC')
  })

  it('is another nonce, another token, or a new session, by what is wrong and what is over', () => {
    const stepAfter = (readAfter: number, error: string) =>
      next(readAfter, 'pre_authorized_code', issued, refusedCredential(error))?.do
    expect(stepAfter(31, 'invalid_nonce')).toMatch(/^Get a new c_nonce/)
    expect(stepAfter(31, 'invalid_token')).toMatch(/^Send the access token of the last token response/)
    expect(stepAfter(611, 'invalid_proof')).toMatch(/^Start a new session/)
    expect(
      next(
        31,
        'authorization_code',
        issued,
        event(20, 'authorization_code_replayed'),
        refusedCredential('invalid_token'),
      )?.because,
    ).toBe('No access token of this session is valid.')
  })
})

describe('the next step', () => {
  it('is none before a refusal, and none after it was mended', () => {
    expect(next(30, 'pre_authorized_code')).toBeNull()
    expect(
      next(30, 'pre_authorized_code', refusedToken({ code_usable_until: null }), event(25, 'token_issued')),
    ).toBeNull()
  })

  it('is a new session once the time of this one is over', () => {
    expect(next(901, 'authorization_code', event(20, 'par_rejected', { error: 'invalid_request' }))?.because).toMatch(
      /session has expired/,
    )
  })
})
