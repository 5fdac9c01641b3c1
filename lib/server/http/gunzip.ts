import { gunzipSync } from 'node:zlib'
import type { ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/** Decompresses gzip and stops at the limit, however small the compressed data is. */
export const gunzip: ScoreboardPorts['gunzip'] = (bytes, bytesMax) => {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too_large'
      : 'malformed'
  }
}
