import type { Alternative } from '../../engine/endpoints/endpoint'
import { type HeaderField, headerValues, type Reply } from '../../ground/http/exchange'
import { prefers } from '../../ground/http/request-headers'
import { credentialIssuer } from '../../ground/ports/uris'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { issuerUrls } from '../configurations/issuer-urls'
import { alterationName, deviationOf } from '../deviations'
import type { DocumentChange, DocumentMembers, ServedDocument, ServedInstead } from '../deviations/document-change'
import type { IssuerDeviation } from '../deviations/issuer-deviation'

/** What the answer to a fetch of a document depends on. */
export type DocumentContext = Pick<IssuerContext, 'issuer' | 'params' | 'ports' | 'settings'> & {
  readonly exchange: Pick<IssuerContext['exchange'], 'at' | 'headers' | 'path' | 'query'>
}

/** The form of issuer metadata that is signed. OID4VCI-1FINAL-12.2.3 */
export const signedType = 'application/jwt'

/** Whether the wallet prefers the signed form of the issuer metadata, and the issuer has one. */
export const isSignedFormAsked = ({ exchange, issuer }: DocumentContext): boolean =>
  issuer.options.signed_metadata !== 'never' &&
  prefers(headerValues(exchange, 'accept').join(), signedType, 'application/json')

/** A document of an issuer that belongs to one session, as far as a deviation may alter it. */
interface AlterableDocument {
  /** The operation of the contract that serves it: what earlier fetches are counted by. */
  readonly operation: string
  readonly change: (changes: IssuerDeviation['changes']) => DocumentChange | undefined
  readonly right: () => DocumentMembers
  /** Sends members in the form of the right answer. */
  readonly reply: (members: DocumentMembers) => Reply | Promise<Reply>
}

/**
 * The answer with the deviation of the session that the issuer belongs to; none if the session has no deviation, if it is
 * elsewhere, or if this fetch gets the right answer.
 */
export async function alteredDocument(
  { operation, change, right, reply }: AlterableDocument,
  context: DocumentContext,
): Promise<{ readonly alternative?: Alternative }> {
  const { session } = context.issuer
  const deviation = session && deviationOf(session)
  const changed = deviation && change(deviation.changes)
  if (!deviation || !changed) return {}
  const instead = changed(right(), await servedDocument(operation, context))
  if (instead === null) return {}
  const { body, holdSeconds } = instead
  const members = typeof body === 'string' ? right() : body
  return {
    alternative: {
      alteration: alterationName(deviation),
      reply: withInstead(await reply(members), instead),
      ...(holdSeconds === undefined ? {} : { holdSeconds }),
    },
  }
}

/** What is known of this fetch of a document. */
export async function servedDocument(operation: string, context: DocumentContext): Promise<ServedDocument> {
  const { exchange, issuer, ports, settings } = context
  const { baseUrl } = settings
  const { session } = issuer
  // Every exchange of the session is read for it.
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

/** Replaces what a deviation says of an answer. */
function withInstead(right: Reply, { status = 200, mediaType, headers = [], body }: ServedInstead): Reply {
  const own = ([name]: HeaderField) => mediaType === undefined || name.toLowerCase() !== 'content-type'
  const typed: readonly HeaderField[] = mediaType === undefined ? [] : [['Content-Type', mediaType]]
  return {
    status,
    headers: [...typed, ...right.headers.filter(own), ...headers],
    body: typeof body === 'string' ? { kind: 'text', text: body } : right.body,
  }
}
