import { createHash, type webcrypto } from 'node:crypto'
import { cborDecode, cborEncode } from '@owf/mdoc'
import { sealHpke } from './seal-hpke'

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** `SessionTranscript` of ISO/IEC TS 18013-7 Annex C, made without the code under test. */
export const annexCTranscriptOf = (encryptionInfo: string, origin: string): Uint8Array =>
  cborEncode([null, null, ['dcapi', sha256(cborEncode([encryptionInfo, origin]))]])

/** Decodes `encryptionInfo`. */
export function readEncryptionInfo(encryptionInfo: string): {
  readonly name: unknown
  readonly nonce: Uint8Array
  readonly publicJwk: webcrypto.JsonWebKey
} {
  const [name, members] = cborDecode(Buffer.from(encryptionInfo, 'base64url')) as [unknown, Map<string, unknown>]
  const key = members.get('recipientPublicKey') as Map<number, Uint8Array>
  const text = (label: number): string => base64url(key.get(label) ?? new Uint8Array())
  return {
    name,
    nonce: members.get('nonce') as Uint8Array,
    publicJwk: { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) },
  }
}

/** Changes of a correct response. */
export interface AnnexCChanges {
  readonly to?: webcrypto.JsonWebKey
  readonly info?: Uint8Array
  readonly aad?: Uint8Array
  readonly name?: string
  readonly enc?: (enc: Uint8Array) => Uint8Array
  /** Changes the items of the array. */
  readonly items?: (items: unknown[]) => void
  readonly finish?: (bytes: Uint8Array) => Uint8Array
}

/** `data.response`: the plaintext, encrypted as ISO/IEC TS 18013-7 Annex C says. */
export async function sealAnnexC(
  plaintext: Uint8Array,
  { encryptionInfo, origin }: { readonly encryptionInfo: string; readonly origin: string },
  changes: AnnexCChanges = {},
): Promise<string> {
  const { enc, ciphertext } = await sealHpke({
    to: changes.to ?? readEncryptionInfo(encryptionInfo).publicJwk,
    plaintext,
    info: changes.info ?? annexCTranscriptOf(encryptionInfo, origin),
    ...(changes.aad === undefined ? {} : { aad: changes.aad }),
  })
  const sealed = new Map([
    ['enc', changes.enc?.(enc) ?? enc],
    ['cipherText', ciphertext],
  ])
  const items: unknown[] = [changes.name ?? 'dcapi', sealed]
  changes.items?.(items)
  const bytes = cborEncode(items)
  return base64url(changes.finish?.(bytes) ?? bytes)
}
