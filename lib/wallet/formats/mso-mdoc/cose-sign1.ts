import { sign } from 'node:crypto'
import type { WalletKey } from '../../jose/key'
import { type CborMap, type CborValue, writeCbor } from './cbor'

/** Headers of a COSE message, by label (RFC 9052 section 3.1). */
export interface CoseHeaders {
  protectedHeader: CborMap
  unprotectedHeader: CborMap
}

/** The bytes that a COSE_Sign1 signs (RFC 9052 section 4.4). */
export function toBeSigned(protectedHeader: Buffer, payload: Buffer): Buffer {
  return writeCbor(['Signature1', protectedHeader, Buffer.alloc(0), payload])
}

/** An untagged COSE_Sign1 with its payload attached: ECDSA over the key's curve with SHA-256 (RFC 9052 section 4.2). */
export function sign1(
  { protectedHeader, unprotectedHeader }: CoseHeaders,
  payload: Buffer,
  key: WalletKey,
): CborValue[] {
  const header = writeCbor(protectedHeader)
  const signature = sign('sha256', toBeSigned(header, payload), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return [header, unprotectedHeader, payload, signature]
}
