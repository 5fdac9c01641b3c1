import { atOnce, type PausableWork } from '../time/pausable-work'
import { fromBase64url, withoutPadding } from './base64url'
import { isObject } from './json'

/** A DER value with the range of its content. X.690 section 8.1 */
interface Value {
  readonly tag: number
  readonly from: number
  readonly to: number
}

const [integerTag, octetStringTag, oidTag, sequenceTag] = [0x02, 0x04, 0x06, 0x30]

/** Tags `[0]` and `[1]`: attributes and public key in PKCS#8, parameters and public key in SEC1. */
const optionalTags: readonly number[] = [0xa0, 0xa1, 0x80, 0x81]

/** Most values in a private key, including multi-prime RSA. */
const valuesMax = 12

/** Shortest secret in bytes, that of the smallest curve. */
const secretBytesMin = 14

/** The value at an offset; `null` if there is none or it does not end before `end`. */
function valueAt(bytes: Uint8Array, at: number, end: number): Value | null {
  const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (at + 2 > end || lengthBytes > 3 || first === 0x80) return null
  const from = at + 2 + lengthBytes
  const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0)
  return from + length > end ? null : { tag, from, to: from + length }
}

/** Members of a leading sequence; empty for anything else, or too many members. */
function membersOf(bytes: Uint8Array): Value[] {
  const sequence = valueAt(bytes, 0, bytes.length)
  if (sequence?.tag !== sequenceTag) return []
  const members: Value[] = []
  for (let at = sequence.from; at < sequence.to; ) {
    const member = valueAt(bytes, at, sequence.to)
    if (member === null || members.length === valuesMax) return []
    members.push(member)
    at = member.to
  }
  return members
}

/**
 * True if bytes start with a private key in DER: PKCS#8 (RFC 5958 section 2), SEC1 (RFC 5915 section 3), or PKCS#1 (RFC
 * 8017 appendix A.1.2), all of which start with a one-byte version. Judged by structure alone; most other input is
 * rejected after a few bytes.
 */
export function isPrivateKeyDer(bytes: Uint8Array): boolean {
  const [version, ...others] = membersOf(bytes)
  if (version?.tag !== integerTag || version.to - version.from !== 1 || (bytes[version.from] ?? 2) > 1) return false
  const [first, second] = others
  if (first === undefined) return false
  const areOptional = (rest: readonly Value[]): boolean => rest.every(({ tag }) => optionalTags.includes(tag))
  const isSecret = (value: Value | undefined): boolean =>
    value?.tag === octetStringTag && value.to - value.from >= secretBytesMin
  if (first.tag === sequenceTag) return bytes[first.from] === oidTag && isSecret(second) && areOptional(others.slice(2))
  if (first.tag === octetStringTag) return isSecret(first) && areOptional(others.slice(1))
  // RSA has eight numbers, DSA five.
  return others.length >= 5 && others.slice(0, 5).every(({ tag }) => tag === integerTag)
}

/** Path to a value: member names and indexes. */
type Place = readonly (string | number)[]

/** Most places to report per value. */
const placesMax = 20

/** Maximum depth to search; nothing stored may be nested this deep. */
const depthMax = 100

/** Layers of JSON and base64url inside texts to decode. */
const layersMax = 3

/** Header of a private key in PEM or OpenPGP armour; forms encode spaces as `+`. RFC 7468 sections 10 and 11 */
const pemHead = /-----BEGIN[ +][A-Z0-9 +]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----/

/** Members that only a private or a symmetric JWK has. RFC 7518 sections 6.2.2, 6.3.2 and 6.4 */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const

const isPrivateJwk = (value: Record<string, unknown>): boolean =>
  typeof value.kty === 'string'
    ? privateMembers.some((name) => Object.hasOwn(value, name))
    : bareKeys.some((members) => members.every((name) => typeof value[name] === 'string'))

/** Signs of a private EC, OKP or RSA JWK that lacks its required `kty`. */
const bareKeys = [
  ['d', 'crv', 'x'],
  ['d', 'n', 'e'],
] as const

/** An object to remove completely: a private JWK, or one with a key as member name. */
const isKey = (value: Record<string, unknown>): boolean =>
  isPrivateJwk(value) || Object.keys(value).some((name) => privateKeysIn(name).length > 0)

/**
 * Decoded content of a text that may hold a key: percent-encoding, JSON, or base64url, as in a JWT or a
 * `transaction_data` entry, possibly with line breaks.
 */
