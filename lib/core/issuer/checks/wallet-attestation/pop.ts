import { area, of } from '../../../engine/checks/area'
import { notApplicable, type Outcome, pass, tolerated, violated } from '../../../engine/checks/check'
import { formOf, shown } from '../../../engine/judgements/shown'
import { bare, quote, say, word } from '../../../shared/values/wording'
import {
  expiryReasons,
  issuedNowReasons,
  judgeExpiry,
  judgeIssuedNow,
  judgeNotBefore,
  noNumberReason,
  notBeforeReasons,
} from '../../judgements/judge-time'
import { onPop, onRecorded } from '../../judgements/requests'
import { asksOfSigner, curveReason, judgeCurve, signerReasons } from '../../judgements/signer-reasons'
import { algReasons, jtiReasons } from '../../judgements/token-reasons'
import { judgeAlg, judgeJti, judgeTyp } from '../../judgements/tokens'
import { refusesOtherDrafts, requiresIss } from '../../read/oauth/client-authentication/client-authentication-methods'
import type {
  ClientAuthenticationReading,
  CombinedProof,
} from '../../read/oauth/client-authentication/client-authentication-reading'

const judgePop = onPop(({ header, signature }, { attestation }) => {
  if (signature === 'valid') return pass(say`valid`)
  const mismatch = { expected: say`a signature of the key in cnf.jwk`, actual: word(signature) }
  if (signature === 'unverifiable') return violated('unverifiable', mismatch)
  return (
    judgeCurve(header.alg, attestation?.cnf.publicJwk ?? null) ??
    violated('does_not_verify', { ...mismatch, asks: asksOfSigner('client_attestation_pop') })
  )
})

/** Whether the DPoP proof, whose signature vci.dpop.signature judges, uses the attested key. */
const judgeCombined = ({ thumbprint }: CombinedProof, attested: string | null): Outcome => {
  if (thumbprint === null) return notApplicable(say`There is no readable DPoP proof with a key.`)
  return thumbprint === attested
    ? pass(quote(thumbprint))
    : violated('dpop_with_other_key', {
        expected: { thumbprint: quote(attested) },
        actual: { thumbprint: quote(thumbprint) },
      })
}

/** Those of ECDSA that the agreed cryptographic mechanisms name. ECCG ACM section 5.2 */
const agreedAlgorithms = ['ES256', 'ES384', 'ES512'] as const

const challengeInNonce = 'Put a current challenge of challenge_endpoint into the nonce of the DPoP proof.'

