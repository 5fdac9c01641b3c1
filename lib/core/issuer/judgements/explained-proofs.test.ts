import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../shared/ports/check-id'
import { quote } from '../../shared/values/wording'
import { change, type Difference, isExcused, offered, type Violation } from './fixtures/excused'

const configuration = `/credential_configurations_supported/${offered}`
const types = `${configuration}/proof_types_supported`
const demand = `${types}/jwt/key_attestations_required`
const policy = `${configuration}/credential_metadata/credential_reuse_policy`
const batch = '/batch_credential_issuance'

const metadata = (pointer: string, was?: unknown, is?: unknown) => change('issuer_metadata', pointer, was, is)
const server = (pointer: string, was?: unknown, is?: unknown) => change('server_metadata', pointer, was, is)
const response = (pointer: string, was?: unknown, is?: unknown) => change('credential_response', pointer, was, is)
const aud = metadata('/credential_issuer', 'https://us', 'https://us/x')
const nonces = metadata('/nonce_endpoint', 'https://us/nonce', 'https://us/other')
const noNonces = metadata('/nonce_endpoint', 'https://us/nonce')
const hidden = { kind: 'string', length: 9 }

const nothing = { expected: null, actual: null }
const seen = (actual: unknown): Violation => ({ expected: null, actual }) as Violation
const texts = (...values: string[]) => seen(values.map((value) => quote(value)))
const text = (value: string) => seen(quote(value))

type Row = readonly [what: string, id: CheckId, reason: string | undefined, mismatch: Violation, by: Difference]

