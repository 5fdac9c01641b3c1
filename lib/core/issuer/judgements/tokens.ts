import { type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown, shownName } from '../../engine/judgements/shown'
import type { Unreadable } from '../../shared/jose/jwt'
import { bare, quote, say, type Wording } from '../../shared/values/wording'
import type { JtiHistory } from '../read/oauth/client-authentication/read-jti-history'
import type { AccessTokenReading } from '../read/oauth/read-access-token'
import { lostResponse } from './proofs'

/**
 * Judges the `typ` header. Media types may have the prefix `application/` (RFC7515-4.1.9). Other letter case is the
 * same media type, but not what the specifications use, so it is tolerated.
 */
export function judgeTyp(actual: unknown, expected: Wording, hint?: Wording): Outcome {
  const mismatch = { expected, actual: shown(actual), ...(hint === undefined ? {} : { hint }) }
  if (typeof actual !== 'string') return violated(mismatch)
  const bare = actual.replace(/^application\//i, '')
  const wanted = expected.toString()
  if (bare === wanted) return pass(quote(actual))
  return bare.toLowerCase() === wanted ? tolerated(mismatch) : violated(mismatch)
}

/** Judges the `alg` header against the published list, which never includes `none` or a MAC. */
export function judgeAlg(alg: unknown, published: readonly string[]): Outcome {
  if (typeof alg === 'string' && published.includes(alg)) return pass(quote(alg))
  const expected = published.map(quote)
  if (alg === 'none') {
    return violated({
      expected,
      actual: bare.none,
      hint: say`The token is not signed at all: sign it with the private key.`,
    })
  }
  if (typeof alg === 'string' && /^HS\d+$/.test(alg)) {
    return violated({
      expected,
      actual: quote(alg),
      hint: say`This is a MAC with a shared secret, which anyone who can verify it could also create: sign with a private key.`,
    })
  }
  return violated({ expected, actual: shown(alg) })
}

/**
 * Judges reuse of the `jti` of a proof of possession or client assertion. One that authenticated a client is refused.
 * One that only appeared in refused requests is reported: the specifications ask for a new one, but leave refusal to
 * the server.
 * @param cause why a `jti` came with refused requests
 * @see ABCA-10.2, ABCA-12.1, RFC7523-3
 */
export function judgeJti(history: JtiHistory, cause: Wording): Outcome {
  const mismatch = { expected: say`a new jti`, actual: bare.usedBefore }
  switch (history) {
    case 'new':
      return pass()
    case 'refused':
      return violated({ ...mismatch, cause, error: null })
    case 'refused_lost':
      return violated({ ...mismatch, cause: lostResponse, echo: true, error: null })
    case 'used':
      return violated(mismatch)
    case 'lost':
      return violated({ ...mismatch, cause: lostResponse, echo: true })
  }
}

/** Finding text for an unreadable token. A repeated member is named. */
export function unreadableToken(subject: Wording, { reason, repeated }: Unreadable, expected: Wording) {
  if (repeated === null) return { expected, actual: quote(reason) }
  const name = shownName(repeated)
  return {
    expected: say`each name once`,
    actual: say`${name} twice`,
    cause: say`${subject} names ${name} twice`,
    hint: say`Build the JSON from a map, not by joining text: libraries differ in which of two equal names counts.`,
  }
}

/**
 * Judges how a request after the credential request carries its access token, and whether the token is alive.
 * @see RFC6750-2, RFC9449-7
 */
export function judgeAccessToken({ state, inQuery, inBody, headerCount }: AccessTokenReading): Outcome {
  const expected = say`one current access token in the Authorization header`
  if (inQuery || inBody || headerCount > 1)
    return violated({
      expected,
      actual: inQuery ? say`in the query` : inBody ? say`in the body` : say`${headerCount} headers`,
      error: 'invalid_request',
    })
  return state === 'alive' ? pass() : violated({ expected, actual: quote(state.replaceAll('_', ' ')) })
}
