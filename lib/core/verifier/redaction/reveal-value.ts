import type { Redaction } from '../../engine/redaction/redaction'
import type { Revealed } from '../../engine/redaction/tokens/read-token'
import { isUnmistakableToken } from '../../engine/redaction/tokens/token-text'
import { shorten } from '../../engine/redaction/values/bound-json'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { type CborItem, textOf } from '../../shared/cbor/cbor-item'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { mapMembers, shownNameOfPeer } from './show-text'

/** Longer text is an image or useless to a reader. */
const charactersMax = 200

/** Portraits. */
const pictures = ['portrait', 'picture']

/** Identifiers of one person, hidden in other issuers' credentials even if the operator allows values. */
const identifiers = [
  ...['sub', 'jti', 'personal_administrative_number', 'document_number'],
  ...['email', 'email_address', 'phone_number', 'mobile_phone_number'],
]

/** True for a claim or element whose value is never shown. */
const isAlwaysHidden = (name: string, whose: Revealed): boolean =>
  pictures.includes(name) || (whose === 'foreign' && identifiers.includes(name))

/**
 * A disclosed value, in a session that asked for values. Images, digests and tokens stay redacted, and so do personal
 * identifiers in another issuer's credential. `name` is `null` for an array element.
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

/** Map members or array elements shown. */
const membersMax = 128

/**
 * Shows type and length of an mdoc element's value; repetitions in the exchange are removed too. Structure and member
 * names stay.
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
 * An mdoc element's value, in a session that asked for values. Byte strings stay redacted, because they may be images,
 * and so does what is redacted in any credential.
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

/** Maps the content of a tag, array or map. Unnamed parts inherit the name. */
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