describe('a change of what proofs rest on excuses what it explains', () => {
  it.each<Row>([
    ['the written audience', 'vci.proof.jwt.aud', 'other', text('https://us/x'), aud],
    [
      'no audience where none is left',
      'vci.proof.jwt.aud',
      'missing',
      nothing,
      metadata('/credential_issuer', 'https://us'),
    ],
    [
      'the audience of an offer in a link',
      'vci.proof.jwt.aud',
      'other',
      text('https://us/x'),
      change('offer_link', '/credential_offer', '{}', '{"credential_issuer":"https://us/x"}'),
    ],
    [
      'any audience where the offer is elsewhere',
      'vci.proof.jwt.aud',
      'other',
      text('https://us/y'),
      change('offer_link', '/credential_offer_uri', 'https://us/a', 'https://us/b'),
    ],
    [
      'the written server in a list',
      'vci.wallet_attestation.pop_aud',
      undefined,
      texts('a', 'b'),
      server('/issuer', 'c', 'b'),
    ],
    ['the written server', 'vci.private_key_jwt.aud', undefined, texts('b'), server('/issuer', 'c', 'b')],
    [
      'the written server as one text',
      'vci.private_key_jwt.aud_is_issuer_string',
      undefined,
      text('b'),
      server('/issuer', 'c', 'b'),
    ],
    ['no nonce where no endpoint is left', 'vci.proof.jwt.nonce_present', 'missing', nothing, noNonces],
    ['null, never fetched', 'vci.proof.jwt.nonce_present', 'null_not_fetched', nothing, noNonces],
    ['a nonce of the written endpoint', 'vci.nonce.known', 'other_issuer', nothing, nonces],
    ['the written nonce', 'vci.nonce.known', 'unknown', nothing, change('token_response', '/c_nonce', hidden, hidden)],
    ['no nonce of an attestation', 'vci.key_attestation.nonce', 'missing', nothing, noNonces],
    ['a nonce of an attestation from elsewhere', 'vci.key_attestation.nonce', 'unknown', nothing, nonces],
    ['no nonce in a batch', 'vci.batch.nonce_each', 'absent', nothing, noNonces],
    ['no call of an endpoint that is elsewhere', 'vci.nonce.endpoint_called', undefined, nothing, nonces],
    ['as many proofs as are allowed', 'vci.batch.size', undefined, seen(9), metadata(`${batch}/batch_size`, 4, 9)],
    ['any number where none is told', 'vci.batch.size', undefined, seen(9), metadata(`${batch}/batch_size`, 4)],
    [
      'a batch that is offered now',
      'vci.credential.proofs_count',
      'too_many',
      seen(2),
      metadata(batch, undefined, { batch_size: 2 }),
    ],
    [
      'one request after the other where batches are gone',
      'vci.batch.used',
      undefined,
      nothing,
      metadata(batch, { batch_size: 4 }),
    ],
    ['two requests for a smaller batch', 'vci.batch.used', undefined, nothing, metadata(`${batch}/batch_size`, 4, 2)],
    [
      'one key where batches are gone',
      'vci.batch.policy_size',
      undefined,
      seen({ keys: 1 }),
      metadata(batch, { batch_size: 4 }),
    ],
    [
      'as many keys as fit',
      'vci.batch.policy_size',
      undefined,
      seen({ keys: 2 }),
      metadata(`${batch}/batch_size`, 4, 2),
    ],
    [
      'as many keys as are written',
      'vci.batch.policy_size',
      undefined,
      seen({ keys: 3 }),
      metadata(`${policy}/options/0/batch_size`, 4, 3),
    ],
    [
      'any number without a policy',
      'vci.batch.policy_size',
      undefined,
      seen({ keys: 7 }),
      metadata(policy, { options: [] }),
    ],
    ['no attestation where none is asked for', 'vci.key_attestation.present', 'missing', nothing, metadata(demand, {})],
    ['keys that nobody asked to attest', 'vci.pid.device_bound', undefined, nothing, metadata(demand, {})],
    [
      'no attestation for another jwt entry',
      'vci.key_attestation.present',
      'missing',
      nothing,
      metadata(`${types}/jwt`, { key_attestations_required: {} }, {}),
    ],
    [
      'an attestation that is asked for now',
      'vci.key_attestation.not_needed',
      undefined,
      nothing,
      metadata(demand, undefined, {}),
    ],
    [
      'a level that was written',
      'vci.key_attestation.key_storage',
      undefined,
      texts('mine'),
      metadata(`${demand}/key_storage/0`, 'x', 'mine'),
    ],
    [
      'the level that is asked for now',
      'vci.key_attestation.key_storage_level',
      undefined,
      texts('iso_18045_basic'),
      metadata(`${demand}/key_storage`, ['iso_18045_high'], ['iso_18045_basic']),
    ],
    [
      'any level where none is asked for',
      'vci.key_attestation.user_authentication_level',
      undefined,
      texts('iso_18045_basic'),
      metadata(`${demand}/user_authentication`, ['iso_18045_high']),
    ],
    [
      'a DID where DIDs are listed',
      'vci.proof.jwt.key_reference',
      'kid_did',
      nothing,
      metadata(`${configuration}/cryptographic_binding_methods_supported`, ['jwk'], ['did:key']),
    ],
    [
      'no proof where no type is left',
      'vci.credential.proofs_present',
      'no_proofs',
      nothing,
      metadata(types, { jwt: {} }),
    ],
    [
      'a proof type that was written',
      'vci.credential.proof_type_supported',
      'not_listed',
      text('di_vp'),
      metadata(`${types}/di_vp`, undefined, {}),
    ],
    [
      'one among written types',
      'vci.credential.proof_type_supported',
      'not_listed',
      text('di_vp'),
      metadata(types, { jwt: {} }, { di_vp: {} }),
    ],
    [
      'back for a transaction that was written',
      'vci.deferred.stops',
      undefined,
      nothing,
      response('/transaction_id', undefined, hidden),
    ],
    [
      'back after the written time',
      'vci.deferred.interval',
      undefined,
      seen({ seconds: 2 }),
      response('/interval', 60, 2),
    ],
    ['back where no time is told', 'vci.deferred.interval', undefined, seen({ seconds: 0 }), response('/interval', 60)],
    [
      'the written transaction',
      'vci.deferred.transaction_known',
      'unknown',
      nothing,
      response('/transaction_id', hidden, hidden),
    ],
    [
      'the written notification',
      'vci.notification.wellformed',
      'unknown_id',
      nothing,
      response('/notification_id', hidden, hidden),
    ],
    [
      'a notification by the written number',
      'vci.notification.wellformed',
      'id_not_text',
      nothing,
      response('/notification_id', hidden, { kind: 'number', length: 1 }),
    ],
  ])('%s', (_, id, reason, mismatch, by) => {
    expect(isExcused(id, reason, mismatch, [by])).toBe(true)
  })
})

