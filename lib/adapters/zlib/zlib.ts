import { constants, deflateSync, inflate } from 'node:zlib'
import type { Zlib } from '@/lib/core/ground/ports/ports'

/** The ZLIB data format by Node. What is inflated is bounded before it takes memory, and never on the main thread. */
export const zlib: Zlib = {
  deflate: (data) => new Uint8Array(deflateSync(data, { level: constants.Z_BEST_COMPRESSION })),
  inflate: (data, bytesMax) =>
    new Promise((resolve) => {
      inflate(data, { maxOutputLength: bytesMax }, (error, inflated) => {
        resolve(error === null ? new Uint8Array(inflated.buffer, inflated.byteOffset, inflated.length) : null)
      })
    }),
}
