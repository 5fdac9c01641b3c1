import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../shared/ports/check-id'
import { quote, say } from '../../shared/values/wording'
import { placesRelied } from './changed-on-purpose'
import { hasRule } from './explained-by-change'
import { change, type Difference, isExcused, type Violation } from './fixtures/excused'

const par = '/pushed_authorization_request_endpoint'
const pushed = '/require_pushed_authorization_requests'
const challenges = '/challenge_endpoint'
const details = '/authorization_details_types_supported'
const servers = '/authorization_servers'
const anonymous = '/pre-authorized_grant_anonymous_access_supported'
const lab = 'jGY0eNOl8_Q7MfptITJqKg'

const metadata = (pointer: string, was?: unknown, is?: unknown) => change('issuer_metadata', pointer, was, is)
const server = (pointer: string, was?: unknown, is?: unknown) => change('server_metadata', pointer, was, is)
const token = (pointer: string, was?: unknown, is?: unknown) => change('token_response', pointer, was, is)
const response = (pointer: string, was?: unknown, is?: unknown) => change('credential_response', pointer, was, is)
const text = (length: number) => ({ kind: 'string', length })

const nothing = { expected: null, actual: null }
const plain: Violation = { expected: null, actual: say`plain parameters` }
const parameters: Violation = { expected: null, actual: [quote('response_type'), quote('scope')] }
const at = (issuer: string): Violation => ({ expected: null, actual: quote(issuer) })

type Row = readonly [what: string, id: CheckId, reason: string | undefined, mismatch: Violation, by: Difference]

describe('a change of endpoints and tokens excuses what it explains', () => {
  it.each<Row>([
    [
      'a plain request where nothing takes pushed ones',
      'vci.par.used',
      'missing',
      plain,
      server(par, 'https://us/par'),
    ],
    ['a plain request where the address is none', 'vci.par.used', 'missing', plain, server(par, 'https://us/par', 'x')],
    ['a plain request where it need not be pushed', 'vci.par.used', 'missing', plain, server(pushed, true, false)],
    ['its parameters', 'vci.authorize.only_expected_params', 'others', parameters, server(par, 'https://us/par')],
    [
      'its parameters where it need not be pushed',
      'vci.authorize.only_expected_params',
      'others',
      parameters,
      server(pushed, true),
    ],
    [
      'no challenge where no endpoint is left',
      'vci.wallet_attestation.challenge',
      'missing',
      nothing,
      server(challenges, 'https://us/c'),
    ],
    [
      'no challenge in a DPoP proof',
      'vci.wallet_attestation.challenge',
      'missing_in_dpop',
      nothing,
      server(challenges, 'https://us/c', 'https://us/d'),
    ],
    [
      'a challenge of the written endpoint',
      'vci.wallet_attestation.challenge',
      'unknown',
      nothing,
      server(challenges, 'https://us/c', 'https://us/d'),
    ],
    [
      'the laboratory of which an address was written',
      'vci.flow.issuer_isolation',
      undefined,
      at(`lab:${lab}`),
      server('/token_endpoint', 'https://us/t', `https://us/lab/${lab}/token`),
    ],
    [
      'the issuer that was written',
      'vci.flow.issuer_isolation',
      undefined,
      at('pid'),
      change('offer', '/credential_issuer', 'https://us/a', 'https://us/issuers/pid'),
    ],
    [
      'the issuer of the offer that the link led to',
      'vci.flow.issuer_isolation',
      undefined,
      at('pid'),
      change('offer_link', '/credential_offer_uri', 'https://us/a', 'https://us/b'),
    ],
    [
      'no metadata of a server that is replaced',
      'vci.metadata.as_fetched',
      undefined,
      nothing,
      metadata(`${servers}/0`, 'https://us', 'https://us/b'),
    ],
    [
      'no metadata of the issuer where a server is named',
      'vci.metadata.as_fetched',
      undefined,
      nothing,
      metadata(servers, undefined, ['https://us/b']),
    ],
    [
      'details that came to be listed',
      'vci.par.authorization_details_not_used',
      undefined,
      nothing,
      server(details, undefined, ['openid_credential']),
    ],
    [
      'details of a token request that came to be listed',
      'vci.token.authorization_details_not_used',
      undefined,
      nothing,
      server(`${details}/0`, 'x', 'openid_credential'),
    ],
    [
      'a name where anonymous access is over',
      'vci.token.no_client_id_anonymous',
      undefined,
      at('me'),
      server(anonymous, true),
    ],
    ['a written token', 'vci.credential.token_valid', 'malformed', nothing, token('/access_token', text(900), text(3))],
    ['no token where none is left', 'vci.credential.token_valid', 'absent', nothing, token('/access_token', text(900))],
    ['a token that was said to last', 'vci.credential.token_valid', 'expired', nothing, token('/expires_in', 60, 6000)],
    [
      'a token without an end, when the credential is ready',
      'vci.deferred.token_valid',
      'expired',
      nothing,
      token('/expires_in', 60),
    ],
    [
      'a token that was said to last, in a notification',
      'vci.notification.token',
      'expired',
      nothing,
      token('/expires_in', 60, 6000),
    ],
    [
      'the client of the token request beside a written token',
      'vci.proof.jwt.iss',
      undefined,
      at('me'),
      token('/access_token', text(900), text(900)),
    ],
    [
      'the same where the written token has none',
      'vci.proof.jwt.iss_absent_anonymous',
      undefined,
      at('me'),
      token('/access_token', text(900), text(900)),
    ],
    [
      'no keys for another credential',
      'vci.metadata.jwks_fetched',
      undefined,
      nothing,
      response('/credentials/0/credential', text(2000), text(2000)),
    ],
    [
      'no keys for none',
      'vci.metadata.jwks_fetched',
      undefined,
      nothing,
      response('/credentials', [{ credential: text(9) }]),
    ],
    [
      'no status for another credential',
      'vci.status.fetched',
      undefined,
      nothing,
      response('/credentials/0', { credential: text(9) }, { credential: text(3) }),
    ],
  ])('%s', (_, id, reason, mismatch, by) => {
    expect(isExcused(id, reason, mismatch, [by])).toBe(true)
  })
})

