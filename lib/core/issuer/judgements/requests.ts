import {
  notApplicable,
  notObserved,
  type Outcome,
  pass,
  type Reason,
  type TokenName,
  violated,
} from '../../engine/checks/check'
import { shownNames } from '../../engine/judgements/shown'
import { formPairsMax, jsonDepthMax, jsonValuesMax } from '../../shared/http/limits'
import type { FormReading, Parameters } from '../../shared/http/read-form'
import { exceededJsonBound, type JsonBody } from '../../shared/http/read-json'
import { laboratoryOf } from '../../shared/ports/laboratory'
import type { Session, StoredExchange } from '../../shared/ports/store-types'
import { isObject } from '../../shared/values/json'
import { bare, quote, say } from '../../shared/values/wording'
import type {
  AttestationJwt,
  AttestationPop,
  ClientAssertionReading,
  ClientAuthenticationReading,
  WalletAttestationReading,
} from '../read/oauth/client-authentication/client-authentication-reading'
import type { DpopProof, DpopReading } from '../read/oauth/dpop/dpop-reading'
import type { AuthorizationReading, TokenReading } from '../read/token/token-reading'

/** Lets a check compare a token request with the authorization behind its code. */
export const onAuthorization =
  (judge: (authorization: AuthorizationReading, reading: TokenReading) => Outcome) =>
  (reading: TokenReading): Outcome => {
    if (reading.grant !== 'authorization_code') return notApplicable(say`The request uses another grant.`)
    // An invalid code may belong to someone else: reveal nothing about it.
    return reading.authorization === null || reading.code.state !== 'alive'
      ? notApplicable(say`There is no valid code to compare with.`)
      : judge(reading.authorization, reading)
  }

/** Runs a check on a readable wallet attestation. */
export const onAttestation =
  (judge: (attestation: AttestationJwt, reading: WalletAttestationReading) => Outcome) =>
  ({ attestation: reading }: ClientAuthenticationReading): Outcome =>
    reading?.attestation
      ? judge(reading.attestation, reading)
      : notApplicable(say`There is no readable wallet attestation.`)

/** Runs a check on a readable proof of possession. */
export const onPop =
  (judge: (pop: AttestationPop, reading: WalletAttestationReading) => Outcome) =>
  ({ attestation: reading }: ClientAuthenticationReading): Outcome =>
    reading?.pop ? judge(reading.pop, reading) : notApplicable(say`There is no readable attestation PoP.`)

/** A token of a recorded request. */
interface RecordedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/** Runs a check on a token of a request that was recorded before there was this check. */
export const onRecorded =
  (kind: TokenName, judge: (token: RecordedToken, session: Session) => Outcome) =>
  (exchange: StoredExchange, session: Session): Outcome => {
    if (exchange.contentOmitted) return notObserved(say`The content of the request is not on record.`)
    const token = exchange.decoded.find((one) => one.kind === kind)
    if (token === undefined) return notApplicable(say`The request carries no such token that can be read.`)
    const { header, claims } = token
    return isObject(header) && isObject(claims)
      ? judge({ header, claims }, session)
      : notObserved(say`The record is older than what this check reads.`)
  }

/** Runs a check on a readable client assertion. */
export const onAssertion =
  (judge: (jwt: NonNullable<ClientAssertionReading['jwt']>, reading: ClientAssertionReading) => Outcome) =>
  ({ assertion: reading }: ClientAuthenticationReading): Outcome =>
    reading?.jwt ? judge(reading.jwt, reading) : notApplicable(say`There is no readable client assertion.`)

type Judge = (proof: DpopProof, reading: DpopReading) => Outcome

/** Runs a check on a request's DPoP proof; not observed without a readable one. */
export const onProof =
  (judge: Judge) =>
  (reading: DpopReading): Outcome =>
    reading.proof === null
      ? notObserved(say`The request carries no readable DPoP proof.`)
      : judge(reading.proof, reading)

/** The reason of a DPoP proof that is no header: what was seen is its parameter. RFC9449-4.1 */
export const inBodyReason = {
  says: 'The DPoP proof stands in the body, in the parameter {seen}, and there is no DPoP header',
  fix: 'Send the proof as the value of the header DPoP, and leave it out of the body.',
  refusal: 'The DPoP proof stands in the body: send it in the DPoP header.',
} as const satisfies Reason

