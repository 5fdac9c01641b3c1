import { randomBytes, randomFillSync } from 'node:crypto'
import type { Random } from '@/lib/core/ground/ports/ports'

/** Random bytes that nobody has yet. To draw a salt by itself costs twenty times what it costs to take it from here. */
const pool = new Uint8Array(4096)
/** What is longer is drawn by itself. */
const takenMax = 64
let taken = pool.length

/** Random bytes of OpenSSL's generator. None is handed out twice, and none stays here once it is handed out. */
export const random: Random = (bytes) => {
  if (bytes > takenMax) return randomBytes(bytes)
  if (taken + bytes > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const drawn = pool.slice(taken, taken + bytes)
  pool.fill(0, taken, taken + bytes)
  taken += bytes
  return drawn
}
