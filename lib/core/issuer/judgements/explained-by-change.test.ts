import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../engine/checks/check'
import { session } from '../../engine/evidence/fixtures/sessions'
import type { CheckId } from '../../shared/ports/check-id'
import type { KeptMutations } from '../../shared/ports/session-options'
import { bare, quote, say } from '../../shared/values/wording'
import { asDelivered } from './changed-on-purpose'

const offered = 'pid'
const configuration = `/credential_configurations_supported/${offered}`

type Difference = KeptMutations['differences'][number]
type Violation = Pick<Extract<Outcome, { readonly result: 'violated' }>, 'expected' | 'actual'>

const metadata = (pointer: string, is?: unknown): Difference =>
  ({ target: 'issuer_metadata', pointer, was: 'x', ...(is === undefined ? {} : { is }) }) as Difference
const server = (pointer: string, is?: unknown): Difference => ({ ...metadata(pointer, is), target: 'server_metadata' })
const offer = (is: unknown): Difference => ({ ...metadata('/credential_configuration_ids', is), target: 'offer' })

/** Whether a wallet is excused for a violation, by a session with these differences. */
function isExcused(id: CheckId, reason: string | undefined, mismatch: Violation, differences: readonly Difference[]) {
  const changed = session({
    credentialConfigurationId: offered,
    options: {
      scheme: 'x://',
      dpop_nonce: 'offered',
      mutations: { operations: [], differences, same_as: null, expect: 'report', source: 'mutations' },
    },
  })
  const named = reason === undefined ? {} : { reason }
  const outcome = asDelivered(changed, id, { result: 'violated', ...named, ...mismatch })
  return outcome.result === 'not_applicable' || ('echo' in outcome && outcome.echo === true)
}

const sent = (...values: string[]) => ({ expected: null, actual: values.map((value) => quote(value)) })
const params = (enc: string) => ({
  expected: null,
  actual: { alg: quote('ECDH-ES'), enc: quote(enc), zip: bare.absent },
})
const nothing = { expected: null, actual: null }

type Row = readonly [what: string, id: CheckId, reason: string | undefined, mismatch: Violation, by: Difference[]]

const scope = `${configuration}/scope`
const encryption = '/credential_request_encryption'
const kid = `${encryption}/jwks/keys/0/kid`
const methods = '/code_challenge_methods_supported'
const key = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }

describe('a change excuses what it explains', () => {
  it.each<Row>([
    ['the scope that was written', 'vci.par.scope_from_metadata', 'other', sent('mine'), [metadata(scope, 'mine')]],
    ['no scope where none is left', 'vci.par.scope_present', 'missing', nothing, [metadata(scope)]],
    ['no scope where it is a number', 'vci.par.scope_present', 'missing', nothing, [metadata(scope, 7)]],
    ['two scopes in one text', 'vci.par.scope_minimal', undefined, sent('b'), [metadata(scope, 'a b')]],
    [
      'the scope of what is offered now',
      'vci.par.scope_from_metadata',
      'other_configuration',
      sent('c'),
      [offer(['c.id'])],
    ],
    [
      'a written enc',
      'vci.encryption.request_params',
      'other_params',
      params('A999'),
      [metadata(`${encryption}/enc_values_supported`, ['A999'])],
    ],
    [
      'encryption that is offered now',
      'vci.encryption.request_params',
      'none_offered',
      nothing,
      [metadata(encryption, { jwks: {} })],
    ],
    [
      'a written kid',
      'vci.encryption.request_kid',
      'other',
      { expected: null, actual: quote('k') },
      [metadata(kid, 'k')],
    ],
    ['no kid where the key has none', 'vci.encryption.request_kid', 'absent', nothing, [metadata(kid)]],
    [
      'another key',
      'vci.encryption.request_decrypts',
      'not_decrypted',
      nothing,
      [metadata(`${encryption}/jwks/keys`, [key])],
    ],
    [
      'a written enc of responses',
      'vci.encryption.response_params',
      'other_enc',
      params('A999'),
      [metadata('/credential_response_encryption/enc_values_supported/0', 'A999')],
    ],
    ['no PKCE where no method is left', 'vci.pkce.challenge_present', 'broken', nothing, [server(methods)]],
    [
      'plain where it is written',
      'vci.pkce.code_challenge_s256',
      undefined,
      { expected: null, actual: quote('plain') },
      [server(`${methods}/0`, 'plain')],
    ],
    [
      'no method where plain is written',
      'vci.pkce.code_challenge_s256',
      undefined,
      nothing,
      [server(`${methods}/0`, 'plain')],
    ],
    [
      'a configuration that is offered now',
      'vci.credential.configuration_known',
      'not_listed',
      sent('foo'),
      [offer(['foo'])],
    ],
    [
      'a configuration that was renamed',
      'vci.credential.configuration_known',
      'not_listed',
      sent('a/b'),
      [metadata(configuration), metadata('/credential_configurations_supported/a~1b', {})],
    ],
  ])('%s', (_, id, reason, mismatch, differences) => {
    expect(isExcused(id, reason, mismatch, differences)).toBe(true)
  })
})

