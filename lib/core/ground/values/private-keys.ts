import { atOnce, type PausableWork } from '../time/pausable-work'
import { fromBase64url, withoutPadding } from './base64url'
import { isObject } from './json'

/** A value in DER: where its content begins and ends. X.690 section 8.1 */
interface Value {
  readonly tag: number
  readonly from: number
  readonly to: number
}

const [integerTag, octetStringTag, oidTag, sequenceTag] = [0x02, 0x04, 0x06, 0x30]

/** The attributes and the public key of PKCS#8, the parameters and the public key of SEC1: `[0]` and `[1]`. */
const optionalTags: readonly number[] = [0xa0, 0xa1, 0x80, 0x81]

/** How many values a private key has at most, with those of an RSA key of several primes. */
const valuesMax = 12

/** A shorter secret is no key: the shortest curve has this many bytes. */
const secretBytesMin = 14

/** The value at a place; `null` where none is, or where it does not end before `end`. */
function valueAt(bytes: Uint8Array, at: number, end: number): Value | null {
  const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (at + 2 > end || lengthBytes > 3 || first === 0x80) return null
  const from = at + 2 + lengthBytes
  const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0)
  return from + length > end ? null : { tag, from, to: from + length }
}

/** The values of a sequence that starts the bytes; none of anything else, or of one with very many. */
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
 * Whether bytes begin with a private key in DER: PKCS#8 (RFC 5958 section 2), SEC1 (RFC 5915 section 3), or PKCS#1 (RFC 8017
 * appendix A.1.2), which all begin with a version of one byte. Told by structure alone, after a few bytes of most others.
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
  // Of RSA eight numbers, of DSA five.
  return others.length >= 5 && others.slice(0, 5).every(({ tag }) => tag === integerTag)
}

/** Members and items that lead to a value. */
type Place = readonly (string | number)[]

/** How many places are told of one value. */
export const placesMax = 20

/** How deep a value is searched: nothing that is stored may be nested as deeply. */
const depthMax = 100

/** How many layers of JSON and base64url in texts are read. */
const layersMax = 3

/** The head of a private key in PEM form, whatever its kind, and of one of OpenPGP; a form has `+` for a space. RFC 7468 sections 10 and 11 */
export const pemHead = /-----BEGIN[ +][A-Z0-9 +]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----/

/** Members that only a private or a symmetric JWK has. RFC 7518 sections 6.2.2, 6.3.2 and 6.4 */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const

const isPrivateJwk = (value: Record<string, unknown>): boolean =>
  typeof value.kty === 'string'
    ? privateMembers.some((name) => Object.hasOwn(value, name))
    : bareKeys.some((members) => members.every((name) => typeof value[name] === 'string'))

/** What tells a private JWK without the `kty` that it must have: an EC or OKP key, and one of RSA. */
const bareKeys = [
  ['d', 'crv', 'x'],
  ['d', 'n', 'e'],
] as const

/** An object that has to go whole: a private JWK, or one with a key as the name of a member. */
const isKey = (value: Record<string, unknown>): boolean =>
  isPrivateJwk(value) || Object.keys(value).some((name) => pemHead.test(name))

/**
 * What a text holds in another form and may hold a key: what is percent-encoded, JSON, or base64url, as a JWT and an entry of
 * `transaction_data` do, in lines too.
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
  if (text.includes('"kty"')) {
    for (const object of text.match(flatObject) ?? []) if (object.includes('"kty"')) yield parsed(object)
    return
  }
  // By a character that is none: an expression for all of them has no room for a text of megabytes.
  if (text.length < 40 || /[^\w+/=.~\s-]/.test(text)) return
  const isInLines = /\s/.test(text)
  if (isInLines && !/^\s*[\w+/-]{40}/.test(text)) return
  // An empty text for each that is none, so that the work is counted.
  for (const part of (isInLines ? text.replace(/\s+/g, '') : text).split(/[.~]/)) {
    if (part.length < keyCharactersMin) continue
    const bytes = fromBase64(part) ?? new Uint8Array()
    yield isPrivateKeyDer(bytes) ? keyInDer : latin1.decode(bytes)
  }
}

/** The shortest key in base64url: a secret of 14 bytes in SEC1, a JWK of a few characters. */
const keyCharactersMin = 24

/** Stands for a key that was found in DER. */
const keyInDer = { kty: '', d: '' }

/** A JWK among other words. */
const flatObject = /\{[^{}]*\}/g

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only ASCII is sought. One call decodes a whole run. */
const percentEncoded = /(?:%[2-7][0-9A-Fa-f])+/g

/** What is sought is ASCII, and to find out that bytes are no UTF-8 takes as long as ten of these. */
const latin1 = new TextDecoder('latin1')

const fromBase64 = (text: string): Uint8Array | null =>
  fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_')))

/** How many characters of texts to look through in one step; each value costs as much as some characters. */
const charactersPerStep = 128 * 1024

const charactersPerValue = 64

/**
 * Where a JSON value holds private keys: a text with one in PEM form, or that is one in DER, a JWK, or percent-encoding, JSON or
 * base64url in a text with one; the first 20 places.
 * The name of a member counts as a text at the place of its object. Does as much work as the value is large, in steps.
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
    // A place inside a text is told as the place of the text.
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

/** The same at once. */
export const privateKeysIn = (value: unknown): readonly Place[] => atOnce(privateKeysInSteps(value))

/**
 * A JSON value with another in the place of each text and object that holds a private key; of what is nested deeper than is
 * searched, `instead` is told an empty text.
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

/** What stands where a private key was. */
const privateKeyMark = '[private key, not kept]'

/** A member that only a private JWK has, in text that is no JSON. */
const privateMember = /("(?:d|p|q|dp|dq|qi|k|priv)"\s{0,100}:\s{0,100})"[^"]*/g

/**
 * A text that somebody typed without the private keys in it: JSON loses each key alone, and other text what looks like one. Text
 * with very many is lost whole. Text without any is what it was.
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

/** A text without what follows the head of a private key, up to its end or that of the text. */
function withoutPem(text: string): string {
  const [before = '', ...keys] = text.split(pemHead)
  const marked = keys.map(
    (key) => privateKeyMark + (key.includes('-----END') ? key.slice(key.indexOf('-----END')) : ''),
  )
  return before + marked.join('')
}

/** The object or the list that a text spells; `undefined` for any other text. */
function parsedObject(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
