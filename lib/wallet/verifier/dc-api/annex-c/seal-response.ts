import { type CborMap, type CborValue, writeCbor } from '../../../formats/mso-mdoc/cbor'
import { type HpkeInput, sealHpke } from './hpke'

/** A response by `org-iso-mdoc`, before a misbehaviour changes it. */
export interface SealedDraft {
  input: HpkeInput
  /** The first element of the structure around what is sealed. */
  name: string
  /** Replaces the encapsulated key. Only for misbehaviour. */
  enc?: (enc: Buffer) => Buffer
  /** Changes the text of the structure. Only for misbehaviour. */
  finish?: (text: string) => string
}

/** The text of a sealed response: `["dcapi", {"enc", "cipherText"}]` in base64url (ISO18013-7-C). */
export function sealResponse({ input, name, enc: change, finish }: SealedDraft): string {
  const { enc, cipherText } = sealHpke(input)
  const sealed: CborMap = new Map<string, CborValue>([
    ['enc', change === undefined ? enc : change(enc)],
    ['cipherText', cipherText],
  ])
  const text = writeCbor([name, sealed]).toString('base64url')
  return finish === undefined ? text : finish(text)
}
