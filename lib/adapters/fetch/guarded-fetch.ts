import { promises as dns, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIPv4, isIPv6, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Seeker } from '@/lib/core/shared/ports/places'
import type { Clock, FetchDocument, FetchError, FetchedDocument } from '@/lib/core/shared/ports/ports'

/** Milliseconds for one document, from name lookup to the last byte. */
const timeoutMillis = 3000
const documentBytesMax = 65_536
/** Maximum number of concurrent requests: eight times the status lists that one response may refer to. */
export const fetchesMax = 32
/** How long a document is cached. Failures are not cached, so that a fixed issuer can be tried again at once. */
const rememberedMillis = 60_000
const rememberedMax = 32

/** Values that tests may replace. No setting changes them. */
interface GuardedFetchOptions {
  readonly now: Clock
  /**
   * Takes a slot for a client, and returns the function that frees it, or an error if the client's share is used up.
   * Absent for requests of the service itself.
   */
  readonly takePlace?: (seeker: Seeker) => (() => void) | FetchError
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>
  readonly isAllowed?: (address: string) => boolean
  /** PEM of the only trusted certificate authorities; Node's own list by default. */
  readonly authorities?: readonly string[]
  readonly timeoutMillis?: number
  readonly documentBytesMax?: number
  readonly accept?: string
  /** False disables caching. */
  readonly remembers?: false
}

/** Options for status lists: up to the size of a million entries, and never cached, because they change. TSL14-8.1 */
export const statusLists = {
  documentBytesMax: 1024 * 1024,
  accept: 'application/statuslist+jwt, application/statuslist+cwt',
  remembers: false,
} as const satisfies Partial<GuardedFetchOptions>

/**
 * Fetches from a host that a stranger chose, guarded against server-side request forgery: https only, every address of
 * the host must be public, the connection uses a checked address, no redirects, and bounded time, size and concurrency.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function createGuardedFetch(options: GuardedFetchOptions): FetchDocument {
  const { now, takePlace } = options
  const underWay = new Map<string, Promise<FetchedDocument>>()
  const remembered = new LRUCache<string, { readonly until: number; readonly document: Answered }>({
    max: rememberedMax,
  })
  return async (url, seeker) => {
    const known = remembered.get(url)
    if (known !== undefined && known.until > now()) return { ...known.document, remembered: true }
    const running = underWay.get(url)
    if (running !== undefined) return running
    const leave = seeker === undefined ? undefined : takePlace?.(seeker)
    if (typeof leave === 'string') return failed(leave)
    const asking = ask(new URL(url), options)
    underWay.set(url, asking)
    try {
      const document = await asking
      if (document.answered && document.status === 200 && options.remembers !== false)
        remembered.set(url, { until: now() + rememberedMillis, document })
      return document
    } finally {
      underWay.delete(url)
      leave?.()
    }
  }
}

type Answered = Extract<FetchedDocument, { answered: true }>

const failed = (error: FetchError): FetchedDocument => ({ answered: false, error })

const resolveAll = (hostname: string): Promise<readonly LookupAddress[]> =>
  dns.lookup(hostname, { all: true } satisfies LookupAllOptions)

async function ask(url: URL, options: GuardedFetchOptions): Promise<FetchedDocument> {
  const { resolve = resolveAll, isAllowed = isPublicAddress } = options
  const signal = AbortSignal.timeout(options.timeoutMillis ?? timeoutMillis)
  if (url.protocol !== 'https:') return failed('unreachable')
  const addresses = await inTime(resolve(url.hostname.replace(/^\[|\]$/g, '')), signal)
  if (addresses === 'timed_out') return failed('timed_out')
  if (addresses === null || addresses.length === 0) return failed('host_unknown')
  if (!addresses.every(({ address }) => isAllowed(address))) return failed('address_not_public')
  const answer = await inTime(get(url, { ...options, addresses, signal }), signal)
  return answer === 'timed_out' || answer === null ? failed('timed_out') : answer
}

/** Resolves to `null` on failure. A name lookup cannot be cancelled, so a late one keeps running. */
const inTime = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | null | 'timed_out'> =>
  Promise.race([
    work.catch(() => null),
    new Promise<'timed_out'>((resolve) => {
      if (signal.aborted) resolve('timed_out')
      signal.addEventListener('abort', () => resolve('timed_out'), { once: true })
    }),
  ])

function get(
  url: URL,
  {
    addresses,
    signal,
    authorities,
    accept = 'application/json',
    documentBytesMax: bytesMax = documentBytesMax,
  }: {
    readonly addresses: readonly LookupAddress[]
    readonly signal: AbortSignal
  } & Pick<GuardedFetchOptions, 'authorities' | 'accept' | 'documentBytesMax'>,
): Promise<FetchedDocument> {
  // No second lookup: the name could resolve to a different address now.
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
  return new Promise((resolve) => {
    const asked = request(url, {
      lookup,
      signal,
      agent: false,
      // Overrides any environment variable that disables certificate verification.
      rejectUnauthorized: true,
      headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'wallet-capture' },
      ...(authorities ? { ca: [...authorities] } : {}),
    })
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(failed(errorOf(error, signal))))
    asked.on('response', (response) => {
      read(response, bytesMax)
        .then(resolve, (error) => resolve(failed(errorOf(error, signal))))
        .finally(() => asked.destroy())
    })
    asked.end()
  })
}

async function read(response: IncomingMessage, bytesMax: number): Promise<FetchedDocument> {
  const { statusCode: status = 0, headers } = response
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? null
  const chunks: Buffer[] = []
  let bytes = 0
  // The body of an error page is irrelevant.
  if (status === 200) {
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > bytesMax) return failed('too_large')
      chunks.push(chunk)
    }
  }
  return { answered: true, status, mediaType, body: new Uint8Array(Buffer.concat(chunks)), remembered: false }
}

/** Matches the certificate error codes of OpenSSL and Node. */
const certificateErrors = /CERT|SELF_SIGNED|UNABLE_TO/

function errorOf({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): FetchError {
  if (signal.aborted) return 'timed_out'
  return certificateErrors.test(code) ? 'certificate_untrusted' : 'unreachable'
}

/** The global unicast range; the rest of IPv6 is reserved. RFC 4291 section 2.4 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public Internet, outside the special-purpose ranges of IANA's registries (RFC 6890).
 * False for anything else, such as a host name, an octal IPv4 address, or an address with a zone.
 */
export function isPublicAddress(address: string): boolean {
  // `parse` also accepts inet_aton spellings and zones.
  if (!isIPv4(address) && (!isIPv6(address) || address.includes('%'))) return false
  const read = ipaddr.parse(address)
  return read.range() === 'unicast' && (!(read instanceof ipaddr.IPv6) || read.match(globalUnicast))
}
