import type { Redaction } from '../../engine/redaction/redaction'
import type { Revealed } from '../../engine/redaction/tokens/read-token'
import { isUnmistakableToken } from '../../engine/redaction/tokens/token-text'
import { shorten } from '../../engine/redaction/values/bound-json'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { type CborItem, textOf } from '../../ground/cbor/cbor-item'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { mapMembers, shownNameOfPeer } from './show-text'

/** Longer text is a picture, or tells a reader nothing. */
const charactersMax = 200

/** Portraits of any person. */
const pictures = ['portrait', 'picture']

/**
 * What identifies one person. Hidden in other issuers' credentials, even if the operator allows their values to be
 * shown.
 */
const identifiers = [
  ...['sub', 'jti', 'personal_administrative_number', 'document_number'],
  ...['email', 'email_address', 'phone_number', 'mobile_phone_number'],
]

/** True for a claim or element whose value is never shown, in any session. */
const isAlwaysHidden = (name: string, whose: Revealed): boolean =>
  pictures.includes(name) || (whose === 'foreign' && identifiers.includes(name))

/**
 * The value of a disclosed claim in a session that asked for values. Pictures, digests and tokens stay redacted, and so
 * does what identifies a person in another issuer's credential. `name` is the name of the claim, `null` for an array
 * element.
 */
export function revealValue(name: string | null, value: Json, whose: Revealed, redaction: Redaction): Json {
  if (name !== null && isAlwaysHidden(name, whose)) return redactUnknown(value, redaction)
  if (name === '_sd' && Array.isArray(value)) return { count: value.length }
  if (typeof value === 'string')
    return isUnmistakableToken(value) ? redactUnknown(value, redaction) : shorten(value, charactersMax)
  if (Array.isArray(value))
    return value.map((item) =>
      isJsonObject(item) && Object.hasOwn(item, '...')
        ? { concealed: true }
        : revealValue(name, item, whose, redaction),
    )
  return isJsonObject(value)
    ? mapMembers(value, redaction, (member, inner) => revealValue(member, inner, whose, redaction))
    : value
}

const isJsonObject = (value: Json): value is JsonObject => isObject(value)

/** How many members of a map or elements of an array to show. */
const membersMax = 128

/**
 * Shows the value of an mdoc element by type and length, and removes it wherever else the exchange repeats it. Its
 * structure and member names stay.
 */
export function redactElement(item: CborItem | null, redaction: Redaction): Json {
  if (item === null) return null
  switch (item.kind) {
    case 'text':
      redaction.rememberPersonal(item.value)
      return { ...(redactUnknown(item.value, redaction) as JsonObject), cbor_type: 'tstr' }
    case 'bytes':
      return { redacted: true, present: true, length: item.value.length, type: 'bytes', cbor_type: 'bstr' }
    case 'tag':
    case 'array':
    case 'map':
      return inside(item, '', (_, inner) => redactElement(inner, redaction), redaction)
    default:
      if (typeof item.value === 'boolean' || typeof item.value === 'number') redaction.rememberPersonal(item.value)
      return { redacted: true, present: true, length: null, type: item.kind, cbor_type: item.kind }
  }
}

/**
 * The value of an mdoc element in a session that asked for values. Byte strings stay redacted, because they may be
 * pictures, and so does what is redacted in any credential.
 * @param name - of the element, or of the member of a map
 */
export function revealElement(name: string, item: CborItem | null, whose: Revealed, redaction: Redaction): Json {
  if (item === null) return null
  if (isAlwaysHidden(name, whose)) return redactElement(item, redaction)
  switch (item.kind) {
    case 'text':
      return revealValue(name, item.value, whose, redaction)
    case 'bytes':
      return redactElement(item, redaction)
    case 'tag':
    case 'array':
    case 'map':
      return inside(item, name, (member, inner) => revealElement(member, inner, whose, redaction), redaction)
    case 'integer':
      return typeof item.value === 'bigint' ? String(item.value) : item.value
    default:
      return typeof item.value === 'boolean' || Number.isFinite(item.value) ? (item.value as boolean | number) : null
  }
}

/** Maps the content of a tag, an array or a map. A part without a name takes that of the whole. */
function inside(
  item: Extract<CborItem, { kind: 'tag' | 'array' | 'map' }>,
  name: string,
  show: (name: string, inner: CborItem) => Json,
  redaction: Redaction,
): Json {
  if (item.kind === 'tag') return { cbor_tag: Number(item.tag), value: show(name, item.content) }
  if (item.kind === 'array') return item.items.slice(0, membersMax).map((one) => show(name, one))
  return Object.fromEntries(
    item.entries.slice(0, membersMax).map(([member, value]) => {
      const plain = textOf(member) ?? ''
      return [shownNameOfPeer(plain, redaction), show(plain, value)]
    }),
  )
}
