import { cborEncode } from '../../../shared/formats/mso-mdoc/mdoc-library'
import {
  embed,
  type HandoverInput,
  handoverInfo,
  namedHandover,
  sessionTranscript,
  transcriptOf,
} from '../../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import type { Digest } from '../../../shared/ports/ports'
import { fromBase64url, utf8 } from '../../../shared/values/base64url'
import type { Wording } from '../../../shared/values/wording'

/** What an ISO/IEC 18013-7 request is bound to. */
export interface AnnexCBinding {
  /** As sent. */
  readonly encryptionInfo: string
  /** Serialised origin of the asking page. */
  readonly origin: string
}

/** Its handover, which contains nothing else. */
const handoverOf = ({ encryptionInfo, origin }: AnnexCBinding): HandoverInput => ({
  clientId: '',
  nonce: '',
  jwkThumbprint: null,
  responseUri: '',
  origin,
  encryptionInfo,
})

/** SHA-256 of the handover's content. */
export const annexCHash = (binding: AnnexCBinding, digest: Digest): Uint8Array =>
  Uint8Array.from(digest('sha-256', handoverInfo(handoverOf(binding))))

/** What `info` of the encryption is by mistake: bytes around, in or of the right transcript. */
export function annexCInfos(binding: AnnexCBinding, digest: Digest): readonly (readonly [AnnexCVariant, Uint8Array])[] {
  const input = handoverOf(binding)
  const own = sessionTranscript(input, digest)
  const over = (info: Uint8Array): Uint8Array => transcriptOf(namedHandover('annex_c', info, digest))
  const bytes = fromBase64url(binding.encryptionInfo)
  return [
    ['transcript_under_tag_24', embed(own)],
    ['handover_alone', cborEncode(namedHandover('annex_c', handoverInfo(input), digest))],
    ['data_under_tag_24', over(embed(handoverInfo(input)))],
    ...[bytes, utf8(binding.encryptionInfo)].flatMap((one) =>
      one === null
        ? []
        : [['encryption_info_as_bytes', over(cborEncode([Uint8Array.from(one), binding.origin]))] as const],
    ),
  ]
}

/** Encoded `SessionTranscript` of an ISO/IEC 18013-7 response. ISO18013-7-C */
export const annexCTranscript = (binding: AnnexCBinding, digest: Digest): Uint8Array =>
  sessionTranscript(handoverOf(binding), digest)

/** Wrong parameters that a ciphertext decrypts with; for hints, never to accept it. */
export const annexCVariants = [
  'empty_info',
  'hash_as_info',
  'transcript_under_tag_24',
  'handover_alone',
  'data_under_tag_24',
  'encryption_info_as_bytes',
  'origin_with_slash',
  'padded_encryption_info',
  'transcript_as_aad',
  'key_of_another_entry',
] as const

export type AnnexCVariant = (typeof annexCVariants)[number]

/** Facts of an ISO/IEC 18013-7 response. `vp.annexc.*` ISO18013-7-C */
export interface AnnexCReading {
  /** `data.response` as received; `null` if it is no string. */
  readonly text: string | null
  /** Why it is not base64url without padding; `null` if it is. `vp.annexc.response_text` */
  readonly textError: Wording | null
  /** Why its CBOR is not an encrypted response; `null` if it is, or could not be decoded. `vp.annexc.structure` */
  readonly structureError: Wording | null
  /** Names of members besides `enc` and `cipherText`; `null` for one that is no string. `vp.annexc.structure` */
  readonly furtherMembers: readonly (string | null)[]
  /** The wallet's ephemeral key; `null` if absent. `vp.annexc.enc_point` */
  readonly enc: EncReading | null
  /** `null` if absent. */
  readonly ciphertextBytes: number | null
  /** Whether it decrypts with the entry's key and correct `info` and `aad`. `vp.annexc.decrypts` */
  readonly opened: boolean
  /** `null` if it decrypts correctly, or with no variant tried. */
  readonly variant: AnnexCVariant | null
  /** `null` if it does not decrypt correctly. `vp.annexc.plaintext` */
  readonly plaintext: AnnexCPlaintext | null
  /** Other members of `data`. `vp.annexc.only_response` */
  readonly otherMembers: readonly string[]
}

export interface EncReading {
  readonly bytes: number
  /** First byte, the form of the point; `null` if absent. */
  readonly form: number | null
  /** An uncompressed point on the curve. */
  readonly valid: boolean
}

export interface AnnexCPlaintext {
  /** `map`: as in a `DeviceResponse`. `base64url`: the text of one. */
  readonly form: 'map' | 'base64url' | 'other'
  readonly bytes: number
  /** `DeviceResponse` in base64url; `null` if absent. */
  readonly deviceResponse: string | null
}