/** Runs a check on the proof at protected resources only, where it comes with an access token. */
export const onProofWithToken = (judge: Judge) =>
  onProof((proof, reading) =>
    reading.role === 'as'
      ? notApplicable(say`A request to the authorization server carries no access token.`)
      : judge(proof, reading),
  )

/** The reasons of JSON beyond a limit. @param what - begins a sentence, e.g. `The credential request` */
export const boundReasons = (what: string) =>
  ({
    form_for_json: {
      says: `${what} is a form in place of a JSON object`,
      fix: 'Serialise all parameters as the members of one JSON object, and send that text with Content-Type application/json.',
      refusal: 'Send one JSON object with Content-Type application/json, not a form.',
    },
    too_deep: {
      says: `${what} is nested deeper than ${jsonDepthMax} levels`,
      fix: `Flatten the JSON to at most ${jsonDepthMax} levels.`,
      refusal: `${what} ${exceededJsonBound({ ok: false, reason: 'too_deep' })}.`,
    },
    too_wide: {
      says: `${what} holds more than ${jsonValuesMax} values`,
      fix: `Shorten the JSON to at most ${jsonValuesMax} values.`,
      refusal: `${what} ${exceededJsonBound({ ok: false, reason: 'too_wide' })}.`,
    },
  }) as const satisfies Readonly<Record<string, Reason>>

/** The key of the reason why JSON is beyond a limit, or a form; `null` for anything else. */
export function beyondBound(json: JsonBody): 'too_deep' | 'too_wide' | 'form_for_json' | null {
  if (json.ok) return null
  if (json.reason === 'too_deep' || json.reason === 'too_wide') return json.reason
  return isForm(json) ? 'form_for_json' : null
}

/** True for a form where JSON is due: its media type is then right for what it is. */
export const isForm = (json: JsonBody): boolean => !json.ok && json.isForm === true

/** Judges `authorization_details` sent to an issuer that does not advertise them. RFC9396-10 */
export function judgeIgnoredDetails({
  form,
  readsDetails,
}: {
  readonly form: FormReading
  readonly readsDetails: boolean
}): Outcome {
  if (readsDetails) return notApplicable(say`The metadata announces authorization_details.`)
  return form.body.sent('authorization_details')
    ? violated({ expected: say`no authorization_details`, actual: bare.sent })
    : pass()
}

/** The reasons of `judgeRepeatedParameters`. @param what - the request, e.g. `token request` */
export const repeatedParameterReasons = (what: string) =>
  ({
    repeated: {
      says: `The ${what} has a parameter more than once: {seen}`,
      fix: 'Set each parameter in a map, and encode the map once as a form.',
    },
    too_many: {
      says: `The ${what} has more than ${formPairsMax} parameters`,
      fix: `Send at most ${formPairsMax} parameters, those of the specification.`,
      refusal: `The form holds more than ${formPairsMax} parameters.`,
    },
  }) as const satisfies Readonly<Record<string, Reason>>

/**
 * Judges that no parameter of a form repeats, except `resource`, one per resource. Forms with too many parameters are
 * not judged.
 * @see RFC6749-3.1, [RFC 8707 section 2](https://www.rfc-editor.org/rfc/rfc8707.html#section-2)
 */
export function judgeRepeatedParameters({ duplicates, tooMany }: Parameters): Outcome {
  if (tooMany) return violated('too_many', { expected: say`at most ${formPairsMax} parameters`, actual: say`more` })
  const repeated = duplicates.filter((name) => name !== 'resource')
  return repeated.length === 0
    ? pass()
    : violated('repeated', { expected: say`each name once`, actual: shownNames(repeated) })
}

/** Parameters or members that a request has no use for, by name: one of them may be a misspelt one. */
export const othersIn = (
  sent: Iterable<readonly [string, unknown]>,
  known: ReadonlySet<string>,
): Readonly<Record<string, unknown>> => Object.fromEntries([...sent].filter(([name]) => !known.has(name)).slice(0, 64))

/**
 * Display name of an issuer. The own issuer of another session stays anonymous, since its URL belongs to that session.
 */
export const issuerWords = (issuerId: string) =>
  laboratoryOf(issuerId) === null ? quote(issuerId) : say`an issuer that another session has for itself`
