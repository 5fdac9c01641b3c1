import { writeCbor } from '../../../ground/cbor/cose-sign1'
import type { Digest } from '../../../ground/ports/ports'

/** What a request in the form of ISO/IEC 18013-7 is bound to. */
export interface AnnexCBinding {
  /** As sent. */
  readonly encryptionInfo: string
  /** Of the page that asks, serialised. */
  readonly origin: string
}

/** SHA-256 of what the handover is about. */
export const annexCHash = ({ encryptionInfo, origin }: AnnexCBinding, digest: Digest): Uint8Array =>
  Uint8Array.from(digest('sha-256', writeCbor([encryptionInfo, origin])))

/** `SessionTranscript` of an answer in the form of ISO/IEC 18013-7, encoded. ISO18013-7-C */
export const annexCTranscript = (binding: AnnexCBinding, digest: Digest): Uint8Array =>
  writeCbor([null, null, ['dcapi', annexCHash(binding, digest)]])
