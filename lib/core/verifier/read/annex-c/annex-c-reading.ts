import {
  type HandoverInput,
  handoverInfo,
  sessionTranscript,
} from '../../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import type { Digest } from '../../../ground/ports/ports'
import type { Wording } from '../../../ground/values/wording'

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

/** What a ciphertext that does not open as it should opens with: for a hint, never a reason to accept. */
export const annexCVariants = [
  'empty_info',
  'hash_as_info',
  'origin_with_slash',
  'padded_encryption_info',
  'transcript_as_aad',
  'key_of_another_entry',
] as const

export type AnnexCVariant = (typeof annexCVariants)[number]

/** The answer to a request in the form of ISO/IEC 18013-7, as far as it can be read. `vp.annexc.*` ISO18013-7-C */
export interface AnnexCReading {
  /** `data.response` as received; `null` where it is no text. */
  readonly text: string | null
  /** Why it is not base64url without padding; `null` if it is. `vp.annexc.response_text` */
  readonly textError: Wording | null
  /** Why its CBOR is not that of an encrypted response; `null` if it is, or could not be decoded. `vp.annexc.structure` */
  readonly structureError: Wording | null
  /** Names of further members beside `enc` and `cipherText`; `null` for one that is no text. `vp.annexc.structure` */
  readonly furtherMembers: readonly (string | null)[]
  /** The wallet's ephemeral key; `null` where there is none. `vp.annexc.enc_point` */
  readonly enc: EncReading | null
  /** `null` where there is none. */
  readonly ciphertextBytes: number | null
  /** Whether the key of the entry opened it, with `info` and `aad` as they should be. `vp.annexc.decrypts` */
  readonly opened: boolean
  /** `null` where it opened as it should, or with nothing that was tried. */
  readonly variant: AnnexCVariant | null
  /** `null` where it did not open as it should. `vp.annexc.plaintext` */
  readonly plaintext: AnnexCPlaintext | null
  /** Other members of `data`. `vp.annexc.only_response` */
  readonly otherMembers: readonly string[]
}

export interface EncReading {
  readonly bytes: number
  /** The first byte, which says what form the point has; `null` where there is none. */
  readonly form: number | null
  /** An uncompressed point on the curve. */
  readonly valid: boolean
}

export interface AnnexCPlaintext {
  /** `map`: as a `DeviceResponse` is. `base64url`: the text of one. */
  readonly form: 'map' | 'base64url' | 'other'
  readonly bytes: number
  /** Base64url of the `DeviceResponse`; `null` where there is none. */
  readonly deviceResponse: string | null
}
