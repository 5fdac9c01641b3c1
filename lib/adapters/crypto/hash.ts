import crypto, { createHash } from 'node:crypto'

/** Digest of bytes, or of the UTF-8 of a string, under one of Node's names. */
type Hash = (algorithm: 'sha256' | 'sha384' | 'sha512', data: string | Uint8Array) => Buffer

const byObject: Hash = (algorithm, data) => createHash(algorithm).update(data).digest()
const atOnce: Hash = (algorithm, data) => crypto.hash(algorithm, data, 'buffer')

/** Without an object for each digest, which costs half of it, where Node has that: from 20.12 on. */
export const hash: Hash = typeof crypto.hash === 'function' ? atOnce : byObject
