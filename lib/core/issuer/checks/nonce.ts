import { area, of } from '../../engine/checks/area'
import {
  decidedBy,
  notApplicable,
  notObserved,
  type Outcome,
  pass,
  tolerated,
  violated,
} from '../../engine/checks/check'
import type { UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { clockTime } from '../../engine/evidence/clock-time'
import { exchangesOf, type IssuanceEvidence, isOver, responseError } from '../../engine/sessions/session-evidence'
import { isBound } from '../../shared/formats/credential-format'
import type { StoredExchange } from '../../shared/ports/store-types'
import { isObject } from '../../shared/values/json'
import { bare, quote, say } from '../../shared/values/wording'
import { behaviourOf } from '../configurations/issuer-in-play'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { deviationOf } from '../deviations'
import { onProofNonce, responseLost } from '../judgements/proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import type { NonceReading } from '../read/proof/read-nonce'

/** Recorded nonces of all proofs in a request. */
const noncesOf = ({ decoded }: StoredExchange): string =>
  JSON.stringify(decoded.map(({ claims }) => (isObject(claims) ? (claims.nonce ?? null) : null)))

const blamesNonce = ({ findings }: StoredExchange) => findings.some(({ error }) => error === 'invalid_nonce')

function judge(refused: StoredExchange, next: StoredExchange | undefined, over: boolean): Outcome {
  if (next === undefined) {
    if (!over) return notObserved(say`The wallet has not tried again yet.`)
    return decidedBy(refused, violated({ expected: say`a request with a fresh nonce`, actual: bare.noFurtherRequest }))
  }
  if (!blamesNonce(next)) return decidedBy(next, pass())
  const actual = noncesOf(next) === noncesOf(refused) ? say`the same nonce again` : say`another nonce that is not valid`
  return decidedBy(next, violated({ expected: say`a fresh nonce`, actual }))
}

const reasons = {
  unknown: bare.aNonceThatThisIssuerNeverIssued,
  other_issuer: say`a nonce from another issuer of this service`,
} as const

const sourceJudge = onProofNonce(({ source }) => {
  if (source === null) return notApplicable(say`The nonce was not issued by this issuer.`)
  return source === 'nonce_endpoint'
    ? pass(say`nonce endpoint`)
    : tolerated({ expected: say`nonce endpoint`, actual: say`token response` })
})

export const nonceSession = area(
  'vci.nonce',
  { subject: of<IssuanceEvidence>() },
  {
    endpoint_called: {
      title: 'Wallet gets its c_nonce from the nonce endpoint',
      problem: 'The wallet did not get its c_nonce from the nonce endpoint',
      clauses: ['OID4VCI-1FINAL-7', 'OID4VCI-1FINAL-8.2'],
      level: 'must',
      impossibleIn: ['no_nonce_endpoint'],
      why: 'OpenID4VCI 1.0 has one source of nonces; the c_nonce in our token response is an extra that other issuers lack.',
      hint: 'Send a POST request to nonce_endpoint of the issuer metadata before making the proof.',
      run: (evidence) => {
        if (behaviourOf(evidence.session).nonce === 'absent')
          return notObserved(say`This issuer has no nonce endpoint.`)
        const [credentialRequest] = exchangesOf(evidence, 'requestCredential')
        if (credentialRequest === undefined) return notObserved(say`No credential request was seen yet.`)
        const called = exchangesOf(evidence, 'requestNonce').find(({ at }) => at <= credentialRequest.at)
        if (called) return decidedBy(called, pass())
        if (deviationOf(evidence.session)?.changes.withoutProofTypes)
          return notApplicable(say`The metadata of this session names no proof type, on purpose.`)
        // Without a proof nothing carries the nonce. OID4VCI-1FINAL-8.2
        const offered = configurationOfSession(evidence.session)?.credentialConfigurations.find(
          ({ id }) => id === evidence.session.credentialConfigurationId,
        )
        if (offered !== undefined && !isBound(offered))
          return notApplicable(say`The offered credential is bound to no key, so its request needs no proof.`)
        return decidedBy(
          credentialRequest,
          tolerated({
            expected: say`a request to the nonce endpoint`,
            actual: say`none that can be linked to this session`,
          }),
        )
      },
    },
    recovery: {
      title: 'Wallet fetches a fresh nonce after invalid_nonce and retries',
      problem: 'The wallet did not retry with a fresh nonce after invalid_nonce',
      clauses: ['OID4VCI-1FINAL-8.3.1.2'],
      level: 'should',
      why: 'A nonce may expire while the user reads a screen, so a wallet that cannot renew it fails at random.',
      hint: 'On invalid_nonce ask nonce_endpoint for a new value, sign a new proof with it and repeat the request.',
      run: (evidence) => {
        const requests = exchangesOf(evidence, 'requestCredential')
        const outcomes = requests.flatMap((request, index) =>
          responseError(request) === 'invalid_nonce' ? [judge(request, requests[index + 1], isOver(evidence))] : [],
        )
        return (
          outcomes.find(({ result }) => result === 'violated') ??
          outcomes.find(({ result }) => result === 'not_observed') ??
          outcomes.at(-1) ??
          notObserved(say`No response was invalid_nonce.`)
        )
      },
    },
  },
)

export const nonceAddress = area(
  'vci.nonce',
  { subject: of<UnmatchedReading>() },
  {
    method_post: {
      title: 'Nonce request uses POST',
      problem: 'The nonce was not requested with POST',
      clauses: ['OID4VCI-1FINAL-7.1'],
      level: 'must',
      why: 'A GET could be answered from a cache, and a cached nonce is not fresh.',
      hint: 'Use POST for this request.',
      run: ({ operation, method, answered }) => {
        if (operation !== 'requestNonce') return notApplicable(say`The request is for another endpoint.`)
        return answered ? pass(say`POST`) : violated({ expected: say`POST`, actual: quote(method) })
      },
    },
  },
)

/** Checks of nonce endpoint requests; they refuse nothing. */
export const nonceEndpointChecks = Object.values(
  area(
    'vci.nonce',
    { subject: of<NonceReading>(), impossibleIn: ['no_nonce_endpoint'] },
    {
      body_empty: {
        title: 'Nonce request has no body',
        problem: 'The nonce request has a body',
        clauses: ['OID4VCI-1FINAL-7.1'],
        level: 'info',
        why: 'The nonce endpoint takes no parameters and ignores any body.',
        hint: 'Send the nonce request with an empty body.',
        run: ({ bodyBytes }) =>
          bodyBytes === 0 ? pass() : violated({ expected: say`0 bytes`, actual: say`${bodyBytes} bytes` }),
      },
      no_access_token: {
        title: 'Nonce request carries no access token',
        problem: 'The nonce request carries an access token',
        clauses: ['OID4VCI-1FINAL-7.1', 'RFC9700-4.9'],
        level: 'should',
        why: 'The nonce endpoint needs no token, and a token sent if none is needed can only leak.',
        hint: 'Leave the Authorization header out of the nonce request.',
        run: ({ authorizationSent }) =>
          authorizationSent
            ? violated({ expected: say`no Authorization header`, actual: say`an Authorization header` })
            : pass(),
      },
    },
  ),
)

/** Checks of a proof's nonce; in order of refusal they follow all others of the proof. */
export const proofNonceChecks = Object.values(
  area(
    'vci.nonce',
    { subject: of<ProofsReading>(), rejects: 'invalid_nonce' },
    {
      known: {
        title: 'The nonce of the proof was issued by this issuer',
        reasons: {
          unknown: {
            says: 'The nonce of the proof was not issued by this issuer',
            fix: 'Ask nonce_endpoint for a c_nonce right before the request, and sign a proof with it.',
          },
          other_issuer: {
            says: 'The nonce of the proof is from another issuer of this service',
            fix: 'Send the request for a c_nonce to nonce_endpoint of the metadata of the issuer in aud.',
          },
          wrapped_value: {
            says: 'The nonce of the proof has blanks or quotation marks around it',
            fix: 'Copy c_nonce alone, without anything before and behind it.',
          },
          encoded_value: {
            says: 'The nonce of the proof is encoded once too often: {seen}',
            fix: 'Copy c_nonce as the text that it is, without encoding it.',
          },
          other_value: {
            says: 'The nonce of the proof is {seen}',
            fix: 'Set nonce to the c_nonce that nonce_endpoint answers.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.3.1.2', 'OID4VCI-1FINALA-F.4'],
        level: 'must',
        refusal:
          'The nonce of the proof was not issued by this issuer: get a c_nonce from its nonce endpoint and make a new proof.',
        judges: { token: 'proof_jwt', member: 'claims.nonce' },
        why: 'Only its own nonce tells the issuer that the proof is fresh and meant for it.',
        run: onProofNonce(({ state, sent }) => {
          if (state !== 'unknown' && state !== 'other_issuer') return pass()
          const ask = {
            due: 'c_nonce',
            reason: 'other_value',
            wrapped: 'wrapped_value',
            encoded: 'encoded_value',
          } as const
          const asks = sent === undefined ? [] : [{ value: sent, ...ask }]
          return violated(state, { expected: say`a nonce from this issuer`, actual: reasons[state], asks })
        }),
      },
      not_reused: {
        title: 'The nonce of the proof was not used before',
        reasons: {
          used_before: {
            says: 'The nonce of the proof was used before',
            fix: 'Ask the nonce endpoint for a new c_nonce before every credential request, a repeated one too.',
          },
          response_lost: {
            says: responseLost,
            fix: 'Ask the nonce endpoint for a new c_nonce, and repeat the request with a new proof.',
          },
        },
        clauses: ['OID4VCI-1FINAL-13.8', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'must',
        refusal: 'The nonce of the proof was used before: get a new c_nonce from the nonce endpoint for every request.',
        judges: { token: 'proof_jwt', member: 'claims.nonce' },
        why: 'A nonce that is accepted twice lets an old proof be replayed.',
        run: onProofNonce(({ state, spentAt, spentInLost }) => {
          if (state === 'spent') {
            const actual = spentAt === undefined ? bare.usedBefore : say`used up at ${clockTime(spentAt)}`
            const mismatch = { expected: say`an unused nonce`, actual }
            return spentInLost
              ? violated('response_lost', { ...mismatch, echo: true })
              : violated('used_before', mismatch)
          }
          return state === 'unknown' || state === 'other_issuer'
            ? notApplicable(say`The nonce was not issued by this issuer.`)
            : pass()
        }),
      },
      /**
       * Refuses our own expired nonce. The wallet is not to blame: it knows no lifetime and may use a nonce until it is
       * refused. So the reply is `invalid_nonce`, but the finding only a warning; `vci.nonce.recovery` reports what the
       * wallet did next.
       */
      alive: {
        title: 'The nonce of the proof has not expired',
        problem: 'The nonce has expired',
        clauses: ['OID4VCI-1FINAL-13.8', 'OID4VCI-1FINAL-8.3.1.2'],
        level: 'info',
        refusal: (problem) =>
          `${problem}: get a new c_nonce from the nonce endpoint and repeat the request with a new proof.`,
        why: 'The issuer decides how long a nonce is valid; a wallet may use it until it is refused.',
        hint: 'The wallet did nothing wrong: get a new nonce from nonce_endpoint and repeat the request with a new proof at once.',
        run: ({ nonce, keyAttestation }) => {
          const attested = keyAttestation?.conditions.demanded ? (keyAttestation.jwt?.nonce.state ?? null) : null
          const states = [nonce?.state ?? null, attested]
          if (states.includes('expired'))
            return violated({
              expected: say`a nonce that has not expired`,
              actual: say`an expired nonce from this issuer`,
            })
          return states.includes('fresh') ? pass() : notApplicable(say`The request carries no nonce that could expire.`)
        },
      },
      source: {
        title: 'The nonce of the proof comes from the nonce endpoint',
        problem: 'The nonce of the proof does not come from the nonce endpoint',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-7'],
        level: 'should',
        impossibleIn: ['no_nonce_endpoint'],
        judges: { token: 'proof_jwt', member: 'claims.nonce' },
        why: 'In OpenID4VCI 1.0 nonces come from the nonce endpoint only; other issuers send none with the token.',
        hint: 'Use the nonce_endpoint of the metadata; we send a c_nonce with the token only for older wallets.',
        run: (reading) =>
          reading.hasNonceEndpoint ? sourceJudge(reading) : notApplicable(say`This issuer has no nonce endpoint.`),
        rejects: null,
      },
    },
  ),
)
