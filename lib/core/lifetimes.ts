/** Lifetimes in seconds, each with its reason in the design (issuance, section 3.0). */
export const sessionTtlSeconds = 900
export const accessTokenTtlSeconds = 600
export const cNonceTtlSeconds = 300
/** Tolerance for instants that a client made: late by this much, or early by `clockSkewFutureSeconds`. */
export const clockSkewPastSeconds = 300
export const clockSkewFutureSeconds = 60