describe('a change at the same place excuses nothing else', () => {
  it.each<Row>([
    ['a scope that no document has', 'vci.par.scope_from_metadata', 'other', sent('guess'), [metadata(scope, 'mine')]],
    ['a scope where none is left', 'vci.par.scope_from_metadata', 'other', sent('guess'), [metadata(scope)]],
    ['no scope where one is written', 'vci.par.scope_present', 'missing', nothing, [metadata(scope, 'mine')]],
    [
      'no scope where only the optional list is gone',
      'vci.par.scope_present',
      'missing',
      nothing,
      [server('/scopes_supported')],
    ],
    ['openid beside the written one', 'vci.par.scope_minimal', undefined, sent('openid'), [metadata(scope, 'mine')]],
    ['openid beside the offered one', 'vci.par.scope_minimal', undefined, sent('openid'), [offer(['foo'])]],
    [
      'another enc than the written one',
      'vci.encryption.request_params',
      'other_params',
      params('A128CBC'),
      [metadata(`${encryption}/enc_values_supported`, ['A999'])],
    ],
    [
      'an encrypted request where no key is left',
      'vci.encryption.request_params',
      'other_params',
      params('A999'),
      [metadata(encryption)],
    ],
    [
      'another kid than the written one',
      'vci.encryption.request_kid',
      'other',
      { expected: null, actual: quote('z') },
      [metadata(kid, 'k')],
    ],
    ['no kid where one is written', 'vci.encryption.request_kid', 'absent', nothing, [metadata(kid, 'k')]],
    [
      'a request that is no JWE',
      'vci.encryption.request_decrypts',
      'no_jwe',
      nothing,
      [metadata(`${encryption}/jwks/keys`, [key])],
    ],
    [
      'a request for our key, wrong',
      'vci.encryption.request_decrypts',
      'not_decrypted',
      nothing,
      [metadata(`${encryption}/enc_values_supported`, ['A999'])],
    ],
    [
      'no jwk for the response',
      'vci.encryption.response_params',
      'no_jwk',
      params('A999'),
      [metadata('/credential_response_encryption/enc_values_supported/0', 'A999')],
    ],
    [
      'no PKCE where a method is written',
      'vci.pkce.challenge_present',
      'broken',
      nothing,
      [server(`${methods}/0`, 'plain')],
    ],
    [
      'no verifier where a method is written',
      'vci.pkce.verifier_present',
      'broken',
      nothing,
      [server(`${methods}/0`, 'plain')],
    ],
    [
      'another method than the written one',
      'vci.pkce.code_challenge_s256',
      undefined,
      { expected: null, actual: quote('S512') },
      [server(`${methods}/0`, 'plain')],
    ],
    [
      'a configuration that no document names',
      'vci.credential.configuration_known',
      'not_listed',
      sent('guess'),
      [offer(['foo'])],
    ],
    [
      'a configuration that no document names, where ours is gone',
      'vci.credential.configuration_known',
      'not_listed',
      sent('guess'),
      [metadata(configuration)],
    ],
    [
      'a configuration that is no text',
      'vci.credential.configuration_known',
      'not_a_string',
      { expected: null, actual: say`a value of type number` },
      [offer(['foo'])],
    ],
    [
      'another configuration than the offered one',
      'vci.credential.configuration_as_offered',
      undefined,
      sent('bar'),
      [offer(['foo'])],
    ],
  ])('%s', (_, id, reason, mismatch, differences) => {
    expect(isExcused(id, reason, mismatch, differences)).toBe(false)
  })
})

it('excuses what was written where the record has its length alone', () => {
  const hidden = metadata(scope, { kind: 'string', length: 4 })
  expect(isExcused('vci.par.scope_from_metadata', 'other', sent('mine'), [hidden])).toBe(true)
})
