import type { WalletKey } from '../../jose/key'
import { type CborMap, type CborValue, embed, writeCbor } from './cbor'
import { type CoseHeaders, sign1 } from './cose-sign1'
import { type Handover, sessionTranscript } from './session-transcript'

/** The input of a device signature for one document, before a misbehaviour changes it. */
export interface DeviceProof {
  docType: string
  handover: Handover
  /** The namespaces of device-signed elements. */
  nameSpaces: CborMap
  key: WalletKey
  /** COSE algorithm: -7 or -9 (RFC 9864). */
  algorithm: number
  /** Replaces the transcript. Only for misbehaviour. */
  transcript?: (handover: Handover) => CborValue
  /** Replaces the signature. Only for misbehaviour. */
  authenticate?: (covered: Buffer, transcript: Buffer) => CborMap
}

/** `DeviceSigned` with a signature over `DeviceAuthentication` (ISO/IEC 18013-5 sections 9.1.3.4, 9.1.3.6). */
export function deviceSigned(proof: DeviceProof): CborMap {
  const nameSpaces = embed(writeCbor(proof.nameSpaces))
  const transcript = (proof.transcript ?? sessionTranscript)(proof.handover)
  const covered = writeCbor(embed(writeCbor(['DeviceAuthentication', transcript, proof.docType, nameSpaces])))
  const deviceAuth = proof.authenticate?.(covered, writeCbor(transcript)) ?? signature(proof, covered)
  return new Map<string, CborValue>([
    ['nameSpaces', nameSpaces],
    ['deviceAuth', deviceAuth],
  ])
}

/** Detached payload: the verifier rebuilds it from what it knows. */
function signature({ algorithm, key }: DeviceProof, covered: Buffer): CborMap {
  const headers: CoseHeaders = { protectedHeader: new Map([[1, algorithm]]), unprotectedHeader: new Map() }
  const [header = null, unprotected = null, , signed = null] = sign1(headers, covered, key)
  return new Map([['deviceSignature', [header, unprotected, null, signed]]])
}
