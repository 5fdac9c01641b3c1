import { createHash } from 'node:crypto'
import { constants, deflateSync, inflate } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Zlib } from '@/lib/core/ground/ports/ports'

/**
 * What was compressed last, by the SHA-256 of its bytes. Compressing a status list of 131072 entries of which 2000 are not 0
 * takes 10 ms, its hash a tenth of one, and anybody may ask for it again and again.
 */
const compressed = new LRUCache<string, Uint8Array>({
  maxSize: 1024 * 1024,
  sizeCalculation: ({ length }) => Math.max(1, length),
})

/** The ZLIB data format by Node. What is inflated is bounded before it takes memory, and never on the main thread. */
export const zlib: Zlib = {
  deflate: (data) => {
    const key = createHash('sha256').update(data).digest('base64')
    const known = compressed.get(key) ?? new Uint8Array(deflateSync(data, { level: constants.Z_BEST_COMPRESSION }))
    compressed.set(key, known)
    return known.slice()
  },
  inflate: (data, bytesMax) =>
    new Promise((resolve) => {
      inflate(data, { maxOutputLength: bytesMax }, (error, inflated) => {
        resolve(error === null ? new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.length) : null)
      })
    }),
}
