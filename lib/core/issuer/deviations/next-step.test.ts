import { describe, expect, it } from 'vitest'
import { exchange } from '../../engine/evidence/fixtures/sessions'
import type { StoredExchange } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { issuerDeviation } from '.'
import { operationMeant } from './next-step'

const did = (fault: string, altered: StoredExchange, ...later: readonly StoredExchange[]) =>
  issuerDeviation(fault)?.next(later, altered)?.did ?? null
const sent = (second: number, operation: string, body: JsonObject): StoredExchange => ({
  ...exchange(second, operation),
  body,
})
const hidden = (fingerprint: string): JsonObject => ({ redacted: true, present: true, fingerprint })

describe('a request that no endpoint answered', () => {
  const lost = (body: JsonObject, query: JsonObject = {}): StoredExchange => ({
    ...exchange(1, 'requestToken'),
    operation: null,
    body,
    query,
  })

  it('is known by what it asks for, in its body or its query', () => {
    expect(operationMeant(lost({ grant_type: 'authorization_code' }))).toBe('requestToken')
    expect(operationMeant(lost({}, { grant_type: 'authorization_code' }))).toBe('requestToken')
    expect(operationMeant(lost({ response_type: 'code' }))).toBe('pushAuthorizationRequest')
    expect(operationMeant(lost({ proofs: {} }))).toBe('requestCredential')
    expect(operationMeant(lost({ transaction_id: 'x' }))).toBe('requestDeferredCredential')
    expect(operationMeant(lost({ notification_id: 'x', event: 'credential_accepted' }))).toBe('sendNotification')
    expect(operationMeant(lost({ mood: 'x' }))).toBeNull()
  })
})

describe('a token that was called a bearer token', () => {
  const token = exchange(1, 'requestToken')

  it('is presented by a wallet that goes on, with or without a DPoP proof', () => {
    expect(did('token_type_bearer', token, exchange(2, 'requestCredential'))).toBe('continued')
    expect(did('token_type_bearer', token, exchange(2, 'requestNonce'))).toBeNull()
    const presented = { headers: { authorization: { scheme: 'bearer' } } }
    expect(did('token_type_bearer', token, { ...exchange(2, 'requestNonce'), ...presented })).toBe('continued')
    expect(did('token_type_bearer', token, { ...exchange(2, 'requestToken'), ...presented })).toBeNull()
    expect(did('token_type_bearer', token, { ...exchange(2, 'sendNotification'), ...presented })).toBe('continued')
  })
})

describe('an offer of an unknown configuration', () => {
  it('is used by a wallet that goes on, also where it pushes no request', () => {
    expect(did('offer_unknown_configuration', exchange(1, 'getCredentialOffer'), exchange(2, 'authorize'))).toBe(
      'continued',
    )
  })
})

describe('invalid_nonce', () => {
  const proof = (second: number, nonce: string | null): StoredExchange => ({
    ...exchange(second, 'requestCredential'),
    decoded: [{ kind: 'proof_jwt', claims: nonce === null ? {} : { nonce } }],
  })

  it.each([
    ['another one', 'b', 'continued'],
    ['the same', 'a', 'refused'],
    ['none', null, 'refused'],
  ] as const)('asks for a proof with a fresh nonce: %s', (_what, nonce, reaction) => {
    expect(did('invalid_nonce_once', proof(1, 'a'), proof(2, nonce))).toBe(reaction)
  })
})

describe('what was refused for good', () => {
  const deferred = (second: number, id: string) =>
    sent(second, 'requestDeferredCredential', { transaction_id: hidden(id) })
  const refresh = (second: number, token: string) =>
    sent(second, 'requestToken', { grant_type: 'refresh_token', refresh_token: hidden(token) })

  it('may not come again', () => {
    expect(did('deferred_forgotten', deferred(1, 'a'), deferred(2, 'a'))).toBe('continued')
    expect(did('refresh_lost', refresh(1, 'a'), refresh(2, 'a'))).toBe('continued')
  })

  it('is another thing after a new start, and counts as soon as that comes again', () => {
    expect(did('deferred_forgotten', deferred(1, 'a'), deferred(2, 'b'))).toBeNull()
    expect(did('deferred_forgotten', deferred(1, 'a'), deferred(2, 'b'), deferred(3, 'b'))).toBe('continued')
    expect(did('refresh_lost', refresh(1, 'a'), refresh(2, 'b'))).toBeNull()
    const restart = sent(2, 'requestToken', { grant_type: 'authorization_code' })
    expect(did('refresh_lost', refresh(1, 'a'), restart, { ...restart })).toBeNull()
  })

  it('counts as the same where the record does not show it', () => {
    const unshown = exchange(1, 'requestDeferredCredential')
    expect(did('deferred_forgotten', unshown, exchange(2, 'requestDeferredCredential'))).toBe('continued')
  })
})

describe('a wrong credential', () => {
  const told = (second: number, event: string) => sent(second, 'sendNotification', { event })

  it('is kept by a wallet that once said so, whatever it said before', () => {
    const credential = exchange(1, 'requestCredential')
    const [failed, kept] = [told(2, 'credential_failure'), told(3, 'credential_accepted')]
    expect(did('credential_expired', credential, failed)).toBe('refused')
    expect(did('credential_expired', credential, failed, kept)).toBe('continued')
    expect(did('credential_expired', credential, told(2, 'credential_deleted'))).toBeNull()
  })
})
