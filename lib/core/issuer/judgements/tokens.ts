import { type Ask, broken, type Outcome, pass, type Reason, tolerated, violated } from '../../engine/checks/check'
import { shown, shownName } from '../../engine/judgements/shown'
import type { Unreadable } from '../../shared/jose/jwt'
import { bare, quote, say, type Wording } from '../../shared/values/wording'
import type { JtiHistory } from '../read/oauth/client-authentication/read-jti-history'
import type { AccessTokenReading } from '../read/oauth/read-access-token'

/**
 * Judges the `typ` header. Media types may have the prefix `application/` (RFC7515-4.1.9). Other letter case is the
 * same media type, but not what the specifications use, so it is tolerated.
 * @param reason its key, if the check has several
 */
export function judgeTyp(actual: unknown, expected: Wording, reason: string = broken): Outcome {
  const mismatch = { expected, actual: shown(actual) }
  if (typeof actual !== 'string') return violated(reason, mismatch)
  const bare = actual.replace(/^application\//i, '')
  const wanted = expected.toString()
  if (bare === wanted) return pass(quote(actual))
  return bare.toLowerCase() === wanted ? tolerated(reason, mismatch) : violated(reason, mismatch)
}

/**
 * Judges the `alg` header against the published list, which never includes `none` or a MAC; `algReasons` has the
 * reasons.
 */
export function judgeAlg(alg: unknown, published: readonly string[]): Outcome {
  if (typeof alg === 'string' && published.includes(alg)) return pass(quote(alg))
  const expected = published.map(quote)
  if (alg === undefined) return violated('alg_missing', { expected, actual: null })
  if (alg === 'none') return violated('unsigned', { expected, actual: bare.none })
  const isMac = typeof alg === 'string' && /^HS\d+$/.test(alg)
  return violated(isMac ? 'mac' : 'alg_not_published', { expected, actual: shown(alg) ?? say`null` })
}

const reasonOfHistory = {
  refused: 'sent_with_refused',
  refused_lost: 'refused_response_lost',
  used: 'used_before',
  lost: 'response_lost',
} as const

/**
 * Judges reuse of the `jti` of a proof of possession or client assertion; `jtiReasons` has the reasons. One that
 * authenticated a client is refused. One that only appeared in refused requests is reported: the specifications ask for
 * a new one, but leave refusal to the server.
 * @see ABCA-10.2, ABCA-12.1, RFC7523-3
 */
export function judgeJti(history: JtiHistory): Outcome {
  if (history === 'new') return pass()
  const isLost = history === 'lost' || history === 'refused_lost'
  return violated(reasonOfHistory[history], {
    expected: say`a new jti`,
    actual: bare.usedBefore,
    ...(isLost && { echo: true }),
  })
}

/** What was seen of an unreadable token; `unreadableReasons` has the reasons. A repeated member is named. */
export function unreadableToken({ reason, repeated }: Unreadable, expected: Wording) {
  return repeated === null
    ? { expected, actual: quote(reason) }
    : { expected: say`each name once`, actual: say`${shownName(repeated)} twice` }
}

/** The reasons of `judgeAccessToken`. @param what - the request, e.g. `notification` */
export const accessTokenReasons = (what: string) =>
  ({
    absent: {
      says: `The ${what} has no access token in the Authorization header`,
      fix: 'Send the access_token in the Authorization header, with the scheme DPoP and a DPoP proof for this endpoint.',
    },
    in_query: {
      says: `The access token of the ${what} stands in the URL`,
      fix: 'Move the access_token from the query into the Authorization header, with the scheme DPoP.',
      error: 'invalid_request',
    },
    in_body: {
      says: `The access token of the ${what} stands in the body`,
      fix: 'Move the access_token from the body into the Authorization header, with the scheme DPoP.',
      error: 'invalid_request',
    },
    several_headers: {
      says: `The ${what} has several Authorization headers`,
      fix: 'Set one Authorization header, with the scheme DPoP and the access_token.',
      error: 'invalid_request',
    },
    malformed: {
      says: `The access token of the ${what} does not have the form of one of this issuer`,
      fix: 'Send the access_token as the token response has it, character by character.',
    },
    bad_signature: {
      says: `The signature of the access token of the ${what} is not of this service`,
      fix: 'Send the access_token as the token response has it, character by character.',
    },
    unknown: {
      says: `This issuer does not know the access token of the ${what}`,
      fix: 'Send the access_token of the last token response of this issuer, unchanged.',
    },
    wrapped_value: {
      says: `The access token of the ${what} has blanks or quotation marks around it`,
      fix: 'Send the value of access_token without anything before and behind it.',
    },
    encoded_value: {
      says: `The access token of the ${what} is encoded once too often: {seen}`,
      fix: 'Send the value of access_token as the text that it is, without encoding it.',
    },
    other_value: {
      says: `The access token of the ${what} is {seen}`,
      fix: 'Send the member access_token of the last token response in the Authorization header.',
    },
    other_issuer: {
      says: `The access token of the ${what} is from another issuer of this service`,
      fix: 'Send the request to the issuer whose token endpoint gave the access_token.',
    },
    expired: {
      says: `The access token of the ${what} has expired`,
      fix: 'Refresh the access token where there is a refresh_token, or start a new issuance.',
    },
    revoked: {
      says: `The access token of the ${what} was revoked because its code was sent twice`,
      fix: 'Start again with a new authorization or a new credential offer.',
    },
  }) as const satisfies Readonly<Record<string, Reason>>

/**
 * Judges how a request after the credential request carries its access token, and whether the token is alive.
 * @see RFC6750-2, RFC9449-7
 */
export function judgeAccessToken(reading: AccessTokenReading): Outcome {
  const { state, inQuery, inBody, headerCount } = reading
  const expected = say`one current access token in the Authorization header`
  if (inQuery || inBody || headerCount > 1)
    return violated(inQuery ? 'in_query' : inBody ? 'in_body' : 'several_headers', {
      expected,
      actual: inQuery ? say`in the query` : inBody ? say`in the body` : say`${headerCount} headers`,
    })
  if (state === 'alive') return pass()
  return violated(state, { expected, actual: quote(state.replaceAll('_', ' ')), asks: asksOfToken(reading) })
}

/** Asks what a text is that is no access token of ours. */
export const asksOfToken = ({ state, token }: Pick<AccessTokenReading, 'state' | 'token'>): readonly Ask[] =>
  token !== null && (state === 'malformed' || state === 'unknown')
    ? [{ value: token, due: 'access_token', reason: 'other_value', wrapped: 'wrapped_value', encoded: 'encoded_value' }]
    : []
