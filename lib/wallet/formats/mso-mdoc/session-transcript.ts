import { createHash } from 'node:crypto'
import { type CborValue, writeCbor } from './cbor'

/** What ties the proof of a device to one request (OID4VP-1FINAL-B.2.6.1). */
export interface Handover {
  /** The full client identifier, with its prefix. */
  clientId: string
  nonce: string
  /** SHA-256 of the key that the answer is encrypted to (RFC 7638), or null when it goes in the clear. */
  jwkThumbprint: Buffer | null
  responseUri: string
}

/** The `SessionTranscript` of an answer that goes to the verifier by redirects (OID4VP-1FINAL-B.2.6.1). */
export function sessionTranscript({ clientId, nonce, jwkThumbprint, responseUri }: Handover): CborValue {
  const info = writeCbor([clientId, nonce, jwkThumbprint, responseUri])
  return [null, null, ['OpenID4VPHandover', createHash('sha256').update(info).digest()]]
}
