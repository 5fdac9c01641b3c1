import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { contractEntry } from '@/lib/contract/contract'
import { type ContractEntry, needsApiKey } from '@/lib/contract/contract-entry'
import type { Exchange, HeaderField } from '@/lib/core/shared/http/exchange'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { headerBytesMax } from '../basics/limits'
import { type Place, unboundedPlace } from '../guard/memory-room'
import { findRoute } from './router'

/**
 * Bytes beyond the limit that are read and discarded, so that the client can finish sending and then read the response.
 */
const drainBytesMax = 8 * 1024 * 1024

/** How the body of a request is read. */
export interface BodyReading {
  /** True for requests with the admin key. */
  readonly isAdmin: (headers: readonly HeaderField[]) => boolean
  /** True for requests with a valid key of an organisation. */
  readonly isOrganization: (headers: readonly HeaderField[]) => Promise<boolean>
  /** True for requests that may publish, as far as can be told before their body is read. */
  readonly isPublisher: (headers: readonly HeaderField[]) => boolean
  /** Aborted when the rest of the body will not arrive; the body is then the part received. */
  readonly ending: AbortSignal
  /** Tells a waiting client to send the body; absent if the body is already being sent. */
  readonly askForBody?: () => void
  /** False if the body is not awaited. */
  readonly wanted: boolean
  /** Memory reserved for the body; without enough, nothing of the body is kept. */
  readonly place: Place
}

/**
 * Captures a request as data before anything parses it: method, target, raw header list, body bytes up to the limit,
 * time.
 */
export async function capture(
  request: IncomingMessage,
  at: EpochMillis,
  remoteAddress: string,
  reading: BodyReading,
): Promise<Exchange> {
  const target = request.url ?? '/'
  const { path, query, ...authority } = splitTarget(target)
  const headers = headerFields(request.rawHeaders)
  const found = findRoute(request.method ?? 'GET', path)
  const entry = found.kind === 'operation' ? contractEntry(found.operation) : null
  const isOrganization = entry?.auth === 'organization' && (await reading.isOrganization(headers))
  const kept = bytesKept(entry, () =>
    entry?.auth === 'publisher' ? reading.isPublisher(headers) : isOrganization || reading.isAdmin(headers),
  )
  // Only a request with the admin key may make us keep more than that.
  const isUnbounded = entry !== null && needsApiKey(entry) && !isOrganization
  const body = await takeBody(request, kept, isUnbounded ? { ...reading, place: unboundedPlace } : reading)
  return {
    id: exchangeId(randomUUID()),
    at,
    method: request.method ?? 'GET',
    path,
    query,
    ...authority,
    headers,
    ...body,
    remoteAddress,
  }
}

/** Splits a request target at its first `?`; of an absolute one (meant for proxies) the host is told apart. RFC9112-3.2.2 */
export function splitTarget(target: string): Pick<Exchange, 'path' | 'query' | 'targetHost'> {
  const [origin = '', targetHost] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target) ?? []
  const rest = target.slice(origin.length)
  const mark = rest.indexOf('?')
  return {
    // An empty path is `/`. RFC9110-4.2.3
    path: (mark === -1 ? rest : rest.slice(0, mark)) || '/',
    query: mark === -1 ? null : rest.slice(mark + 1),
    ...(targetHost === undefined ? {} : { targetHost }),
  }
}

/** Header fields up to the limit; longer ones are refused, and the part kept is evidence enough. */
export function headerFields(raw: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  let bytes = 0
  for (let index = 0; index + 1 < raw.length && bytes <= headerBytesMax; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    fields.push([name, value])
    bytes += name.length + value.length + 4
  }
  return fields
}

/** Bytes kept of an unexpected body: enough to recognise it. */
const unwantedBytesMax = 4096

/**
 * Bytes kept of a body; `entry` is null for an unknown path. Large bodies that need a key are kept only for requests
 * with it, so that nobody else can fill the memory.
 */
export function bytesKept(entry: Pick<ContractEntry, 'auth' | 'bodyBytesMax'> | null, holdsKey: () => boolean): number {
  if (entry === null) return bodyBytesMax.issuance
  const needsKey = needsApiKey(entry) || entry.auth === 'publisher'
  if (needsKey && entry.bodyBytesMax > unwantedBytesMax && !holdsKey()) return unwantedBytesMax
  return Math.max(entry.bodyBytesMax, unwantedBytesMax)
}

interface Body {
  readonly body: Uint8Array
  readonly bodyOverflow: boolean
  readonly bodyBytes: number
}

const noBody: Body = { body: new Uint8Array(), bodyOverflow: false, bodyBytes: 0 }

/** A client that sends `Expect` learns of the limit before it sends the body. RFC 9110 section 10.1.1 */
async function takeBody(request: IncomingMessage, bound: number, reading: BodyReading): Promise<Body> {
  if (!reading.wanted) return noBody
  if (reading.askForBody) {
    const stated = Number(request.headers['content-length'] ?? 0)
    if (stated > bound) return { ...noBody, bodyOverflow: true, bodyBytes: stated }
    reading.askForBody()
  }
  return readBody(request, bound, reading)
}

function readBody(
  request: IncomingMessage,
  bound: number,
  { ending, place }: Pick<BodyReading, 'ending' | 'place'>,
): Promise<Body> {
  return new Promise((resolve) => {
    const kept = createKeeper(bound, place)
    let bytes = 0
    const done = () => {
      request.off('data', onData)
      resolve({ body: kept.bytes(), bodyOverflow: bytes > bound, bodyBytes: bytes })
    }
    const onData = (chunk: Buffer) => {
      kept.keep(chunk)
      bytes += chunk.length
      if (bytes > bound + drainBytesMax) {
        request.pause()
        done()
      }
    }
    request.on('data', onData)
    request.once('end', done)
    // If a client disconnects in mid-body, the part received is evidence.
    request.once('aborted', done)
    request.once('error', done)
    // Whoever was looked up in storage first may be gone since.
    if (request.destroyed) done()
    const endEarly = () => {
      // The data from the packet that caused the error is still buffered.
      while (request.read() !== null);
      done()
    }
    if (ending.aborted) endEarly()
    else ending.addEventListener('abort', endEarly, { once: true })
  })
}

/** Initial size of the buffer for a body, in bytes. */
const firstBytes = 4096

/**
 * Keeps up to `bound` bytes in one growing buffer. If a client sends single bytes as chunks, a list of chunks would
 * take a hundred times as much memory.
 */
function createKeeper(bound: number, place: Place): { keep(chunk: Buffer): void; bytes(): Uint8Array } {
  let buffer = Buffer.alloc(0)
  let length = 0
  return {
    keep(chunk) {
      const wanted = Math.min(bound, length + chunk.length)
      if (wanted > buffer.length) {
        const size = Math.min(bound, Math.max(wanted, 2 * buffer.length, firstBytes))
        const larger = place.grow(size) ? Buffer.allocUnsafeSlow(size) : Buffer.alloc(0)
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      length = Math.min(buffer.length, length)
      length += chunk.copy(buffer, length, 0, wanted - length)
    },
    bytes: () => buffer.subarray(0, length),
  }
}