describe('a change of what proofs rest on excuses nothing else', () => {
  it.each<Row>([
    ['an audience that no document has', 'vci.proof.jwt.aud', 'other', text('https://guess'), aud],
    ['no audience where one is written', 'vci.proof.jwt.aud', 'missing', nothing, aud],
    ['the written audience in a list', 'vci.proof.jwt.aud', 'several', texts('https://us', 'https://us/x'), aud],
    [
      'a guess where none is left',
      'vci.proof.jwt.aud',
      'other',
      text('https://guess'),
      metadata('/credential_issuer', 'https://us'),
    ],
    [
      'another server than the written one',
      'vci.wallet_attestation.pop_aud',
      undefined,
      texts('a'),
      server('/issuer', 'c', 'b'),
    ],
    [
      'a list with the written server',
      'vci.private_key_jwt.aud_is_issuer_string',
      undefined,
      texts('b', 'c'),
      server('/issuer', 'c', 'b'),
    ],
    ['a nonce that is no text', 'vci.proof.jwt.nonce_present', 'no_text', nothing, noNonces],
    ['a nonce in the header', 'vci.proof.jwt.nonce_present', 'in_header', nothing, nonces],
    ['a nonce out of nowhere', 'vci.nonce.known', 'unknown', nothing, noNonces],
    ['a nonce that was used before', 'vci.key_attestation.nonce', 'spent', nothing, nonces],
    ['a nonce of the proof alone', 'vci.key_attestation.nonce', 'missing_beside_proof', nothing, noNonces],
    ['a used nonce in a batch', 'vci.batch.nonce_each', 'spent', nothing, nonces],
    ['more proofs than are allowed now', 'vci.batch.size', undefined, seen(12), metadata(`${batch}/batch_size`, 4, 9)],
    ['more proofs where batches are gone', 'vci.batch.size', undefined, seen(9), metadata(batch, { batch_size: 4 })],
    [
      'more proofs where something else was added',
      'vci.batch.size',
      undefined,
      seen(9),
      metadata(`${batch}/x`, undefined, 9),
    ],
    [
      'proofs in no list',
      'vci.credential.proofs_count',
      'not_array',
      nothing,
      metadata(batch, undefined, { batch_size: 2 }),
    ],
    ['two requests for a larger batch', 'vci.batch.used', undefined, nothing, metadata(`${batch}/batch_size`, 4, 9)],
    [
      'two keys where batches are gone',
      'vci.batch.policy_size',
      undefined,
      seen({ keys: 2 }),
      metadata(batch, { batch_size: 4 }),
    ],
    [
      'another number than the written one',
      'vci.batch.policy_size',
      undefined,
      seen({ keys: 1 }),
      metadata(`${policy}/options/0/batch_size`, 4, 3),
    ],
    [
      'no attestation for another level',
      'vci.key_attestation.present',
      'missing',
      nothing,
      metadata(`${demand}/key_storage`, ['a'], ['b']),
    ],
    [
      'no attestation for one more proof type',
      'vci.key_attestation.present',
      'missing',
      nothing,
      metadata(`${types}/di_vp`, undefined, {}),
    ],
    [
      'keys without attestation where another level is asked for',
      'vci.pid.device_bound',
      undefined,
      nothing,
      metadata(`${demand}/key_storage`, ['a'], ['b']),
    ],
    ['an attestation that cannot be read', 'vci.key_attestation.present', 'no_text', nothing, metadata(demand, {})],
    [
      'an attestation where it was asked for before',
      'vci.key_attestation.not_needed',
      undefined,
      nothing,
      metadata(`${demand}/key_storage`, ['a']),
    ],
    [
      'an undefined level that nobody wrote',
      'vci.key_attestation.key_storage',
      undefined,
      texts('mine'),
      metadata(`${demand}/key_storage/0`, 'x', 'other'),
    ],
    [
      'another level than the one asked for now',
      'vci.key_attestation.key_storage_level',
      undefined,
      texts('low'),
      metadata(`${demand}/key_storage`, ['iso_18045_high'], ['iso_18045_basic']),
    ],
    [
      'a low level where only the other one is gone',
      'vci.key_attestation.key_storage_level',
      undefined,
      texts('low'),
      metadata(`${demand}/user_authentication`, ['iso_18045_high']),
    ],
    [
      'several references where DIDs are listed',
      'vci.proof.jwt.key_reference',
      'several',
      nothing,
      metadata(`${configuration}/cryptographic_binding_methods_supported`, ['jwk'], ['did:key']),
    ],
    ['proofs under another name', 'vci.credential.proofs_present', 'other_name', nothing, metadata(types, { jwt: {} })],
    [
      'a proof type that nobody wrote',
      'vci.credential.proof_type_supported',
      'not_listed',
      text('ldp_vp'),
      metadata(`${types}/di_vp`, undefined, {}),
    ],
    [
      'back after the end',
      'vci.deferred.stops',
      undefined,
      nothing,
      metadata('/deferred_credential_endpoint', 'a', 'b'),
    ],
    [
      'back after the end by another id',
      'vci.deferred.stops',
      undefined,
      nothing,
      response('/transaction_id', hidden, hidden),
    ],
    [
      'back before the written time',
      'vci.deferred.interval',
      undefined,
      seen({ seconds: 2 }),
      response('/interval', 60, 30),
    ],
    [
      'a transaction of another grant',
      'vci.deferred.transaction_known',
      'other_grant',
      nothing,
      response('/transaction_id', hidden, hidden),
    ],
    [
      'a transaction where none came',
      'vci.deferred.transaction_known',
      'unknown',
      nothing,
      response('/transaction_id', hidden),
    ],
    [
      'an event that is not defined',
      'vci.notification.wellformed',
      'undefined_event',
      nothing,
      response('/notification_id', hidden, hidden),
    ],
    [
      'a notification without the id that is gone',
      'vci.notification.wellformed',
      'no_id',
      nothing,
      response('/notification_id', hidden),
    ],
  ])('%s', (_, id, reason, mismatch, by) => {
    expect(isExcused(id, reason, mismatch, [by])).toBe(false)
  })
})

it('excuses nothing by a document that comes only after the request', () => {
  const bearer = change('token_response', '/token_type', 'DPoP', 'Bearer')
  const excused = (undelivered: readonly 'token_response'[]) =>
    isExcused('vci.dpop.header_present', undefined, nothing, [bearer], undelivered)
  expect([excused([]), excused(['token_response'])]).toEqual([true, false])
})