describe('a change of endpoints and tokens excuses nothing else', () => {
  it.each<Row>([
    ['no request at all', 'vci.par.used', 'missing', nothing, server(par, 'https://us/par')],
    [
      'a plain request where pushed ones go elsewhere',
      'vci.par.used',
      'missing',
      plain,
      server(par, 'https://us/par', 'https://us/p'),
    ],
    [
      'a plain request where a text asks for pushed ones',
      'vci.par.used',
      'missing',
      plain,
      server(pushed, false, true),
    ],
    [
      'parameters beside a pushed request',
      'vci.authorize.only_expected_params',
      'others',
      { expected: null, actual: [quote('state')] },
      server(par, 'https://us/par'),
    ],
    [
      'parameters that repeat',
      'vci.authorize.only_expected_params',
      'repeated',
      parameters,
      server(par, 'https://us/par'),
    ],
    [
      'a used challenge',
      'vci.wallet_attestation.challenge',
      'used',
      nothing,
      server(challenges, 'https://us/c', 'https://us/d'),
    ],
    [
      'a challenge out of nowhere',
      'vci.wallet_attestation.challenge',
      'unknown',
      nothing,
      server(challenges, 'https://us/c'),
    ],
    [
      'another issuer than the written one',
      'vci.flow.issuer_isolation',
      undefined,
      at('pid'),
      server('/token_endpoint', 'https://us/t', `https://us/lab/${lab}/token`),
    ],
    [
      'another issuer where an endpoint is gone',
      'vci.flow.issuer_isolation',
      undefined,
      at('pid'),
      server('/token_endpoint', 'https://us/t'),
    ],
    [
      'no metadata of a server that is still named',
      'vci.metadata.as_fetched',
      undefined,
      nothing,
      metadata(servers, ['https://us'], ['https://us', 'https://us/b']),
    ],
    [
      'details where others are listed',
      'vci.par.authorization_details_not_used',
      undefined,
      nothing,
      server(details, undefined, ['x']),
    ],
    [
      'details of a token request where others are listed',
      'vci.token.authorization_details_not_used',
      undefined,
      nothing,
      server(details, undefined, ['x']),
    ],
    [
      'a name where anonymous access came',
      'vci.token.no_client_id_anonymous',
      undefined,
      at('me'),
      server(anonymous, false, true),
    ],
    [
      'no token where one is written',
      'vci.credential.token_valid',
      'absent',
      nothing,
      token('/access_token', text(9), text(3)),
    ],
    ['a token where none is left', 'vci.credential.token_valid', 'unknown', nothing, token('/access_token', text(900))],
    [
      'a token that a stolen code revoked',
      'vci.credential.token_valid',
      'revoked',
      nothing,
      token('/access_token', text(900), text(3)),
    ],
    ['a token over sooner', 'vci.credential.token_valid', 'expired', nothing, token('/expires_in', 60, 6)],
    ['an unknown token that lasts', 'vci.credential.token_valid', 'unknown', nothing, token('/expires_in', 60, 6000)],
    ['a token in the URL', 'vci.deferred.token_valid', 'in_query', nothing, token('/access_token', text(9), text(3))],
    [
      'a token over sooner, in a notification',
      'vci.notification.token',
      'expired',
      nothing,
      token('/expires_in', 60, 6),
    ],
    [
      'another client where no token is left',
      'vci.proof.jwt.iss',
      undefined,
      at('me'),
      token('/access_token', text(9)),
    ],
    [
      'a name where no token is left',
      'vci.proof.jwt.iss_absent_anonymous',
      undefined,
      at('me'),
      token('/access_token', text(9)),
    ],
    [
      'no keys where another member came',
      'vci.metadata.jwks_fetched',
      undefined,
      nothing,
      response('/credentials/0/x', undefined, 1),
    ],
    [
      'no status where one more credential came',
      'vci.status.fetched',
      undefined,
      nothing,
      response('/credentials', [{ credential: text(9) }], [{ credential: text(9) }, { credential: text(3) }]),
    ],
  ])('%s', (_, id, reason, mismatch, by) => {
    expect(isExcused(id, reason, mismatch, [by])).toBe(false)
  })
})

it('says for each check that a place names what of a change explains it', () => {
  const unsettled = new Set(placesRelied.flatMap(({ checks }) => checks.filter((id) => !hasRule(id))))
  expect([...unsettled]).toEqual([])
})
