import crypto, { createHash } from 'node:crypto'

/** Digests bytes, or a string's UTF-8, with an algorithm under its Node name. */
type Hash = (algorithm: 'sha256' | 'sha384' | 'sha512', data: string | Uint8Array) => Buffer

const byObject: Hash = (algorithm, data) => createHash(algorithm).update(data).digest()
const atOnce: Hash = (algorithm, data) => crypto.hash(algorithm, data, 'buffer')

/** Node 20.12 and later digest in one call, which halves the cost. */
export const hash: Hash = typeof crypto.hash === 'function' ? atOnce : byObject
