import { createHash } from 'node:crypto'
import { type CborValue, writeCbor } from './cbor'

/** What binds a device's proof to one request (OID4VP-1FINAL-B.2.6). */
export interface Handover {
  /** The full client identifier, with its prefix; empty where there is none. */
  clientId: string
  nonce: string
  /** The RFC 7638 SHA-256 thumbprint of the key that the response is encrypted to, or null when it is not encrypted. */
  jwkThumbprint: Buffer | null
  responseUri: string
  /** Present where a browser carries the response; `clientId` and `responseUri` then count for nothing. */
  browser?: BrowserHandover
}

/** What binds a proof to a request that a browser carries. */
interface BrowserHandover {
  origin: string
  /** As received, for `org-iso-mdoc`; null for the protocols of OpenID4VP. */
  encryptionInfo: string | null
}

/**
 * The `SessionTranscript` of a response: by redirect or direct_post (OID4VP-1FINAL-B.2.6.1), through a browser
 * (OID4VP-1FINAL-B.2.6.2), or through a browser by the protocol `org-iso-mdoc` (ISO18013-7-C).
 */
export function sessionTranscript({ clientId, nonce, jwkThumbprint, responseUri, browser }: Handover): CborValue {
  if (browser === undefined) return transcriptOf('OpenID4VPHandover', [clientId, nonce, jwkThumbprint, responseUri])
  const { origin, encryptionInfo } = browser
  return encryptionInfo === null
    ? transcriptOf('OpenID4VPDCAPIHandover', [origin, nonce, jwkThumbprint])
    : transcriptOf('dcapi', [encryptionInfo, origin])
}

const transcriptOf = (name: string, info: CborValue): CborValue => [
  null,
  null,
  [name, createHash('sha256').update(writeCbor(info)).digest()],
]
