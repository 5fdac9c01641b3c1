import { bind } from '../../engine/checks/evaluate'
import { answeredRequest } from '../../engine/endpoints/misdirected-reading'
import type { Reply } from '../../ground/http/exchange'
import { jsonReply } from '../../ground/http/reply'
import { documentRequestChecks, metadataChecks } from '../checks/metadata'
import type { DocumentChange, DocumentMembers } from '../deviations/document-change'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { type MetadataReading, readMetadataRequest } from '../read/metadata-reading'
import { alteredDocument, type DocumentContext } from './altered-document'
import { judgedByIssuer } from './issuer-endpoint'

const operations: Readonly<Record<MetadataReading['document'], string>> = {
  issuer_metadata: 'getIssuerMetadata',
  authorization_server_metadata: 'getAuthorizationServerMetadata',
  chained_server_metadata: 'getChainedServerMetadata',
  jwt_vc_issuer_metadata: 'getJwtVcIssuerMetadata',
  type_metadata: 'getTypeMetadata',
  keys: 'getCredentialKeys',
  trust_anchor: 'getTrustAnchor',
  logo: 'getLogoPng',
}

const checks = [
  ...bind(documentRequestChecks, ({ document }: MetadataReading) => answeredRequest(operations[document], 'GET')),
  ...bind(metadataChecks, (reading: MetadataReading) => reading),
]

/** Declares an endpoint that serves one JSON document of an issuer. Fetches are recorded and never refused. */
export const metadataEndpoint = (
  document: MetadataReading['document'],
  build: (context: DocumentContext) => DocumentMembers,
  change: (changes: IssuerDeviation['changes']) => DocumentChange | undefined = () => undefined,
) => {
  const reply = (members: DocumentMembers) => jsonReply(200, members, [['Vary', 'Accept, Accept-Language']])
  return documentEndpoint(
    document,
    (context) => reply(build(context)),
    (context) =>
      alteredDocument({ operation: operations[document], change, right: () => build(context), reply }, context),
  )
}

/**
 * Like `metadataEndpoint`, for a document that is not only JSON.
 * @param altered the answer with what deviates in the session
 */
export const documentEndpoint = (
  document: MetadataReading['document'],
  reply: (context: DocumentContext) => Reply,
  altered: (context: DocumentContext) => ReturnType<typeof alteredDocument> = () => Promise.resolve({}),
) => ({
  ...judgedByIssuer<MetadataReading>({
    read: ({ exchange }) => Promise.resolve(readMetadataRequest(exchange, document)),
    checks: () => checks,
    decide: async (_reading, _findings, context) => ({
      reply: reply(context),
      ...(await altered(context)),
      sessionId: context.issuer.session?.sessionId ?? null,
      events: [],
      effects: [],
    }),
  }),
  /** What it answers, without a request: the right answer, and the one with what deviates in the session. */
  answers: { right: reply, altered },
})
