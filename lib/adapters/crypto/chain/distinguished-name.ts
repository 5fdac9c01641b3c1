import { type DerElement, DerError, readDer, readObjectIdentifier } from './der'

/**
 * A distinguished name as one key per relative name. Two relative names match exactly if their keys are equal. RFC 5280
 * section 7.1
 */
export type DistinguishedNameKeys = readonly string[]

/** The keys of a Name, from the content of its SEQUENCE. Throws DerError. */
export const nameKeys = (content: Buffer): DistinguishedNameKeys =>
  readDer(content).map((relative) => {
    if (relative.tag !== 0x31) throw new DerError()
    // The order of values within a relative name is irrelevant.
    return JSON.stringify(attributesOf(relative.content).map(attributeKey).sort())
  })

/** Whether two names match exactly. */
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

const organizationName = '2.5.4.10'

/** The textual values of `organizationName` in a Name. Throws DerError. */
export const organizationsOf = (content: Buffer): string[] =>
  readDer(content).flatMap((relative) =>
    attributesOf(relative.content).flatMap(({ type, value }) =>
      type === organizationName ? (textOf(value) ?? []) : [],
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

/** Strings match regardless of their ASN.1 type; any other value matches by its bytes. */
function attributeKey({ type, value }: NameAttribute): string {
  const text = textOf(value)
  const prepared = text === null ? null : prepare(text)
  return prepared === null
    ? JSON.stringify([type, value.tag, value.content.toString('base64')])
    : JSON.stringify([type, prepared])
}

/** The text of an ASN.1 string; `null` for another type, or for bytes that its type does not allow. */
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

/** White space that RFC 4518 section 2.2 maps to a space. */
const spaces = /[\t\n\v\f\r\u0085\p{Z}]/gu
/** Characters that RFC 4518 section 2.2 deletes: controls, joiners, variation selectors. */
const nothing = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u1806\uFFFC]|\u034F/gu
/** Characters that a prepared string must not contain. RFC 4518 section 2.4 */
const prohibited = /[\p{Cn}\p{Co}\p{Cs}\uFFFD]/u

/**
 * Prepares a string for comparison: LDAP StringPrep, case folded, runs of spaces collapsed. `null` if it contains a
 * prohibited character. RFC 5280 section 7.1, RFC 4518 section 2
 */
function prepare(text: string): string | null {
  const mapped = text.replaceAll(spaces, ' ').replaceAll(nothing, '')
  // Upper case first: it folds letters such as ß to their expansion, which lower case alone does not.
  const folded = mapped.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  return prohibited.test(folded) ? null : folded.replaceAll(/ +/g, ' ').trim()
}
