import { gunzipSync } from 'node:zlib'
import type { ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/** Unpacks gzip and stops at the bound, however small the packed bytes are. */
export const gunzip: ScoreboardPorts['gunzip'] = (bytes, bytesMax) => {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too_large'
      : 'malformed'
  }
}
