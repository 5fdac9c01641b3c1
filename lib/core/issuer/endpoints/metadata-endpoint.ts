import { bind } from '../../engine/checks/evaluate'
import { answeredRequest } from '../../engine/endpoints/misdirected-reading'
import type { Reply } from '../../ground/http/exchange'
import { jsonReply } from '../../ground/http/reply'
import { documentRequestChecks, metadataChecks } from '../checks/metadata'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { type MetadataReading, readMetadataRequest } from '../read/metadata-reading'
import { judgedByIssuer } from './issuer-endpoint'

const operations: Readonly<Record<MetadataReading['document'], string>> = {
  issuer_metadata: 'getIssuerMetadata',
  authorization_server_metadata: 'getAuthorizationServerMetadata',
  chained_server_metadata: 'getChainedServerMetadata',
  jwt_vc_issuer_metadata: 'getJwtVcIssuerMetadata',
  keys: 'getCredentialKeys',
  trust_anchor: 'getTrustAnchor',
  logo: 'getLogoPng',
}

const checks = [
  ...bind(documentRequestChecks, ({ document }: MetadataReading) => answeredRequest(operations[document], 'GET')),
  ...bind(metadataChecks, (reading: MetadataReading) => reading),
]

/** Declares an endpoint that serves one JSON document of an issuer. Fetches are recorded and never refused. */
export const metadataEndpoint = (document: MetadataReading['document'], build: (context: IssuerContext) => unknown) =>
  documentEndpoint(document, (context) => jsonReply(200, build(context), [['Vary', 'Accept, Accept-Language']]))

/** Like `metadataEndpoint`, for a document that is not JSON. */
export const documentEndpoint = (document: MetadataReading['document'], reply: (context: IssuerContext) => Reply) =>
  judgedByIssuer<MetadataReading>({
    read: ({ exchange }) => Promise.resolve(readMetadataRequest(exchange, document)),
    checks: () => checks,
    decide: (_reading, _findings, context) => ({
      reply: reply(context),
      sessionId: context.issuer.session?.sessionId ?? null,
      events: [],
      effects: [],
    }),
  })
