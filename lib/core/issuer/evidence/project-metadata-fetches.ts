import type { StoredExchange } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'

const documents = ['getIssuerMetadata', 'getAuthorizationServerMetadata', 'getJwtVcIssuerMetadata', 'getCredentialKeys']

/** True for the fetch of a metadata document of the issuer. */
export const isMetadataFetch = ({ operation }: StoredExchange): boolean =>
  operation !== null && documents.includes(operation)

/** A metadata fetch as the session view shows it. */
export const metadataFetch = (exchange: StoredExchange): JsonObject => ({
  document: exchange.operation,
  at: toIso(exchange.at),
  exchange_id: exchange.id,
  media_type: exchange.response.contentType,
  correlation: exchange.correlation,
})
