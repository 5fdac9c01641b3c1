import { area, of } from '../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { bare, quote, say, word } from '../../shared/values/wording'
import { expiryReasons, judgeExpiry, judgeNotBefore, notBeforeReasons } from '../judgements/judge-time'
import { onAssertion } from '../judgements/requests'
import { asksOfOtherSigner, otherSignerReason } from '../judgements/signer-reasons'
import { algReasons, jtiReasons, unreadableReasons, whyUnreadable } from '../judgements/token-reasons'
import { judgeAlg, judgeJti, unreadableToken } from '../judgements/tokens'
import type { ClientAuthenticationReading } from '../read/oauth/client-authentication/client-authentication-reading'

const expected = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The type of drafts of Attestation-Based Client Authentication before they had header fields. */
const ofAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'

export const privateKeyJwt = area(
  'vci.private_key_jwt',
  { subject: of<ClientAuthenticationReading>(), rejects: 'invalid_client', concerns: ['client'] },
  {
    assertion_type: {
      title: 'Client assertion names its type',
      reasons: {
        broken: {
          says: 'The client assertion does not name its type',
          fix: 'Set client_assertion_type to urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
        },
        attestation: {
          says: 'The wallet attestation stands in client_assertion, as early drafts of client attestations had it',
          fix: 'Send the attestation in the header OAuth-Client-Attestation, and its proof of possession in OAuth-Client-Attestation-PoP.',
          draft: 'draft 02 or an earlier one of client attestations',
          explains: ['vci.client_auth.method_advertised'],
        },
      },
      clauses: ['RFC7523-2.2'],
      level: 'must',
      refusal: 'Set client_assertion_type to urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
      why: 'The type determines how the assertion is processed.',
      run: ({ assertion }) => {
        if (assertion === null) return notApplicable(say`The request carries no client assertion.`)
        if (assertion.type === expected) return pass()
        const mismatch = { expected: word(expected), actual: shown(assertion.type) }
        return assertion.type === ofAttestation ? violated('attestation', mismatch) : violated(mismatch)
      },
    },
    alg: {
      title: 'Client assertion is signed with a published algorithm',
      reasons: algReasons({
        token: 'the client assertion',
        list: 'token_endpoint_auth_signing_alg_values_supported',
        key: 'a registered private key of the client',
      }),
      clauses: ['RFC8414-2'],
      level: 'must',
      refusal: 'Sign the client assertion with an algorithm that the metadata lists.',
      why: 'The server cannot verify an algorithm that it does not announce.',
      run: onAssertion(({ header }, { algorithms }) => judgeAlg(header.alg, algorithms)),
    },
    signature: {
      title: 'Client assertion is signed with a registered key of the client',
      reasons: {
        does_not_verify: {
          says: 'The signature of the client assertion verifies with no registered key of the client',
          fix: 'Sign the assertion as sent with the private half of a registered key; ES256 signatures are r and s, 64 bytes, not DER.',
        },
        ...otherSignerReason(
          'client assertion',
          'Sign the assertion with the private half of a registered key of the client.',
        ),
        unverifiable: {
          says: 'The signature of the client assertion cannot be verified: its alg is not accepted, or no registered key fits',
          fix: 'Sign with an algorithm of token_endpoint_auth_signing_alg_values_supported, with a registered key of that type.',
        },
        unauthenticated: {
          says: 'The client_id is that of a registered client, and nothing authenticates it',
          fix: 'Send client_assertion and client_assertion_type, or use a client_id that nobody registered.',
        },
        unknown_client: {
          says: 'The client assertion is of a client that is not registered here',
          fix: 'Set sub to a client_id whose keys are registered at this installation.',
        },
        missing: {
          says: 'The request has client_assertion_type and no client_assertion',
          fix: 'Add client_assertion, a JWT signed with a registered key of the client.',
          refusal: 'The client_assertion is missing.',
        },
        ...unreadableReasons({
          prefix: '',
          token: 'the client assertion',
          refusal: 'The client_assertion is not a readable JWT.',
        }),
      },
      refusal: 'The client assertion does not verify with a registered key of the client.',
      clauses: ['RFC7523-3', 'RFC6749-3.2.1', 'RFC7515-4', 'RFC7519-4'],
      level: 'must',
      why: 'Only the client holds the private half of its registered keys.',
      run: ({ assertion, methods, registered }) => {
        // A client name without registered keys proves nothing.
        if (methods.length === 0 && registered)
          return violated('unauthenticated', { expected: say`a client assertion`, actual: bare.none })
        if (assertion === null) return notApplicable(say`The request carries no client assertion.`)
        if (assertion.jwt === null) {
          const { unreadable } = assertion
          const expected = say`a compact JWS`
          if (unreadable === null) return violated('missing', { expected, actual: say`no client_assertion` })
          return violated(whyUnreadable(unreadable), unreadableToken(unreadable, expected))
        }
        if (assertion.client === null)
          return violated('unknown_client', { expected: say`a registered client`, actual: say`unknown client` })
        return assertion.jwt.signature === 'valid'
          ? pass(say`valid`)
          : violated(assertion.jwt.signature === 'invalid' ? 'does_not_verify' : 'unverifiable', {
              expected: say`a signature of a registered key`,
              actual: word(assertion.jwt.signature),
              asks: assertion.jwt.signature === 'invalid' ? asksOfOtherSigner('client_assertion') : [],
            })
      },
    },
    iss_sub: {
      title: 'Client assertion is made by the client about itself',
      problem: 'The iss and sub of the client assertion are not both the client_id',
      clauses: ['RFC7523-3'],
      level: 'must',
      refusal: 'The iss and sub of the client assertion must both be the client_id.',
      why: 'Issuer and subject are both the client; anything else is an assertion of another kind.',
      hint: 'Set iss and sub to the client_id.',
      run: onAssertion(({ claims }, { clientId, client }) => {
        const expected = clientId ?? client?.clientId ?? claims.sub
        return typeof claims.iss === 'string' && claims.iss === claims.sub && claims.sub === expected
          ? pass()
          : violated({ expected: shown(expected), actual: { iss: shown(claims.iss), sub: shown(claims.sub) } })
      }),
    },
    aud: {
      title: 'Client assertion is made for this authorization server',
      problem: {
        subject: 'The aud of the client assertion',
        must: 'be issuer of the authorization server metadata',
        isValue: true,
      },
      clauses: ['RFC7523-3'],
      level: 'must',
      why: 'An assertion for another server could be replayed to this one.',
      hint: 'Set aud to the issuer identifier of the authorization server metadata.',
      run: onAssertion(({ claims }, { issuer, endpoints }) => {
        const audiences: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
        return [issuer, ...endpoints].some((known) => audiences.includes(known))
          ? pass()
          : violated({ expected: quote(issuer), actual: audiences.slice(0, 5).map(shown) })
      }),
    },
    exp: {
      title: 'Client assertion is valid now and expires soon',
      reasons: {
        ...expiryReasons(
          'the client assertion',
          'Make a new assertion for every request, with an exp a few minutes ahead.',
        ),
        exp_missing: {
          says: 'The client assertion has no exp claim',
          fix: 'Set exp to a few minutes from now, as a number of seconds.',
        },
        exp_late: {
          says: 'The exp of the client assertion is more than an hour ahead',
          fix: 'Set exp to a few minutes from now: the assertion is for one request.',
        },
        ...notBeforeReasons('the client assertion'),
      },
      refusal: 'The client assertion has no exp, has expired, or is not valid yet by its nbf.',
      clauses: ['RFC7523-3'],
      level: 'must',
      why: 'A long-lived assertion can be replayed for a long time.',
      run: onAssertion(({ claims }, { now }) => {
        const begin = claims.nbf === undefined ? null : judgeNotBefore(claims.nbf, now)
        if (begin?.result === 'violated') return begin
        if (claims.exp === undefined) return violated('exp_missing', { expected: say`exp`, actual: null })
        const outcome = judgeExpiry(claims.exp, now, 0)
        const latest = Math.floor(now / 1000) + 3600
        return outcome.result === 'pass' && typeof claims.exp === 'number' && claims.exp > latest
          ? tolerated('exp_late', { expected: { before: latest }, actual: claims.exp })
          : outcome
      }),
    },
    jti: {
      title: 'Client assertion has an unused id',
      reasons: jtiReasons('the client assertion'),
      refusal: 'The jti of the client assertion is missing or was used before.',
      clauses: ['RFC7523-3'],
      level: 'must',
      why: 'An assertion that can be reused proves nothing the second time.',
      run: onAssertion(({ claims }, { jtiHistory, client }) => {
        if (typeof claims.jti !== 'string' || claims.jti === '')
          return violated('jti_missing', { expected: say`jti`, actual: shown(claims.jti) })
        if (client === null) return notApplicable(say`The client is not known.`)
        return judgeJti(jtiHistory)
      }),
    },
  },
)

