import { fromBase64url, toBase64url } from '../values/base64url'
import { isObject } from '../values/json'
import { isFilledArray, isFilledString, member } from './path'
import type { AuthorityReason, Pointer, ProblemList } from './problem-list'

interface Validated {
  readonly at: Pointer
  readonly problems: ProblemList
  /** Key identifiers of certificates that are no authority, with that of the authority above each. */
  readonly leaves: ReadonlyMap<string, string>
}

/**
 * Reports the problems of `trusted_authorities`. Types that no specification defines are accepted. OID4VP-1FINAL-6.1.1
 */
export function validateTrustedAuthorities(authorities: unknown, { at, problems, leaves }: Validated): void {
  if (!isFilledArray(authorities)) {
    problems.violation(at, 'It must be an array with at least one entry.', 'OID4VP-1FINAL-6.1')
    return
  }
  for (const [index, authority] of authorities.entries()) {
    const here = at.to(index)
    if (!isObject(authority)) {
      problems.violation(here, 'An entry must be a JSON object.', 'OID4VP-1FINAL-6.1.1')
      continue
    }
    const type = member(authority, 'type')
    if (!isFilledString(type))
      problems.violation(here.to('type'), 'It must be a non-empty string.', 'OID4VP-1FINAL-6.1.1')
    const values = member(authority, 'values')
    if (!isFilledArray(values) || !values.every((value) => typeof value === 'string'))
      problems.violation(here.to('values'), 'It must be an array with at least one string.', 'OID4VP-1FINAL-6.1.1')
    else
      for (const [place, value] of values.entries())
        validateValue(value, { at: here.to('values', place), problems, leaves, type })
    problems.unknownMembers(here, authority, ['type', 'values'])
  }
}

function validateValue(value: unknown, { at, problems, leaves, type }: Validated & { readonly type: unknown }): void {
  if (typeof value !== 'string') return
  if (type === 'aki') validateKeyIdentifier(value, { at, problems, leaves })
  if (type === 'etsi_tl' && !isHttpsUrl(value))
    problems.violation(at, 'It must be an absolute https URL.', 'OID4VP-1FINAL-6.1.1.2')
  if (type === 'openid_federation' && !isHttpsUrl(value))
    problems.violation(at, 'It must be an absolute https URL.', 'OID4VP-1FINAL-6.1.1.3')
}

/** Longest key identifier in bytes; RFC 5280 suggests 20. */
const keyIdentifierBytesMax = 64

/** Longest value that is read as something around an identifier. */
const wrappedCharactersMax = 512

/** Hexadecimal of 16 to 32 bytes, with or without colons. */
const hexadecimal = /^[0-9A-Fa-f]{2}(?::?[0-9A-Fa-f]{2}){15,31}$/

function validateKeyIdentifier(value: string, { at, problems, leaves }: Validated): void {
  const clause = 'OID4VP-1FINAL-6.1.1.1'
  const wrong = (reason: AuthorityReason, message: string): void =>
    problems.unanswerable(at, { reason, message, clause }, 'violation')
  const bytes = value.length > wrappedCharactersMax ? null : fromBase64url(value)
  const inner = bytes && unwrapped(bytes)
  if (hexadecimal.test(value))
    wrong('authority_hexadecimal', `It is hexadecimal: in base64url the identifier is ${fromHex(value)}.`)
  else if (inner)
    wrong(
      'authority_wrapped',
      `It is the DER around the identifier, not the identifier alone, which is ${toBase64url(inner)}.`,
    )
  else if (bytes === null || bytes.length === 0 || bytes.length > keyIdentifierBytesMax)
    wrong('authority_unreadable', 'It must be a key identifier in base64url without padding.')
  const above = leaves.get(value)
  if (above !== undefined)
    problems.unanswerable(at, {
      reason: 'authority_of_leaf',
      message: `It is the key identifier of a certificate of an issuer itself: that of the authority above it is ${above}.`,
      clause,
    })
}

const fromHex = (text: string): string =>
  toBase64url(Uint8Array.from(text.replaceAll(':', '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))

const [sequence, octetString, objectIdentifier, keyIdentifier] = [0x30, 0x04, 0x06, 0x80]

/** Layers around an identifier: the extension, its OCTET STRING, the SEQUENCE in it, and the tag of the identifier. */
const layersMax = 4

/** The identifier inside an AuthorityKeyIdentifier, an OCTET STRING or a whole extension; `null` if it is none. */
function unwrapped(bytes: Uint8Array): Uint8Array | null {
  let inner = bytes
  for (let layer = 0; layer < layersMax; layer++) {
    const content = contentOf(inner)
    if (content === null) break
    inner = content
  }
  return inner.length < bytes.length && inner.length > 0 && inner.length <= keyIdentifierBytesMax ? inner : null
}

/** The part of a DER value that leads to the identifier; `null` if it is no such value. */
function contentOf(bytes: Uint8Array): Uint8Array | null {
  const [tag, length = 0] = bytes
  if (length > 0x7f || bytes.length < length + 2) return null
  const content = bytes.subarray(2, length + 2)
  const isWhole = bytes.length === length + 2
  if (tag === octetString && isWhole) return content
  // Issuer and serial number may follow the identifier.
  if (tag === keyIdentifier) return content
  if (tag !== sequence || !isWhole) return null
  const [first, size = 0] = content
  if (first === keyIdentifier) return content
  return first === objectIdentifier ? content.subarray(2 + size) : null
}

const isHttpsUrl = (value: string): boolean => URL.canParse(value) && new URL(value).protocol === 'https:'
