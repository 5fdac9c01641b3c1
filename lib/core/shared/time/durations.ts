/** Lifetime of a session and its offer: short, as OID4VCI-1FINAL-4.1.1 asks, but long enough to scan and approve. */
export const sessionTtlSeconds = 900

export const requestUriTtlSeconds = 90

export const authorizationCodeTtlSeconds = 60

/** State, code and token of the chained server, which only machines exchange. */
export const chainedTtlSeconds = 60

/** Seconds within which a user agent must open the `redirect_uri`; later visits are errors. */
export const redirectSeconds = 120

/** How long the `jti` of a client assertion or attestation PoP is remembered. */
export const assertionMemorySeconds = 600

/** Wrong transaction codes that invalidate the pre-authorized code. OID4VCI working text, section 13.6.3 */
export const txCodeAttemptsMax = 5

/** Longer than five minutes, which is allowed because the token is sender-constrained: OID4VCI-1FINAL-13.10. */
export const accessTokenTtlSeconds = 600

/** Left to the issuer by OID4VCI-1FINAL-13.8. */
export const cNonceTtlSeconds = 300

/**
 * Exchanges recorded completely per session: several times the longest flow with repetitions. Later ones are still
 * answered, judged and counted, but without header fields, parameters and bodies.
 */
export const sessionExchangesWholeMax = 250

/** Most exchanges per session; later ones are refused and recorded only in the ledger. */
export const sessionExchangesMax = 10_000

/** Most unbound fetches attributed to one session; the first ones count. */
export const inferredExchangesMax = 250

/**
 * Technical validity of a credential: whole days as in section 2.5 of the PID Rulebook 1.7, from the start of the day.
 */
export const credentialTtlSeconds = 14 * 24 * 60 * 60

/** Tolerance for client timestamps: this much in the past, `clockSkewFutureSeconds` in the future. */
export const clockSkewPastSeconds = 300

export const clockSkewFutureSeconds = 60

const units = [
  { name: 'days', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
] as const

/** Seconds for people: in seconds up to two hours, in hours up to two days, then in days. Never negative. */
export function durationWords(seconds: number): string {
  const length = Math.abs(seconds)
  const unit = units.find((one) => length >= 2 * one.seconds)
  return unit === undefined ? `${Math.round(length)} s` : `${Math.round(length / unit.seconds)} ${unit.name}`
}

/** Distance from now for people: `600 s in the past`. `fromNow`: seconds, negative for the past. */
export const distanceWords = (fromNow: number): string =>
  `${durationWords(fromNow)} in the ${fromNow < 0 ? 'past' : 'future'}`
