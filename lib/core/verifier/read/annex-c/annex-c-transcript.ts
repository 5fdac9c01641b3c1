import {
  type HandoverInput,
  handoverInfo,
  sessionTranscript,
} from '../../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import type { Digest } from '../../../ground/ports/ports'

/** What a request in the form of ISO/IEC 18013-7 is bound to. */
export interface AnnexCBinding {
  /** As sent. */
  readonly encryptionInfo: string
  /** Of the page that asks, serialised. */
  readonly origin: string
}

/** Of its handover: nothing else stands in it. */
const handoverOf = ({ encryptionInfo, origin }: AnnexCBinding): HandoverInput => ({
  clientId: '',
  nonce: '',
  jwkThumbprint: null,
  responseUri: '',
  origin,
  encryptionInfo,
})

/** SHA-256 of what the handover is about. */
export const annexCHash = (binding: AnnexCBinding, digest: Digest): Uint8Array =>
  Uint8Array.from(digest('sha-256', handoverInfo(handoverOf(binding))))

/** `SessionTranscript` of an answer in the form of ISO/IEC 18013-7, encoded. ISO18013-7-C */
export const annexCTranscript = (binding: AnnexCBinding, digest: Digest): Uint8Array =>
  sessionTranscript(handoverOf(binding), digest)
