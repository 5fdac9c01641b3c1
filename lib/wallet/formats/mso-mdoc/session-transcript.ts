import { createHash } from 'node:crypto'
import { type CborValue, writeCbor } from './cbor'

/** What binds a device's proof to one request (OID4VP-1FINAL-B.2.6.1). */
export interface Handover {
  /** The full client identifier, with its prefix. */
  clientId: string
  nonce: string
  /** The RFC 7638 SHA-256 thumbprint of the key that the response is encrypted to, or null when it is not encrypted. */
  jwkThumbprint: Buffer | null
  responseUri: string
}

/** The `SessionTranscript` of a response that is sent by redirect or direct_post (OID4VP-1FINAL-B.2.6.1). */
export function sessionTranscript({ clientId, nonce, jwkThumbprint, responseUri }: Handover): CborValue {
  const info = writeCbor([clientId, nonce, jwkThumbprint, responseUri])
  return [null, null, ['OpenID4VPHandover', createHash('sha256').update(info).digest()]]
}
