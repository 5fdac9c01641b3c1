import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { acceptsEncoding } from '@/lib/core/shared/http/request-headers'

const mediaTypes: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
}

interface PackedFile {
  readonly mediaType: string
  readonly bytes: Buffer
}

/**
 * Serves built files as the build has compressed them with Brotli, if the client accepts that; passes everything else
 * to `pages`. Their names contain a content hash, so clients may cache them forever. `folder`: where the build put
 * them, `null` without a build.
 */
export function withPackedFiles(
  pages: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  folder: string | null,
): RequestListener {
  const files = folder === null ? new Map<string, PackedFile>() : readPacked(folder)
  return (request, response) => {
    const { url = '', method, headers } = request
    const file = files.get(url)
    const accepted = [headers['accept-encoding'] ?? []].flat().join()
    if (file === undefined || headers.range !== undefined || !acceptsEncoding(accepted, 'br'))
      return pages(request, response)
    response.writeHead(200, {
      'Content-Type': file.mediaType,
      'Content-Encoding': 'br',
      'Content-Length': file.bytes.length,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(method === 'HEAD' ? undefined : file.bytes)
  }
}

/** The compressed files by the path that they are requested under. */
function readPacked(folder: string): ReadonlyMap<string, PackedFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.br'))
  return new Map(
    names.flatMap((name) => {
      const plain = name.slice(0, -'.br'.length)
      const mediaType = mediaTypes[plain.split('.').at(-1) ?? '']
      if (mediaType === undefined) return []
      const path = `/_next/static/${plain.split(sep).join('/')}`
      return [[path, { mediaType, bytes: readFileSync(join(folder, name)) }]]
    }),
  )
}
