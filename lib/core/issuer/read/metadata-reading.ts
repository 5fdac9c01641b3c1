import { type Exchange, listHeader } from '../../ground/http/exchange'

/** What the fetch of a metadata document reveals about the wallet. */
export interface MetadataReading {
  readonly document:
    | 'issuer_metadata'
    | 'authorization_server_metadata'
    | 'chained_server_metadata'
    | 'jwt_vc_issuer_metadata'
    | 'type_metadata'
    | 'keys'
    | 'trust_anchor'
    | 'logo'
  readonly accept: string | null
  readonly acceptLanguage: string | null
}

/** Reads the headers in which a wallet states its preferences. OID4VCI-1FINAL-12.2.2 */
export const readMetadataRequest = (exchange: Exchange, document: MetadataReading['document']): MetadataReading => ({
  document,
  accept: listHeader(exchange, 'accept'),
  acceptLanguage: listHeader(exchange, 'accept-language'),
})
