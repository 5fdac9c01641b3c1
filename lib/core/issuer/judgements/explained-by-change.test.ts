import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../shared/ports/check-id'
import { bare, quote, type Said, say } from '../../shared/values/wording'
import { change, type Difference, isExcused, offered, type Violation } from './fixtures/excused'

const configuration = `/credential_configurations_supported/${offered}`

const metadata = (pointer: string, is?: unknown): Difference =>
  ({ target: 'issuer_metadata', pointer, was: 'x', ...(is === undefined ? {} : { is }) }) as Difference
const server = (pointer: string, is?: unknown): Difference => ({ ...metadata(pointer, is), target: 'server_metadata' })
const offer = (is: unknown): Difference => ({ ...metadata('/credential_configuration_ids', is), target: 'offer' })

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
const authMethods = '/token_endpoint_auth_methods_supported'
const dpopAlgs = '/dpop_signing_alg_values_supported'
const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
const responses = '/credential_response_encryption'
const identifiers = '/authorization_details/0/credential_identifiers'

const inServer = (pointer: string, was: unknown, is?: unknown) => change('server_metadata', pointer, was, is)
const inToken = (pointer: string, was: unknown, is?: unknown) => change('token_response', pointer, was, is)
const inOffer = (pointer: string, was: unknown, is?: unknown) => change('offer', pointer, was, is)
const outline = (kind: string, length?: number) => ({ kind, ...(length === undefined ? {} : { length }) })
const shape = (expected: Said, actual: Said) => ({ expected, actual })
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
    [
      'no authentication where the method of wallets is gone',
      'vci.client_auth.present',
      undefined,
      nothing,
      [inServer(`${authMethods}/1`, 'attest_jwt_client_auth', 'tls_client_auth')],
    ],
    [
      'no authentication where no method is left',
      'vci.client_auth.present',
      undefined,
      nothing,
      [inServer(authMethods, ['none', 'attest_jwt_client_auth'])],
    ],
    [
      'the method that a missing list means',
      'vci.client_auth.method_advertised',
      undefined,
      sent('client_secret_basic'),
      [inServer(authMethods, ['none', 'attest_jwt_client_auth'])],
    ],
    [
      'a written method',
      'vci.client_auth.method_advertised',
      undefined,
      sent('client_secret_post'),
      [inServer(`${authMethods}/0`, 'none', 'client_secret_post')],
    ],
    [
      'a client where anonymous access is over',
      'vci.token.no_client_id_anonymous',
      undefined,
      sent('me'),
      [inServer('/pre-authorized_grant_anonymous_access_supported', true, false)],
    ],
    [
      'no DPoP proof without an algorithm',
      'vci.dpop.header_present',
      undefined,
      nothing,
      [inServer(dpopAlgs, ['ES256'])],
    ],
    [
      'no DPoP proof for a bearer token',
      'vci.dpop.header_present',
      undefined,
      nothing,
      [inToken('/token_type', 'DPoP', 'Bearer')],
    ],
    ['the written scheme', 'vci.dpop.scheme', 'broken', sent('bearer'), [inToken('/token_type', 'DPoP', 'Bearer')]],
    ['no scheme that could be repeated', 'vci.dpop.scheme', 'no_scheme', nothing, [inToken('/token_type', 'DPoP')]],
    [
      'a scheme of which the record has no name',
      'vci.dpop.scheme',
      'broken',
      shape(say`DPoP`, say`another scheme`),
      [inToken('/token_type', 'DPoP', 'N_A')],
    ],
    [
      'a later return where the token lasts',
      'vci.refresh.in_time',
      undefined,
      nothing,
      [inToken('/expires_in', 60, 600)],
    ],
    [
      'a written scope at a refresh',
      'vci.refresh.scope',
      undefined,
      shape(quote('pid'), quote('pid more')),
      [inToken('/scope', 'pid', 'pid more')],
    ],
    [
      'a written refresh token',
      'vci.refresh.token_known',
      'unknown',
      nothing,
      [inToken('/refresh_token', outline('string', 43), outline('string', 3))],
    ],
    [
      'no refresh without a refresh token',
      'vci.deferred.refreshes',
      undefined,
      nothing,
      [inToken('/refresh_token', outline('string', 43))],
    ],
    [
      'no code where none is asked for',
      'vci.token.tx_code_sent',
      'missing',
      nothing,
      [inOffer(`${grant}/tx_code`, {})],
    ],
    ['no code where the grant is gone', 'vci.token.tx_code_sent', 'missing', nothing, [inOffer('/grants', {})]],
    [
      'a code that the offer came to ask for',
      'vci.token.tx_code_not_expected',
      undefined,
      nothing,
      [inOffer(`${grant}/tx_code`, undefined, outline('object', 1))],
    ],
    [
      'a code of the written length',
      'vci.token.tx_code_shape',
      undefined,
      shape({ input_mode: say`numeric`, length: 4 }, { length: 6 }),
      [inOffer(`${grant}/tx_code/length`, outline('number', 1), outline('number', 1))],
    ],
    [
      'letters where they are asked for',
      'vci.token.tx_code_shape',
      undefined,
      shape({ input_mode: say`numeric`, length: 4 }, { length: 4 }),
      [inOffer(`${grant}/tx_code/input_mode`, outline('string', 7), outline('string', 4))],
    ],
    [
      'no identifier where none is left',
      'vci.identifiers.used',
      undefined,
      nothing,
      [inToken(identifiers, outline('array', 2), outline('array', 0))],
    ],
    [
      'no identifier where the entry is of another type',
      'vci.identifiers.used',
      undefined,
      nothing,
      [inToken('/authorization_details/0/type', 'openid_credential', 'x')],
    ],
    [
      'a written identifier',
      'vci.identifiers.known',
      'unknown',
      nothing,
      [inToken(`${identifiers}/0`, outline('string', 9), outline('string', 3))],
    ],
    [
      'fewer credentials where an identifier is gone',
      'vci.identifiers.each',
      undefined,
      nothing,
      [inToken(identifiers, outline('array', 2), outline('array', 1))],
    ],
    [
      'an identifier that came into the response',
      'vci.credential.uses_configuration_id',
      undefined,
      nothing,
      [inToken('/authorization_details', undefined, [{ credential_identifiers: outline('array', 1) }])],
    ],
    [
      'a plain request where encryption is optional now',
      'vci.encryption.request_required',
      undefined,
      nothing,
      [metadata(`${encryption}/encryption_required`, false)],
    ],
    [
      'a plain request where no key is left',
      'vci.encryption.request_required',
      undefined,
      nothing,
      [metadata(`${encryption}/jwks/keys`, [])],
    ],
    [
      'a plain request where no enc is left',
      'vci.encryption.request_required',
      undefined,
      nothing,
      [change('issuer_metadata', `${encryption}/enc_values_supported`, ['A128GCM', 'A256GCM'], ['A999'])],
    ],
    [
      'a plain response where all is gone',
      'vci.encryption.response_required',
      undefined,
      nothing,
      [metadata(responses)],
    ],
    [
      'a plain request for an encrypted response where no key is left',
      'vci.encryption.request_when_response',
      undefined,
      nothing,
      [metadata(encryption)],
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
    [
      'no authentication where the method of wallets is left',
      'vci.client_auth.present',
      undefined,
      nothing,
      [inServer(`${authMethods}/0`, 'none', 'private_key_jwt')],
    ],
    [
      'no authentication where anonymous access is over',
      'vci.client_auth.present',
      undefined,
      nothing,
      [inServer('/pre-authorized_grant_anonymous_access_supported', true)],
    ],
    [
      'another method than the written one',
      'vci.client_auth.method_advertised',
      undefined,
      sent('client_secret_post'),
      [inServer(`${authMethods}/0`, 'none', 'tls_client_auth')],
    ],
    [
      'no DPoP proof where the algorithm of all wallets is left',
      'vci.dpop.header_present',
      undefined,
      nothing,
      [inServer(`${dpopAlgs}/1`, 'ES384', 'A999')],
    ],
    [
      'no DPoP proof for a token of the right type in other letters',
      'vci.dpop.header_present',
      undefined,
      nothing,
      [inToken('/token_type', 'DPoP', 'dpop')],
    ],
    [
      'another scheme than the written one',
      'vci.dpop.scheme',
      'broken',
      sent('Basic'),
      [inToken('/token_type', 'DPoP', 'Bearer')],
    ],
    [
      'a bearer where only algorithms are gone',
      'vci.dpop.scheme',
      'broken',
      sent('Bearer'),
      [inServer(dpopAlgs, ['ES256'])],
    ],
    [
      'a later return where the token is over sooner',
      'vci.refresh.in_time',
      undefined,
      nothing,
      [inToken('/expires_in', 60, 6)],
    ],
    [
      'a scope at a refresh that nobody wrote',
      'vci.refresh.scope',
      undefined,
      shape(quote('pid'), quote('pid other')),
      [inToken('/scope', 'pid', 'pid more')],
    ],
    [
      'a refresh token that was replaced',
      'vci.refresh.token_known',
      'used',
      nothing,
      [inToken('/refresh_token', outline('string', 43), outline('string', 3))],
    ],
    [
      'no code where only its length is another',
      'vci.token.tx_code_sent',
      'missing',
      nothing,
      [inOffer(`${grant}/tx_code/length`, outline('number', 1), outline('number', 1))],
    ],
    [
      'a code that no offer asks for',
      'vci.token.tx_code_not_expected',
      undefined,
      nothing,
      [inOffer(`${grant}/tx_code`, {})],
    ],
    [
      'a code of another length where only its description is another',
      'vci.token.tx_code_shape',
      undefined,
      shape({ input_mode: say`numeric`, length: 4 }, { length: 6 }),
      [inOffer(`${grant}/tx_code/description`, outline('string', 7), outline('string', 4))],
    ],
    [
      'a code of another length where only the kind of input is another',
      'vci.token.tx_code_shape',
      undefined,
      shape({ input_mode: say`numeric`, length: 4 }, { length: 6 }),
      [inOffer(`${grant}/tx_code/input_mode`, outline('string', 7), outline('string', 4))],
    ],
    [
      'no identifier where others are given',
      'vci.identifiers.used',
      undefined,
      nothing,
      [inToken(`${identifiers}/0`, outline('string', 9), outline('string', 3))],
    ],
    [
      'an identifier of another token',
      'vci.identifiers.known',
      'other_grant',
      nothing,
      [inToken(`${identifiers}/0`, outline('string', 9), outline('string', 3))],
    ],
    [
      'fewer credentials where one more was named',
      'vci.identifiers.each',
      undefined,
      nothing,
      [inToken(identifiers, outline('array', 2), outline('array', 3))],
    ],
    [
      'an identifier where none came',
      'vci.credential.uses_configuration_id',
      undefined,
      nothing,
      [inToken('/authorization_details', [{ credential_identifiers: outline('array', 1) }])],
    ],
    [
      'a plain request for a key of another kid',
      'vci.encryption.request_required',
      undefined,
      nothing,
      [metadata(kid, 'k')],
    ],
    [
      'a plain request beside a decoy key',
      'vci.encryption.request_required',
      undefined,
      nothing,
      [metadata(`${encryption}/jwks/keys`, [key, key])],
    ],
    [
      'a plain request where one enc is left',
      'vci.encryption.request_required',
      undefined,
      nothing,
      [change('issuer_metadata', `${encryption}/enc_values_supported/0`, 'A128GCM', 'A999')],
    ],
    [
      'a plain response where only requests changed',
      'vci.encryption.response_required',
      undefined,
      nothing,
      [metadata(encryption)],
    ],
    [
      'a plain request for an encrypted response where encryption is optional now',
      'vci.encryption.request_when_response',
      undefined,
      nothing,
      [metadata(`${encryption}/encryption_required`, false)],
    ],
  ])('%s', (_, id, reason, mismatch, differences) => {
    expect(isExcused(id, reason, mismatch, differences)).toBe(false)
  })
})

it('excuses what was written where the record has its length alone', () => {
  const hidden = metadata(scope, { kind: 'string', length: 4 })
  expect(isExcused('vci.par.scope_from_metadata', 'other', sent('mine'), [hidden])).toBe(true)
})
