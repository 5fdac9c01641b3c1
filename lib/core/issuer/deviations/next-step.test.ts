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
    expect(did('token_type_bearer', token, exchange(2, 'requestToken'))).toBeNull()
    const presented = { headers: { authorization: { scheme: 'bearer' } } }
    expect(did('token_type_bearer', token, { ...exchange(2, 'requestNonce'), ...presented })).toBe('continued')
    expect(did('token_type_bearer', token, { ...exchange(2, 'requestToken'), ...presented })).toBeNull()
    expect(did('token_type_bearer', token, { ...exchange(2, 'sendNotification'), ...presented })).toBe('continued')
  })
})

describe('a value that should not be used', () => {
  const given = { access_token: hidden('token'), refresh_token: hidden('refresh') }
  const token = (right = exchange(1, 'requestToken')) => ({ ...right, response: { ...right.response, body: given } })
  const places: readonly [string, Partial<StoredExchange>][] = [
    ['in a body', { body: { ticket: [hidden('token')] } }],
    ['in a query', { query: { access_token: hidden('token') } }],
    ['in a header field', { headers: { 'x-token': hidden('token') } }],
    ['as a refresh token', { operation: 'requestToken', body: { refresh_token: hidden('refresh') } }],
    ['at an address that does not exist', { operation: null, query: { token: hidden('token') } }],
  ]

  it.each(places)('is used wherever it stands: %s', (_place, request) => {
    expect(did('token_type_bearer', token(), { ...exchange(2, 'requestNonce'), ...request })).toBe('continued')
  })

  it('is another one with another fingerprint', () => {
    const other = { body: { ticket: hidden('another') } }
    expect(did('token_type_bearer', token(), { ...exchange(2, 'requestNonce'), ...other })).toBeNull()
  })

  it('is used by a request to another endpoint, which is told', () => {
    const redeemed = { ...exchange(2, 'requestNonce'), body: { grant_type: 'authorization_code' } }
    const step = issuerDeviation('authz_iss_mismatch')?.next([redeemed], exchange(1, 'authorize'))
    expect(step).toMatchObject({ did: 'continued', seen: 'a token request to another endpoint' })
  })

  it.each([
    [405, 'PUT', 'a token request with the method PUT'],
    [404, 'POST', 'a token request to an address that does not exist'],
  ])('is used by a request that no endpoint answers: %s', (status, method, seen) => {
    const right = exchange(2, 'requestToken')
    const lost = { ...right, operation: null, method, response: { ...right.response, status } }
    const body = { grant_type: 'authorization_code' }
    expect(issuerDeviation('authz_iss_mismatch')?.next([{ ...lost, body }], exchange(1, 'authorize'))?.seen).toBe(seen)
  })

  it('is refused metadata too, where a wallet asks the nonce endpoint that they name', () => {
    const metadata = exchange(1, 'getIssuerMetadata')
    for (const operation of ['requestNonce', 'requestCredential'])
      expect(did('issuer_metadata_other_host', metadata, exchange(2, operation))).toBe('continued')
    expect(did('as_metadata_other_issuer', metadata, exchange(2, 'requestNonce'))).toBeNull()
    expect(did('as_metadata_other_issuer', metadata, exchange(2, 'requestCredential'))).toBe('continued')
  })
})

describe('signed metadata that are wrong', () => {
  const fetched = (second: number, status: number) => {
    const right = exchange(second, 'getIssuerMetadata')
    return { ...right, response: { ...right.response, status, contentType: 'application/json' } }
  }

  it('are refused by a wallet that takes the plain form, not by one that fails to fetch it', () => {
    const [signed, later] = [exchange(1, 'getIssuerMetadata'), exchange(3, 'requestToken')]
    expect(did('signed_metadata_expired', signed, fetched(2, 200), later)).toBe('refused')
    expect(did('signed_metadata_expired', signed, fetched(2, 404), later)).toBe('continued')
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
    const elsewhere = sent(2, 'requestNonce', { ticket: hidden('a') })
    expect(did('refresh_lost', refresh(1, 'a'), elsewhere)).toBe('continued')
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
    const inUrl = { ...exchange(2, 'sendNotification'), query: { event: 'credential_accepted' } }
    expect(did('credential_expired', credential, inUrl)).toBe('continued')
  })
})
