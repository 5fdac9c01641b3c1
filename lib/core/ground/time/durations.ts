/** A session and its offer: short, as OID4VCI-1FINAL-4.1.1 asks, yet long enough for a person to scan and approve. */
export const sessionTtlSeconds = 900

export const requestUriTtlSeconds = 90

export const authorizationCodeTtlSeconds = 60

/** State, code and token of the chained server: machine to machine. */
export const chainedTtlSeconds = 60

/** How many seconds after an answer a user agent must open the `redirect_uri`; a later visit is an error. */
export const redirectSeconds = 120

/** How long the `jti` of a client assertion or an attestation PoP is remembered. */
export const assertionMemorySeconds = 600

/** Wrong transaction codes after which the pre-authorized code is dead. OID4VCI working text, section 13.6.3 */
export const txCodeAttemptsMax = 5

/** Over five minutes only because the token is sender-constrained: OID4VCI-1FINAL-13.10. */
export const accessTokenTtlSeconds = 600

/** OID4VCI-1FINAL-13.8 leaves it to the issuer. */
export const cNonceTtlSeconds = 300

/**
 * Exchanges of a session that are kept whole: several times what the longest flow with its repetitions takes. Those that
 * come later are answered, judged and counted like these, but their header fields, parameters and bodies are not kept.
 */
export const sessionExchangesWholeMax = 250

/** Exchanges that a session may have: what comes later is refused, and is in the ledger alone. */
export const sessionExchangesMax = 10_000

/** Fetches that name no session which are drawn into one, the first of them. */
export const inferredExchangesMax = 250

/** Technical validity of a credential, in days as in section 2.5 of the PID Rulebook 1.7; counted from the start of the day. */
export const credentialTtlSeconds = 14 * 24 * 60 * 60

/** Tolerance for instants that a client made: late by this much, or early by `clockSkewFutureSeconds`. */
export const clockSkewPastSeconds = 300

export const clockSkewFutureSeconds = 60

const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
] as const

/** A number of seconds for people: seconds up to two hours, then hours, after two days days. Never negative. */
export function durationWords(seconds: number): string {
  const length = Math.abs(seconds)
  const unit = units.find((one) => length >= 2 * one.seconds)
  return unit === undefined ? `${Math.round(length)} s` : `${Math.round(length / unit.seconds)} ${unit.name}`
}

/** How far an instant is from now, for people: `600 s in the past`. `fromNow`: seconds, negative for the past. */
export const distanceWords = (fromNow: number): string =>
  `${durationWords(fromNow)} in the ${fromNow < 0 ? 'past' : 'future'}`