function* insideOf(text: string): Generator<unknown, void> {
  const plain = text.replace(percentEncoded, (found) => decodeURIComponent(found))
  if (plain !== text) yield plain
  if (/^\s*["{[]/.test(text)) {
    const inner = parsed(text)
    if (inner !== undefined) {
      yield inner
      return
    }
  }
  if (writtenType.test(text) && writtenMember.test(text)) {
    yield foundKey
    return
  }
  if (text.includes('"kty"')) {
    for (const object of text.match(flatObject) ?? []) if (object.includes('"kty"')) yield parsed(object)
    return
  }
  // Searches for a foreign character, because matching all characters would exhaust the regular expression's stack on
  // megabytes.
  if (text.length < 40 || /[^\w+/=.~\s-]/.test(text)) return
  const isInLines = /\s/.test(text)
  if (isInLines && !/^\s*[\w+/-]{40}/.test(text)) return
  // Yields an empty text for each part that is none, so that the work is counted.
  for (const part of (isInLines ? text.replace(/\s+/g, '') : text).split(/[.~]/)) {
    if (part.length < keyCharactersMin) continue
    const bytes = fromBase64(part) ?? new Uint8Array()
    yield isPrivateKeyDer(bytes) ? foundKey : latin1.decode(bytes)
  }
}

/** Shortest key in base64url: a SEC1 key with a 14-byte secret, or a tiny JWK. */
const keyCharactersMin = 24

/** Represents a key that is no JWK in JSON. */
const foundKey = { kty: '', d: '' }

/** A JWK's members in text that is not JSON, e.g. an escaped log line, or printed by Python or JavaScript. */
const writtenType = /\bkty(?:\\{0,7}["'])?\s{0,20}[:=]/

const writtenMember = /\b(?:d|p|q|dp|dq|qi|k|priv)(?:\\{0,7}["'])?\s{0,20}[:=]\s{0,20}\\{0,7}["'][\w-]{16}/

/** A JWK embedded in other text. */
const flatObject = /\{[^{}]*\}/g

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only ASCII is relevant. Matches whole runs to decode each in one call. */
const percentEncoded = /(?:%[2-7][0-9A-Fa-f])+/g

/** Only ASCII is relevant, and rejecting invalid UTF-8 would cost ten times as much. */
const latin1 = new TextDecoder('latin1')

const fromBase64 = (text: string): Uint8Array | null =>
  fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_')))

/** Characters to search per step; each value counts as a few characters. */
const charactersPerStep = 128 * 1024

const charactersPerValue = 64

/**
 * Finds private keys in a JSON value: texts with a PEM key, DER keys, JWKs, and texts that contain one as
 * percent-encoding, JSON or base64url; the first 20 places. A member name counts as text of its object. Linear in the
 * size of the value, in steps.
 */
export function* privateKeysInSteps(value: unknown): PausableWork<readonly Place[]> {
  const found: Place[] = []
  let left = charactersPerStep
  function* walk(one: unknown, at: Place, depth: number, layer: number): PausableWork<void> {
    if (found.length >= placesMax || depth > depthMax) return
    left -= charactersPerValue + (typeof one === 'string' ? one.length : 0)
    if (left < 0) {
      left = charactersPerStep
      yield
    }
    // A place inside a text is reported as the place of the text.
    const placeOf = (step: string | number): Place => (layer === 0 ? [...at, step] : at)
    if (typeof one === 'string') {
      if (pemHead.test(one)) found.push(at)
      else if (layer < layersMax) {
        const before = found.length
        for (const inner of insideOf(one)) yield* walk(inner, at, depth, layer + 1)
        if (found.length > before) found.splice(before, found.length - before, at)
      }
    } else if (Array.isArray(one))
      for (const [index, item] of one.entries()) yield* walk(item, placeOf(index), depth + 1, layer)
    else if (isObject(one)) {
      if (isKey(one)) found.push(at)
      else for (const name of Object.keys(one)) yield* walk(one[name], placeOf(name), depth + 1, layer)
    }
  }
  yield* walk(value, [], 0, 0)
  return found
}

/** `privateKeysInSteps` at once. */
export const privateKeysIn = (value: unknown): readonly Place[] => atOnce(privateKeysInSteps(value))

/**
 * Replaces each text and object that holds a private key; for values nested too deep to search, `instead` receives an
 * empty text.
 */
export function withoutPrivateKeys(value: unknown, instead: (held: unknown) => unknown): unknown {
  const walk = (one: unknown, depth: number): unknown => {
    if (typeof one === 'string') return privateKeysIn(one).length > 0 ? instead(one) : one
    if (typeof one !== 'object' || one === null) return one
    if (depth > depthMax) return instead('')
    if (Array.isArray(one)) return one.map((item) => walk(item, depth + 1))
    if (!isObject(one)) return one
    if (isKey(one)) return instead(one)
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, walk(member, depth + 1)]))
  }
  return walk(value, 0)
}

/** Replaces a private key. */
const privateKeyMark = '[private key, not kept]'

/** A private JWK member in text that is not JSON. */
const privateMember = /("(?:d|p|q|dp|dq|qi|k|priv)"\s{0,100}:\s{0,100})"[^"]*/g

/**
 * Removes private keys from entered text: exactly the keys in JSON, and whatever looks like one in other text. Text
 * with too many is removed completely; text without any is unchanged.
 */
export function textWithoutPrivateKeys(text: string): string {
  const value = parsedObject(text)
  const places = privateKeysIn(value ?? text)
  if (places.length >= placesMax) return privateKeyMark
  if (value !== undefined)
    return places.length === 0
      ? text
      : JSON.stringify(
          withoutPrivateKeys(value, () => privateKeyMark),
          null,
          2,
        )
  const bare = withoutPem(text)
  if (privateKeysIn(bare).length > 0) return privateKeyMark
  return bare.includes('"kty"') ? bare.replace(privateMember, `$1"${privateKeyMark}`) : bare
}

/** Removes PEM keys, from each header to its end or that of the text. */
function withoutPem(text: string): string {
  const [before = '', ...keys] = text.split(pemHead)
  const marked = keys.map(
    (key) => privateKeyMark + (key.includes('-----END') ? key.slice(key.indexOf('-----END')) : ''),
  )
  return before + marked.join('')
}

/** The object or array that a text spells as JSON; `undefined` for any other text. */
function parsedObject(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
