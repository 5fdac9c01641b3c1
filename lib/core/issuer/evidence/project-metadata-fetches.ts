import type { StoredExchange } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'

const documents = ['getIssuerMetadata', 'getAuthorizationServerMetadata', 'getJwtVcIssuerMetadata', 'getCredentialKeys']

/** True for the fetch of a document that tells a wallet about the issuer. */
export const isMetadataFetch = ({ operation }: StoredExchange): boolean =>
  operation !== null && documents.includes(operation)

/** Such a fetch, as a session shows it. */
export const metadataFetch = (exchange: StoredExchange): JsonObject => ({
  document: exchange.operation,
  at: toIso(exchange.at),
  exchange_id: exchange.id,
  media_type: exchange.response.contentType,
  correlation: exchange.correlation,
})
