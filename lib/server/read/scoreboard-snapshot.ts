import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildCompactScoreboard } from '@/lib/core/scoreboard/rows/build-compact-scoreboard'
import type { ScoreboardPorts, ScoreboardSnapshot } from '@/lib/core/scoreboard/scoreboard-ports'
import type { ScoreboardStore } from '@/lib/core/scoreboard/scoreboard-store'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)]
/** Compresses nearly as well as the maximum level, in a tenth of the time. */
const brotliQuality = 5

/**
 * Caches the document of all public rows until storage reports a change; checking costs one small query per request.
 * Requests that arrive during a rebuild share its result.
 */
export function createScoreboardSnapshot(input: {
  readonly revision: ScoreboardStore['revision']
  readonly readPublic: ScoreboardPorts['readPublic']
  readonly readNamed: ScoreboardStore['namedInRows']
}): ScoreboardPorts['snapshot'] {
  let kept: { readonly revision: string; readonly snapshot: Promise<ScoreboardSnapshot> } | null = null
  return async () => {
    const revision = await input.revision()
    if (kept?.revision !== revision) {
      const building = { revision, snapshot: build(input) }
      kept = building
      building.snapshot.catch(() => {
        if (kept === building) kept = null
      })
    }
    return kept.snapshot
  }
}

async function build({
  readPublic,
  readNamed,
}: Pick<Parameters<typeof createScoreboardSnapshot>[0], 'readPublic' | 'readNamed'>): Promise<ScoreboardSnapshot> {
  const read = async (path: string, query: string) => {
    const { status, body } = await readPublic(path, query)
    if (status !== 200)
      throw new StoreUnavailable(`PocketBase responded to the reading of ${path} with status ${status}.`)
    return body
  }
  const document = await buildCompactScoreboard({ read, readNamed }, turn)
  const identity = Buffer.from(JSON.stringify(document))
  await turn()
  const [br, gzipped] = await Promise.all([
    packBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    packGzip(identity),
  ])
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`
  return { document, packed: { identity, gzip: gzipped, br }, etag }
}
