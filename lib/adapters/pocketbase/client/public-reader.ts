import { StoreUnavailable } from '@/lib/core/ground/ports/errors'
import type { ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'
import { createHotPath } from './hot-path'
import { createPublicFiles } from './public-files'

/** Where PocketBase serves records; `path` starts with the collection. */
export const recordsPath = (path: string, query: string | null): string =>
  `/api/collections/${path}${query === null ? '' : `?${query}`}`

/** Reads records without a token, so that no request can return anything private. */
export function createPublicReader(
  url: string,
  timeoutMillis: number,
): Pick<ScoreboardPorts, 'readPublic' | 'openPublicFile'> & { readonly close: () => void } {
  const path = createHotPath(url.replace(/\/$/, ''))
  const files = createPublicFiles(url, timeoutMillis)
  return {
    async readPublic(rest, query) {
      try {
        const target = recordsPath(rest, query)
        const { status, text } = await path.send({ method: 'GET', path: target, token: '', timeoutMillis })
        if (status >= 500) throw new StoreUnavailable(`PocketBase responded with status ${status}.`)
        return { status, body: text }
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        throw new StoreUnavailable('PocketBase does not respond.', { cause: error })
      }
    },
    openPublicFile: files.open,
    close: () => {
      path.close()
      files.close()
    },
  }
}
