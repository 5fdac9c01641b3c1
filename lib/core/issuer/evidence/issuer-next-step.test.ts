import { describe, expect, it } from 'vitest'
import { event, evidence, start } from '../../engine/evidence/fixtures/sessions'
import type { StoredEvent } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
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
      operation: 'requestToken',
    })
  })

  it('is a new authorization once the code is used up, or has expired', () => {
    const spent = next(30, 'authorization_code', refusedToken({ code_usable_until: null }))
    const expired = next(61, 'authorization_code', refusedToken({ code_usable_until: seconds(60) }))
    expect(spent?.do).toMatch(/^Start again with a new pushed authorization request/)
    expect(spent?.operation).toBe('pushAuthorizationRequest')
    expect(expired).toEqual({ ...spent, because: 'The authorization code has expired.' })
  })

  it('is a new session where the code came with the offer, and counts the attempts that are left', () => {
    const spent = next(30, 'pre_authorized_code', refusedToken({ code_usable_until: null }))
    expect(spent).toMatchObject({ do: expect.stringMatching(/new session/), operation: null })
    expect(
      next(30, 'pre_authorized_code', refusedToken({ code_usable_until: seconds(900), attempts_left: 4 }))?.because,
    ).toContain('Attempts left: 4.')
  })
})

describe('the next step of a wallet that has a refresh token', () => {
  const given = event(10, 'refresh_token_issued', { expires_in: 86_400 })
  const refused = refusedCredential('invalid_token')
  const refresh = (usable: boolean) => refusedToken({ grant_type: 'refresh_token', refresh_token_usable: usable })

  it('is to refresh once its access token is over, even after the time of the session', () => {
    expect(next(5000, 'pre_authorized_code', issued, given, refused)).toMatchObject({
      do: 'Get a new access token with the refresh token of the token response.',
      operation: 'requestToken',
    })
    expect(next(90_000, 'pre_authorized_code', issued, given, refused)?.because).toMatch(/session has expired/)
  })

  it('uses the refreshed token as long as it is valid', () => {
    const refreshed = event(1000, 'token_refreshed', { expires_in: 600 })
    const late = event(1010, 'credential_rejected', { error: 'invalid_proof' })
    expect(next(1020, 'pre_authorized_code', issued, given, refreshed, late)?.operation).toBe('requestCredential')
  })

  it('is to correct a refused refresh, or to begin again where its token is worth nothing', () => {
    expect(next(30, 'pre_authorized_code', issued, given, refresh(true))?.do).toBe(
      'Correct the refresh and send it again.',
    )
    expect(next(30, 'pre_authorized_code', issued, given, refresh(false))?.operation).toBeNull()
    const replayed = event(20, 'refresh_token_replayed')
    expect(next(30, 'pre_authorized_code', issued, given, replayed)?.because).toMatch(/came again/)
  })
})

describe('the next step after a refused credential request', () => {
  it('keeps the access token as long as it is valid', () => {
    const step = next(31, 'pre_authorized_code', issued, refusedCredential('invalid_proof'))
    expect(step?.do).toBe('Correct the credential request and send it again.')
    expect(step?.because).toContain('valid until 08:10:10 UTC')
  })

  it.each([
    ['absent', 'invalid_proof', 'The proof of the refused request had no c_nonce.'],
    ['not_a_string', 'invalid_proof', 'The proof of the refused request had no c_nonce that is a string.'],
    ['unknown', 'invalid_nonce', 'The c_nonce of the refused request was never issued here.'],
    ['other_issuer', 'invalid_nonce', 'The c_nonce of the refused request is from another issuer.'],
    ['spent', 'invalid_nonce', 'The c_nonce of the refused request is used up.'],
    ['expired', 'invalid_nonce', 'The c_nonce of the refused request has expired.'],
  ])('is another nonce where that of the request is %s', (nonce_state, error, because) => {
    const refused = event(30, 'credential_rejected', { error, nonce_state, nonce_usable_until: null })
    expect(next(31, 'pre_authorized_code', issued, refused)).toEqual({
      do: 'Get a new c_nonce from the nonce endpoint, and send the request with a new proof that carries it.',
      because: `The access token is valid until 08:10:10 UTC. ${because}`,
      operation: 'requestNonce',
    })
  })

  it('keeps a nonce as long as it is valid, and says until when', () => {
    const refused = event(30, 'credential_rejected', {
      error: 'invalid_proof',
      nonce_state: 'fresh',
      nonce_usable_until: seconds(300),
    })
    expect(next(31, 'pre_authorized_code', issued, refused)).toEqual({
      do: 'Correct the credential request and send it again.',
      because:
        'The access token is valid until 08:10:10 UTC. The refused request did not use up its c_nonce, which is valid until 08:05:00 UTC.',
      operation: 'requestCredential',
    })
    expect(next(301, 'pre_authorized_code', issued, refused)?.because).toContain('has expired')
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
    ).toBe('The code was sent twice: it is used up, and its tokens are revoked.')
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
