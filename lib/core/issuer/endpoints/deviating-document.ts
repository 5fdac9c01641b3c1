import type { DeviatingReply } from '../../engine/endpoints/endpoint'
import { type HeaderField, headerValues, type Reply } from '../../shared/http/exchange'
import { prefers } from '../../shared/http/request-headers'
import { credentialIssuer } from '../../shared/ports/uris'
import { type IssuerContext, issuerUrls } from '../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../deviations'
import type {
  DocumentChange,
  DocumentMembers,
  IssuerDeviation,
  ServedDocument,
  ServedInstead,
} from '../deviations/issuer-deviation'

/** The context that a document reply depends on. */
export type DocumentContext = Pick<IssuerContext, 'issuer' | 'params' | 'ports' | 'settings'> & {
  readonly exchange: Pick<IssuerContext['exchange'], 'at' | 'headers' | 'path' | 'query'>
}

/** Media type of signed issuer metadata. OID4VCI-1FINAL-12.2.3 */
export const signedType = 'application/jwt'

/** Whether the wallet prefers signed issuer metadata and the issuer offers it. */
export const isSignedFormAsked = ({ exchange, issuer }: DocumentContext): boolean =>
  issuer.options.signed_metadata !== 'never' &&
  prefers(headerValues(exchange, 'accept').join(), signedType, 'application/json')

/** A document of an own issuer that a deviation may change. */
interface AlterableDocument {
  /** Contract operation; earlier fetches are counted by it. */
  readonly operation: string
  readonly change: (changes: IssuerDeviation['changes']) => DocumentChange | undefined
  readonly right: () => DocumentMembers
  /** Sends members in the form of the correct reply. */
  readonly reply: (members: DocumentMembers) => Reply | Promise<Reply>
}

/**
 * The deviating reply of the session that owns the issuer; empty if there is no deviation, if it is elsewhere, or if
 * this fetch gets the correct document.
 */
export async function deviatingDocument(
  { operation, change, right, reply }: AlterableDocument,
  context: DocumentContext,
): Promise<{ readonly deviating?: DeviatingReply }> {
  const { session } = context.issuer
  const deviation = session && deviationOf(session)
  const changed = deviation && change(deviation.changes)
  if (!deviation || !changed) return {}
  const instead = changed(right(), await servedDocument(operation, context))
  if (instead === null) return {}
  const { body, holdSeconds } = instead
  const members = typeof body === 'string' ? right() : body
  return {
    deviating: {
      deviation: deviationName(deviation),
      reply: withInstead(await reply(members), instead),
      ...(holdSeconds === undefined ? {} : { holdSeconds }),
    },
  }
}

/** Describes this fetch to the deviation. */
export async function servedDocument(operation: string, context: DocumentContext): Promise<ServedDocument> {
  const { exchange, issuer, ports, settings } = context
  const { baseUrl } = settings
  const { session } = issuer
  // Counting reads every exchange of the session.
  const isCounted = session !== null && deviationOf(session)?.changes.countsFetches === true
  const earlier = isCounted ? await ports.store.exchanges(session.sessionId) : []
  return {
    identifier: issuer.identifier,
    baseUrl,
    sharedIssuer: credentialIssuer(baseUrl, issuer.configuration.id),
    sharedMetadata: issuerUrls(baseUrl, issuer.configuration.id).credentialIssuerMetadata,
    offered: session?.credentialConfigurationId ?? '',
    earlierFetches: earlier.filter((one) => one.operation === operation && one.response.status === 200).length,
    address: `${baseUrl}${exchange.path}`,
    query: exchange.query,
    isSigned: isSignedFormAsked(context),
  }
}

/** Overrides the parts of a reply that a deviation sets. */
function withInstead(right: Reply, { status = 200, mediaType, headers = [], body }: ServedInstead): Reply {
  const own = ([name]: HeaderField) => mediaType === undefined || name.toLowerCase() !== 'content-type'
  const typed: readonly HeaderField[] = mediaType === undefined ? [] : [['Content-Type', mediaType]]
  return {
    status,
    headers: [...typed, ...right.headers.filter(own), ...headers],
    body: typeof body === 'string' ? { kind: 'text', text: body } : right.body,
  }
}
