import type { RequestContext } from '../../../engine/endpoints/request-context'
import { seekerInSession } from '../../../engine/sessions/load-session'
import {
  type IssuerMetadataReading,
  readIssuerMetadata,
} from '../../../ground/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { FetchDocument } from '../../../ground/ports/ports'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { isOwnHost } from './own-host'

/** Maximum number of issuers to ask for one answer: each may cost two requests to a host that the wallet named. */
const askedIssuersMax = 3

/** The issuers that were asked for their keys for one answer. */
export interface AskedIssuers {
  /** Asks each issuer once. `null` if the installation fetches nothing. */
  readonly metadataOf: (issuer: string) => Promise<IssuerMetadataReading | null>
  /** The results so far, in the order of the requests. */
  readonly asked: () => Promise<readonly IssuerMetadataReading[]>
}

/** Asks an issuer only when a presentation needs it. */
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

/** A request to ourselves would be recorded as one of a wallet. */
const exceptOurselves =
  (fetchDocument: FetchDocument, baseUrl: string): FetchDocument =>
  async (url) =>
    isOwnHost(url, baseUrl) ? { answered: false, error: 'own_host' } : fetchDocument(url)
