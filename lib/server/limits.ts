/**
 * Maximum bytes of the header section: leaves enough room for wallet attestations, a DPoP proof and an access token.
 */
export const headerBytesMax = 32 * 1024

/** Bytes up to which an oversized header section is still read, so that its refusal is complete evidence. */
export const headerBytesReadMax = 256 * 1024

/** Seconds within which a request must have arrived: its header section, and all of it. */
export const requestSeconds = { headers: 15, whole: 30 } as const

/** Bytes of a body from which on others have their turn between two steps of the work with it. */
export const largeBodyBytes = 64 * 1024

/** Milliseconds after which connections are looked through for requests that are late. Node does so every 30 s by itself. */
export const lateCheckMillis = 1000

/** Connections that are open at a time, altogether and from one address: several times what a busy test bench has. */
export const connectionBounds = { max: 4096, perAddressMax: 2048 } as const

/** Unanswered requests of a connection beyond which nothing more is read from it. */
export const pipelinedMax = 16

/**
 * Idle timeout of a connection in seconds. Longer than that of proxies and clients, so that they close it first: a
 * request sent while we close would be reset.
 */
export const idleSeconds = 75

/** Bytes of requests' bodies that the process holds at a time: what is received, until it is answered. */
export const bodyRoomBytes = { max: 256 * 1024 * 1024, perAddressMax: 128 * 1024 * 1024, small: 16 * 1024 } as const

/** The same of answers that clients have not taken yet. Small ones are not counted. */
export const answerRoomBytes = { max: 256 * 1024 * 1024, perAddressMax: 128 * 1024 * 1024, small: 64 * 1024 } as const

/** How long a client may take to read an answer: what a phone at the edge of its network needs. */
export const answerTime = { seconds: 30, bytesPerSecond: 16 * 1024 } as const

/** Bytes that a page is counted as, scripts and pictures included: its size is not known before it is drawn. */
export const pageBytes = 2 * 1024 * 1024
