import { createHash } from 'node:crypto'
import { constants, deflateSync, inflate } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Zlib } from '@/lib/core/shared/ports/ports'

/**
 * Cache of compressed data, by the SHA-256 of its input. Compressing a status list of 131072 entries, 2000 of them
 * non-zero, takes 10 ms; hashing it takes a tenth of that, and anybody may request it repeatedly.
 */
const compressed = new LRUCache<string, Uint8Array>({
  maxSize: 1024 * 1024,
  sizeCalculation: ({ length }) => Math.max(1, length),
})

/**
 * The ZLIB format through Node. Decompression is bounded before it allocates memory, and never runs on the main thread.
 */
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
