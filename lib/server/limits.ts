/** Bytes that the header section may have: wallet attestations, a DPoP proof and an access token fit well. */
export const headerBytesMax = 32 * 1024

/** Bytes of a header section up to which it is read all the same, so that its refusal is evidence with all it holds. */
export const headerBytesReadMax = 256 * 1024

/** Seconds within which a request must have arrived: its header section, and all of it. */
export const requestSeconds = { headers: 15, whole: 30 } as const

/**
 * Seconds for which a connection may lie idle. Longer than proxies and clients keep theirs, so that they are the ones who
 * close it: a request sent while we close would end in a reset.
 */
export const idleSeconds = 75
