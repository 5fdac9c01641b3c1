/** Lifetimes in seconds, each with its reason in the design (issuance, section 3.0). */
export const sessionTtlSeconds = 900
export const accessTokenTtlSeconds = 600
export const cNonceTtlSeconds = 300
/** Technical validity of a credential, days as the PID Rulebook 1.7 section 2.5 has it; other than its expiry date. */
export const credentialTtlSeconds = 14 * 24 * 60 * 60
/** Tolerance for instants that a client made: late by this much, or early by `clockSkewFutureSeconds`. */
export const clockSkewPastSeconds = 300
export const clockSkewFutureSeconds = 60