export const privateKeyJwtNotes = area(
  'vci.private_key_jwt',
  { subject: of<ClientAuthenticationReading>(), concerns: ['client'] },
  {
    aud_is_issuer_string: {
      title: 'Audience of the client assertion is the issuer identifier as one string',
      problem: 'The audience of the client assertion is not the issuer identifier as one string',
      clauses: ['FAPI2-SP-FINAL-5.3.3.1'],
      level: 'should',
      why: 'With an endpoint or a list as audience, an attacker can make a client sign for two servers at once.',
      hint: 'Set aud to the issuer identifier alone, as a string and not as an array.',
      run: onAssertion(({ claims }, { issuer }) =>
        claims.aud === issuer
          ? pass()
          : violated({
              expected: quote(issuer),
              actual: Array.isArray(claims.aud) ? claims.aud.slice(0, 5).map(shown) : shown(claims.aud),
            }),
      ),
    },
    iat: {
      title: 'Client assertion says when it was made',
      problem: 'The client assertion does not say when it was made',
      clauses: ['RFC7523-3'],
      level: 'should',
      why: 'It lets a server refuse assertions that were made long ago.',
      hint: 'Set iat in seconds at the moment of the request.',
      run: onAssertion(({ claims }) =>
        typeof claims.iat === 'number'
          ? pass(claims.iat)
          : violated({ expected: say`iat, a number`, actual: shown(claims.iat) }),
      ),
    },
  },
)
