import type { OwnIssuer } from '../../../engine/endpoints/collaborators'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { seekerInSession } from '../../../engine/sessions/load-session'
import {
  type IssuerMetadataReading,
  readIssuerMetadata,
} from '../../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import { toSessionId } from '../../../shared/ports/ids'
import { isLaboratoryId } from '../../../shared/ports/laboratory'
import type { FetchDocument, Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { fromBase64url, fromUtf8 } from '../../../shared/values/base64url'

/** True for a URL of this service: fetching it would be recorded as a wallet's request. */
export const isOwnHost = (url: string, baseUrl: string): boolean => hostOf(url) === hostOf(baseUrl)

/** Host and port, without the trailing dot of the DNS root. RFC3986-3.2.2 */
const hostOf = (url: string): string => {
  const { hostname, port } = new URL(url)
  return `${hostname.replace(/\.$/, '')}:${port}`
}

/** Maximum issuers queried per response: each may cost two requests to a host named by the wallet. */
const askedIssuersMax = 3

/** Issuers queried for their keys. */
export interface AskedIssuers {
  /** Queries each issuer once. `null` if the installation fetches nothing. */
  readonly metadataOf: (issuer: string) => Promise<IssuerMetadataReading | null>
  /** Results so far, in order of the requests. */
  readonly asked: () => Promise<readonly IssuerMetadataReading[]>
}

/** Queries issuers lazily, when a presentation needs them. */
export function askIssuers(
  { sessionId }: PresentationSession,
  { exchange, ports, settings }: Pick<RequestContext, 'exchange' | 'ports' | 'settings'>,
): AskedIssuers {
  const { fetchDocument } = ports
  const askedSoFar = new Map<string, Promise<IssuerMetadataReading>>()
  return {
    async metadataOf(issuer) {
      if (fetchDocument === null) return null
      const known = askedSoFar.get(issuer)
      if (known !== undefined) return known
      if (askedSoFar.size >= askedIssuersMax) return tooMany
      const asking = readIssuerMetadata(
        issuer,
        exceptOurselves(
          async (url) => fetchDocument(url, await seekerInSession(sessionId, { exchange, ports })),
          settings.baseUrl,
        ),
      )
      askedSoFar.set(issuer, asking)
      return asking
    },
    asked: () => Promise.all(askedSoFar.values()),
  }
}

const tooMany: IssuerMetadataReading = {
  fetches: [],
  keys: null,
  unusable: { document: 'issuer_metadata', error: 'too_many_issuers' },
}

/** Skips our own URLs, which would be recorded as a wallet's request. */
const exceptOurselves =
  (fetchDocument: FetchDocument, baseUrl: string): FetchDocument =>
  async (url) =>
    isOwnHost(url, baseUrl) ? { answered: false, error: 'own_host' } : fetchDocument(url)

/** Maximum own issuers looked up per response. */
const issuersMax = 3

const laboratoryIdLength = 22

/** Own issuers of sessions that presented credentials name; names are looked up, not trusted. */
export async function ownIssuers(
  texts: readonly string[],
  { ports, settings, collaborators }: Pick<RequestContext, 'ports' | 'settings' | 'collaborators'>,
): Promise<readonly OwnIssuer[]> {
  const ours = `${settings.baseUrl}/lab/`
  const named = new Set<string>()
  for (const text of texts) {
    const iss = text.includes('~') ? issuerNamedIn(text.slice(0, text.indexOf('~')), ours) : null
    if (iss !== null && named.size < issuersMax) named.add(iss)
  }
  const found = await Promise.all([...named].map((iss) => collaborators.ownLaboratory(iss, { ports, settings })))
  return found.filter((one) => one !== null)
}

/**
 * Finds the issuer below a URL in a credential without parsing it, since credentials are parsed once, later. Our
 * credentials are serialised by our JSON writer.
 */
function issuerNamedIn(jws: string, below: string): string | null {
  const [, payload = ''] = jws.split('.', 2)
  const bytes = fromBase64url(payload)
  const claims = bytes === null ? '' : (fromUtf8(bytes) ?? '')
  const start = `"iss":"${below}`
  const at = claims.indexOf(start)
  const id = at === -1 ? '' : claims.slice(at + start.length, at + start.length + laboratoryIdLength)
  if (!isLaboratoryId(id)) return null
  const hasSlash = claims.charAt(at + start.length + laboratoryIdLength) === '/'
  return `${below}${id}${hasSlash ? '/' : ''}`
}

/**
 * Roots that a session trusts like the installation's: those of these issuers, and under the European framework the
 * authority of our PID providers.
 */
export async function rootsOf(
  issuers: readonly OwnIssuer[],
  { options }: Pick<PresentationSession, 'options'>,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<string[]> {
  const roots = issuers.flatMap(({ root }) => root ?? [])
  return options.trust_framework === 'eu' ? [...roots, (await ports.trustKeys()).anchor('pid').der] : roots
}

/**
 * Keyed thumbprints of the keys that the followed issuance bound credentials to, which show whether they came back.
 * `null` without such a session, or before it issued anything.
 */
export async function issuedTo(
  { options }: Pick<PresentationSession, 'options'>,
  { store }: Pick<Ports, 'store'>,
): Promise<readonly string[] | null> {
  const id = toSessionId(options.follows ?? '')
  if (id === null) return null
  const keys = (await store.events(id)).flatMap(({ type, detail }) =>
    type === 'credential_issued' ? [detail.holder_thumbprints, detail.bound_to].filter(Array.isArray).flat() : [],
  )
  const texts = keys.filter((key) => typeof key === 'string')
  return texts.length === 0 ? null : texts
}
