import { type DerElement, DerError, readDer, readObjectIdentifier } from './der'

/**
 * A distinguished name: one text for each of its relative names, such that two of them match exactly if their texts are
 * equal. RFC 5280 section 7.1
 */
export type DistinguishedNameKeys = readonly string[]

/** The keys of a Name, from the content of its SEQUENCE. Throws DerError. */
export const nameKeys = (content: Buffer): DistinguishedNameKeys =>
  readDer(content).map((relative) => {
    if (relative.tag !== 0x31) throw new DerError()
    // The order of a multi-valued relative name says nothing.
    return JSON.stringify(attributesOf(relative.content).map(attributeKey).sort())
  })

/** Whether two names match. */
export const isSameName = (one: DistinguishedNameKeys, other: DistinguishedNameKeys): boolean =>
  one.length === other.length && isWithin(one, other)

/** Whether a name begins with all relative names of `subtree`. RFC 5280 section 4.2.1.10 */
export const isWithin = (name: DistinguishedNameKeys, subtree: DistinguishedNameKeys): boolean =>
  subtree.length <= name.length && subtree.every((key, index) => key === name[index])

const emailAddress = '1.2.840.113549.1.9.1'

/** The values of `emailAddress` in a Name. Throws DerError. */
export const emailAddressesOf = (content: Buffer): string[] =>
  readDer(content).flatMap((relative) =>
    attributesOf(relative.content).flatMap(({ type, value }) =>
      type === emailAddress ? [value.content.toString('latin1')] : [],
    ),
  )

interface NameAttribute {
  readonly type: string
  readonly value: DerElement
}

const attributesOf = (set: Buffer): NameAttribute[] =>
  readDer(set).map((attribute) => {
    const [type, value, ...others] = readDer(attribute.content)
    if (attribute.tag !== 0x30 || type?.tag !== 6 || value === undefined || others.length > 0) throw new DerError()
    return { type: readObjectIdentifier(type.content), value }
  })

/** Texts match whatever their string type; anything else matches by its bytes. */
function attributeKey({ type, value }: NameAttribute): string {
  const text = textOf(value)
  const prepared = text === null ? null : prepare(text)
  return prepared === null
    ? JSON.stringify([type, value.tag, value.content.toString('base64')])
    : JSON.stringify([type, prepared])
}

/** The text of a string; `null` for another type, or for bytes that are none of its type. */
function textOf({ tag, content }: DerElement): string | null {
  switch (tag) {
    case 12:
      return decode('utf-8', content)
    // PrintableString, TeletexString, IA5String
    case 19:
    case 20:
    case 22:
      return content.toString('latin1')
    // UniversalString
    case 28:
      return fromUtf32(content)
    // BMPString
    case 30:
      return decode('utf-16be', content)
    default:
      return null
  }
}

function decode(encoding: 'utf-8' | 'utf-16be', bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function fromUtf32(bytes: Buffer): string | null {
  if (bytes.length % 4 !== 0) return null
  const points = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4))
  return points.some((point) => point > 0x10ffff) ? null : points.map((point) => String.fromCodePoint(point)).join('')
}

/** White space of RFC 4518 section 2.2, which becomes a space. */
const spaces = /[\t\n\v\f\r\u0085\p{Z}]/gu
/** What RFC 4518 section 2.2 maps to nothing: controls, joiners, variation selectors. */
const nothing = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u1806\uFFFC]|\u034F/gu
/** Characters that no prepared text may hold. RFC 4518 section 2.4 */
const prohibited = /[\p{Cn}\p{Co}\p{Cs}\uFFFD]/u

/**
 * A text as it is compared: LDAP StringPrep with case folded and runs of spaces as one. `null` when it holds what must not
 * be compared. RFC 5280 section 7.1, RFC 4518 section 2
 */
function prepare(text: string): string | null {
  const mapped = text.replaceAll(spaces, ' ').replaceAll(nothing, '')
  // Capitals first: some letters have no small form of their own, ß among them.
  const folded = mapped.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return prohibited.test(folded) ? null : folded.replaceAll(/ +/g, ' ').trim()
}
