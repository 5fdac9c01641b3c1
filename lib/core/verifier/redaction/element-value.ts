import type { Redaction } from '../../engine/redaction/redaction'
import type { Revealed } from '../../engine/redaction/tokens/read-token'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { type CborItem, textOf } from '../../ground/cbor/cbor-item'
import type { Json, JsonObject } from '../../ground/values/json'
import { shownNameOfPeer } from './map-members'
import { isAlwaysHidden, revealValue } from './reveal-value'

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
