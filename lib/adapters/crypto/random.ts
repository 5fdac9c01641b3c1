import { randomBytes } from 'node:crypto'
import type { Random } from '@/lib/core/ground/ports/ports'

/** Random bytes from OpenSSL's generator. */
export const random: Random = (bytes) => randomBytes(bytes)