/** The proof that the instance holds the attested key, or the DPoP proof in its place. ABCA-5.2, ABCA10-5.2 */
export const walletAttestationPop = area(
  'vci.wallet_attestation',
  { subject: of<ClientAuthenticationReading>(), rejects: 'invalid_client', concerns: ['client'] },
  {
    pop_typ: {
      title: 'Proof of possession is typed oauth-client-attestation-pop+jwt',
      problem: { subject: 'The typ of the attestation PoP', must: 'be oauth-client-attestation-pop+jwt' },
      clauses: ['ABCA-5.2'],
      level: 'must',
      judges: { token: 'client_attestation_pop' },
      why: 'The explicit type prevents a JWT signed for another purpose from passing as a proof.',
      hint: 'Set the JOSE header parameter typ to oauth-client-attestation-pop+jwt.',
      run: onPop(({ header }) => judgeTyp(header.typ, say`oauth-client-attestation-pop+jwt`)),
    },
    pop_signature: {
      title: 'Proof of possession is signed with the key of the attestation',
      reasons: {
        does_not_verify: {
          says: 'The signature of the attestation PoP does not verify with the key in cnf.jwk',
          fix: 'Sign the PoP as sent with the private half of cnf.jwk; ES256 signatures are r and s, 64 bytes, not DER.',
        },
        ...signerReasons(
          'attestation PoP',
          'Sign the attestation PoP with the private half of cnf.jwk of the attestation.',
        ),
        ...curveReason('attestation PoP', 'the key in cnf.jwk'),
        unverifiable: {
          says: 'The signature of the attestation PoP cannot be verified: there is no usable cnf.jwk, or its algorithm is not accepted',
          fix: 'Sign the PoP with ES256, and have the attestation carry the public half as cnf.jwk.',
        },
        dpop_with_other_key: {
          says: 'The DPoP proof that is to be the proof of possession is signed with another key than the one in cnf.jwk',
          fix: 'Use one key for the wallet attestation and for DPoP, or send an attestation PoP of its own.',
        },
      },
      clauses: ['ABCA-5.2', 'ABCA10-7.3'],
      level: 'must',
      judges: { token: 'client_attestation_pop' },
      why: 'It shows that the attestation was given to this very wallet.',
      run: (reading) => {
        const { combined = null, attestation = null } = reading.attestation ?? {}
        return combined === null ? judgePop(reading) : judgeCombined(combined, attestation?.cnf.thumbprint ?? null)
      },
    },
    pop_alg: {
      title: 'Proof of possession is signed with ES256, ES384 or ES512',
      reasons: algReasons({
        token: 'the attestation PoP',
        list: 'ES256, ES384 and ES512',
        key: 'the private half of cnf.jwk',
      }),
      clauses: ['HAIP-7', 'ABCA-5.2'],
      level: 'must',
      refusal: 'Sign the attestation PoP with ES256, ES384 or ES512.',
      judges: { token: 'client_attestation_pop' },
      why: 'HAIP has everyone know ES256, and the agreed list of algorithms adds its larger siblings; none is no signature.',
      run: onPop(({ header }) => judgeAlg(header.alg, agreedAlgorithms)),
      fromRecord: onRecorded('client_attestation_pop', ({ header }) => judgeAlg(header.alg, agreedAlgorithms)),
    },
    pop_iss: {
      title: 'Proof of possession comes from the subject of the attestation',
      reasons: {
        other: {
          says: { subject: 'The iss of the attestation PoP', must: 'be the sub of the attestation' },
          fix: 'Set iss of the PoP to the client_id.',
        },
        absent: {
          says: 'The attestation PoP has no iss',
          fix: 'Add iss to the PoP, with the client_id as its value.',
          draft: 'draft 08 or a later one of client attestations, newer than the one that OpenID4VCI 1.0 refers to',
        },
      },
      clauses: ['ABCA-5.2', 'ABCA08-5.2'],
      level: 'must',
      judges: { token: 'client_attestation_pop' },
      why: 'Both JWTs must speak of one client.',
      run: onPop(({ claims }, { attestation, drafts, unit }) => {
        const sub = attestation?.claims.sub
        if (claims.iss !== undefined && claims.iss === sub) return pass()
        if (unit.isEuropean && claims.iss === undefined)
          return notApplicable(say`The issuer takes draft 08 of client attestations, which has no iss here.`)
        if (!unit.isEuropean && !requiresIss(drafts))
          return notApplicable(
            say`The issuer takes a draft of client attestations that has no iss here, and ignores one.`,
          )
        if (claims.iss !== undefined) return violated('other', { expected: shown(sub), actual: shown(claims.iss) })
        const mismatch = { expected: shown(sub), actual: null }
        return refusesOtherDrafts(drafts) ? violated('absent', mismatch) : tolerated('absent', mismatch)
      }),
    },
    pop_aud: {
      title: 'Proof of possession is made for this authorization server',
      problem: {
        subject: 'The aud of the attestation PoP',
        must: 'be the issuer identifier of this authorization server',
      },
      clauses: ['ABCA-5.2'],
      level: 'must',
      judges: { token: 'client_attestation_pop' },
      why: 'A proof for another server could be passed on to this one.',
      hint: 'Set aud to the issuer identifier of the authorization server metadata, not to an endpoint.',
      run: onPop(({ claims }, { issuer }) => {
        const audiences: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
        return audiences.includes(issuer)
          ? pass()
          : violated({ expected: quote(issuer), actual: audiences.slice(0, 5).map(shown) })
      }),
    },
    pop_iat: {
      title: 'Proof of possession was made just now, and is valid',
      reasons: {
        ...issuedNowReasons('the attestation PoP'),
        iat_missing: {
          says: 'The attestation PoP has no iat claim',
          fix: 'Add iat with the time of the request, as a number of seconds.',
        },
        ...noNumberReason('iat', 'the attestation PoP'),
        ...expiryReasons('the attestation PoP', 'Leave exp out, or make the PoP at the moment of the request.'),
        ...notBeforeReasons('the attestation PoP'),
      },
      refusal: 'The iat of the attestation PoP is missing or not of now, or its exp or nbf is out of time.',
      clauses: ['ABCA-5.2', 'RFC7519-4.1.4', 'RFC7519-4.1.5'],
      level: 'must',
      judges: { token: 'client_attestation_pop' },
      why: 'An old proof may have been recorded by someone else.',
      run: onPop(({ claims }, { now }) => {
        const expected = say`iat, a number`
        if (claims.iat === undefined) return violated('iat_missing', { expected, actual: null })
        if (typeof claims.iat !== 'number') return violated('iat_no_number', { expected, actual: formOf(claims.iat) })
        // The draft defines neither claim for the PoP; if present, they mean what they mean in every JWT.
        const bounds = [
          ...(claims.exp === undefined ? [] : [judgeExpiry(claims.exp, now, 0)]),
          ...(claims.nbf === undefined ? [] : [judgeNotBefore(claims.nbf, now)]),
        ]
        return bounds.find(({ result }) => result === 'violated') ?? judgeIssuedNow(claims.iat, now)
      }),
    },
    pop_fresh_per_request: {
      title: 'Each request has a proof of possession of its own',
      problem: 'The attestation PoP is that of the pushed request',
      clauses: ['ABCA-10.2', 'ABCA-12.1'],
      level: 'must',
      refusal: (problem) => `${problem}: make a new one for each request.`,
      judges: { token: 'client_attestation_pop' },
      why: 'The proof of the pushed request has been used; a second use looks like a replay.',
      hint: 'Make a new PoP for the token request.',
      run: (reading) =>
        onPop(({ digest }) => {
          if (reading.pushed === null || reading.pushed.popDigest === null)
            return notApplicable(say`There is no earlier proof of this flow to compare with.`)
          return digest === reading.pushed.popDigest
            ? violated({ expected: say`a new PoP`, actual: bare.thePoPOfThePushedRequest })
            : pass()
        })(reading),
    },
    pop_jti: {
      title: 'Proof of possession has an id that was never used',
      reasons: jtiReasons('the attestation PoP'),
      clauses: ['ABCA-5.2', 'ABCA-12.1'],
      level: 'must',
      refusal: 'The jti of the attestation PoP is missing or was used before: make a new PoP for each request.',
      judges: { token: 'client_attestation_pop' },
      why: 'A proof that can be sent again proves nothing the second time.',
      run: onPop(({ claims, jtiDigest, jtiHistory }) =>
        jtiDigest === null
          ? violated('jti_missing', { expected: say`jti`, actual: shown(claims.jti) })
          : judgeJti(jtiHistory),
      ),
    },
    challenge: {
      title: 'Proof of possession answers a challenge of this server',
      reasons: {
        missing: {
          says: 'The attestation PoP has no challenge claim',
          fix: 'Fetch a challenge from challenge_endpoint and put it into the challenge claim of the PoP.',
        },
        unknown: {
          says: 'The challenge of the attestation PoP is none of this server, or too old',
          fix: 'Fetch a new challenge from challenge_endpoint right before the request, and make a new PoP with it.',
        },
        used: {
          says: 'An earlier request answered the challenge of the attestation PoP, and a challenge of this server serves once',
          fix: 'Ask challenge_endpoint for a challenge before each request, and make a new PoP with it.',
          clause: 'ABCA-6.2',
        },
        missing_in_dpop: {
          says: 'The DPoP proof that is to be the proof of possession has no challenge in its nonce',
          fix: 'Fetch a challenge from challenge_endpoint and put it into the nonce claim of the DPoP proof.',
          refusal: challengeInNonce,
        },
        unknown_in_dpop: {
          says: 'The nonce of the DPoP proof that is to be the proof of possession is no challenge of this server, or too old',
          fix: 'Fetch a new challenge from challenge_endpoint right before the request, and make a new DPoP proof with it.',
          refusal: challengeInNonce,
        },
        used_in_dpop: {
          says: 'An earlier request answered the challenge in the nonce of the DPoP proof, and a challenge of this server serves once',
          fix: 'Ask challenge_endpoint for a challenge before each request, and make a new DPoP proof with it.',
          clause: 'ABCA10-7.3',
          refusal: challengeInNonce,
        },
      },
      clauses: ['ABCA-5.2', 'ABCA-8', 'ABCA08-7', 'ABCA10-6.1', 'ABCA10-7.3'],
      level: 'must',
      rejects: 'use_attestation_challenge',
      refusal: 'Put a current challenge of challenge_endpoint into the attestation PoP.',
      why: 'A challenge shows that the proof was made after the server asked for it.',
      run: ({ attestation: reading }) => {
        if (reading === null || (reading.pop === null && reading.combined === null))
          return notApplicable(say`There is no readable attestation PoP.`)
        const { challenge, combined } = reading
        if (challenge === null) return notApplicable(say`This installation issues no challenges.`)
        if (challenge === 'current' || challenge === 'repeated') return pass()
        const what = challenge === 'absent' ? 'missing' : challenge
        return violated(combined === null ? what : `${what}_in_dpop`, {
          expected: say`a current challenge`,
          actual: { absent: null, unknown: say`unknown or too old`, used: bare.usedBefore }[challenge],
        })
      },
    },
  },
)
