/**
 * Maximum bytes of the header section: leaves enough room for wallet attestations, a DPoP proof and an access token.
 */
export const headerBytesMax = 32 * 1024

/** Bytes up to which an oversized header section is still read, so that its refusal is complete evidence. */
export const headerBytesReadMax = 256 * 1024

/** Seconds within which the header section, and the whole request, must have arrived. */
export const requestSeconds = { headers: 15, whole: 30 } as const

/** Body size in bytes from which processing is split into steps, so that other work runs in between. */
export const largeBodyBytes = 64 * 1024

/** Milliseconds between two checks for requests that take too long. Node's default is 30 s. */
export const lateCheckMillis = 1000

/** Maximum number of open connections: several times what a busy test bench has. */
export const connectionsMax = 4096

/** Number of unanswered requests on a connection from which on nothing more is read from it. */
export const pipelinedMax = 16

/**
 * Idle timeout of a connection in seconds. Longer than that of proxies and clients, so that they close it first: a
 * request sent while we close would be reset.
 */
export const idleSeconds = 75

/** Maximum total bytes of request bodies held until they are answered. */
export const bodyRoomBytes = { max: 256 * 1024 * 1024, small: 16 * 1024 } as const

/** Maximum total bytes of answers that clients have not read yet. Small answers do not count. */
export const answerRoomBytes = { max: 256 * 1024 * 1024, small: 64 * 1024 } as const

/** How long a client may take to read an answer: enough for a phone with bad reception. */
export const answerTime = { seconds: 30, bytesPerSecond: 16 * 1024 } as const

/** Bytes that a page counts as, including scripts and pictures: its size is unknown before it is rendered. */
export const pageBytes = 2 * 1024 * 1024
