import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { PublicFile, ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { createHotPath } from './client'

const socketsMax = 32

const handedOn: ReadonlySet<number> = new Set([200, 206, 416])

/**
 * Opens files of records without a token, so that PocketBase applies the record's view rule. `timeoutMillis` bounds the
 * wait for the response to start, and for each further chunk.
 */
function createPublicFiles(
  url: string,
  timeoutMillis: number,
): { readonly open: ScoreboardPorts['openPublicFile']; readonly close: () => void } {
  const base = new URL(url)
  const secure = base.protocol === 'https:'
  const agent = new (secure ? https : http).Agent({ keepAlive: true, maxSockets: socketsMax })
  const ask = secure ? https.request : http.request
  const open: ScoreboardPorts['openPublicFile'] = ({ collection, id, name, thumb, range }) =>
    new Promise((resolve, reject) => {
      const query = thumb === null ? '' : `?thumb=${encodeURIComponent(thumb)}`
      const parts = [collection, id, name].map(encodeURIComponent).join('/')
      const path = `${base.pathname.replace(/\/$/, '')}/api/files/${parts}${query}`
      const headers = range === null ? {} : { range }
      const request = ask({ agent, method: 'GET', host: base.hostname, port: base.port, path, headers })
      const fail = (cause?: Error) =>
        reject(new StoreUnavailable('PocketBase does not respond.', cause === undefined ? {} : { cause }))
      request.setTimeout(timeoutMillis, () => {
        request.destroy()
        fail()
      })
      request.on('error', fail)
      request.on('response', (response) => {
        const { statusCode = 0 } = response
        if (statusCode >= 500) {
          response.resume()
          fail()
        } else resolve(fileOf(response, statusCode))
      })
      request.end()
    })
  return { open, close: () => agent.destroy() }
}

function fileOf(response: IncomingMessage, status: number): PublicFile {
  const found = handedOn.has(status)
  if (!found) response.resume()
  return {
    status: found ? status : 404,
    bytes: found ? Number(response.headers['content-length'] ?? 0) : 0,
    contentRange: response.headers['content-range'] ?? null,
    chunks: response,
  }
}

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
