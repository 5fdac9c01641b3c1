import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import type { JsonObject } from '../../../shared/values/json'
import { x509HashOf } from '../../identity/verifier-client-id'
import type { ProvesClient } from './mutated-problems'

/** What proves a client_id: the right request, and the header that the wallet gets, absent without a signature. */
interface Proof {
  readonly right: JsonObject
  readonly header: JsonObject | undefined
}

/**
 * Whether a request with this header may have the client_id that it has: that of the right request, one of the names in
 * the certificate, the DID of the key, or the response_uri where nothing is signed. OID4VP-1FINAL-5.9.3
 */
export function provenClient(
  { requestSignerX5c: x5c }: Pick<PresentationSession, 'requestSignerX5c'>,
  { right, header }: Proof,
  { sha256, trustAnchors }: Pick<Ports, 'sha256' | 'trustAnchors'>,
): ProvesClient {
  if (header === undefined)
    return ({ client_id: id, response_uri: uri }) =>
      id === `redirect_uri:${String(uri)}` || (id === right.client_id && !/^redirect_uri:/.test(String(id)))
  const read = trustAnchors('credential_issuer')(x5c)
  const hosts = read.readable ? read.certificates[0].subjectAlternativeNames : []
  const names = [
    right.client_id,
    x509HashOf(x5c, sha256),
    ...hosts.filter((name) => name.startsWith('DNS:')).map((name) => `x509_san_dns:${name.slice('DNS:'.length)}`),
    ...(typeof header.kid === 'string' ? [`decentralized_identifier:${header.kid.split('#')[0]}`] : []),
  ]
  return ({ client_id: id }) => names.includes(id)
}
