import { bind } from '../../engine/checks/evaluate'
import { judged } from '../../engine/endpoints/endpoint'
import { answeredRequest } from '../../engine/endpoints/misdirected-reading'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import { jsonReply } from '../../ground/http/reply'
import { invariant } from '../../ground/ports/errors'
import { documentRequestChecks, metadataChecks } from '../checks/metadata'
import { issuerConfiguration } from '../configurations'
import type { IssuerConfiguration } from '../configurations/issuer-configuration'
import { type MetadataReading, readMetadataRequest } from '../read/metadata-reading'

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

/**
 * Declares an endpoint that serves one JSON document of an issuer configuration. Fetches are recorded and never
 * refused.
 */
export const metadataEndpoint = (
  document: MetadataReading['document'],
  build: (configuration: IssuerConfiguration, context: RequestContext) => unknown,
) =>
  documentEndpoint(document, (configuration, context) =>
    jsonReply(200, build(configuration, context), [['Vary', 'Accept, Accept-Language']]),
  )

/** Like `metadataEndpoint`, for a document that is not JSON. */
export const documentEndpoint = (
  document: MetadataReading['document'],
  reply: (configuration: IssuerConfiguration, context: RequestContext) => Reply,
) =>
  judged<MetadataReading>({
    read: ({ exchange }) => Promise.resolve(readMetadataRequest(exchange, document)),
    checks: () => checks,
    decide: (_reading, _findings, context) => {
      const configuration = issuerConfiguration(context.params.issuerConfigurationId ?? '')
      invariant(configuration, 'The router lets only known issuer configurations through.')
      return { reply: reply(configuration, context), sessionId: null, events: [], effects: [] }
    },
  })
