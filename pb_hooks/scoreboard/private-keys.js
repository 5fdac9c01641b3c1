// Finds private keys in unexpected places of a definition, which an earlier version accepted. Must agree with
// lib/core/shared/values/private-keys.ts, whose tests compare the two.

/** Maximum nesting of a value, and of JSON and base64 inside its texts. */
const depthMax = 100
const layersMax = 3
/** Maximum characters to search in one value. Anything beyond is not shown. */
const charactersMax = 2 * 1024 * 1024

/** RFC 7468 sections 10 and 11 */
const pemHead = /-----BEGIN[ +][A-Z0-9 +]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----/
/** RFC 7518 sections 6.2.2, 6.3.2 and 6.4 */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

/** Members that identify a private JWK without its required `kty`. */
const bareKeys = [
  ['d', 'crv', 'x'],
  ['d', 'n', 'e'],
]

const keyCharactersMin = 24

/** A JWK's members in text that is not JSON. */
const writtenType = /\bkty(?:\\{0,7}["'])?\s{0,20}[:=]/
const writtenMember = /\b(?:d|p|q|dp|dq|qi|k|priv)(?:\\{0,7}["'])?\s{0,20}[:=]\s{0,20}\\{0,7}["'][\w-]{16}/
/** Represents a key that is no JWK in JSON. */
const foundKey = '-----BEGIN PRIVATE KEY-----'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** @type {Record<string, number>} */
const values = {}
for (let place = 0; place < alphabet.length; place++) values[alphabet.charAt(place)] = place
values['+'] = 62
values['/'] = 63

/** Decodes base64 or base64url into a string of byte values; '' for other texts. @param {string} text */
function decoded(text) {
  const characters = text.replace(/={1,2}$/, '')
  const found = []
  let bits = 0
  let held = 0
  for (let place = 0; place < characters.length; place++) {
    const value = values[characters.charAt(place)]
    if (value === undefined) return ''
    bits = ((bits << 6) | value) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      found.push(String.fromCharCode((bits >> held) & 0xff))
    }
  }
  return found.join('')
}

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The decoded contents of a text, as JSON or base64, that may hold a key. @param {string} text @returns {any[]} */
function insideOf(text) {
  const plain = /%[2-7][0-9A-Fa-f]/.test(text)
    ? [text.replace(/%[2-7][0-9A-F]/gi, (found) => String.fromCharCode(parseInt(found.slice(1), 16)))]
    : []
  if (/^\s*["{[]/.test(text)) {
    const inner = parsed(text)
    if (inner !== undefined) return [...plain, inner]
  }
  if (writtenType.test(text) && writtenMember.test(text)) return [...plain, foundKey]
  if (text.includes('"kty"')) {
    const objects = text.match(/\{[^{}]*\}/g) || []
    return [...plain, ...objects.filter((object) => object.includes('"kty"')).map(parsed)]
  }
  if (!/^[\w+/=.~\s-]{40,}$/.test(text) || (/\s/.test(text) && !/^\s*[\w+/-]{40}/.test(text))) return plain
  return text
    .replace(/\s/g, '')
    .split(/[.~]/)
    .filter((part) => part.length >= keyCharactersMin)
    .map((part) => decoded(part).replace(/^\xef\xbb\xbf/, ''))
    .map((bytes) => (isPrivateKeyDer(bytes) ? foundKey : bytes))
}

/**
 * The tags and positions of the values of a DER sequence; none if it is not one.
 * @param {string} bytes @returns {{ tag: number, from: number, to: number }[]}
 */
function membersOf(bytes) {
  /** @param {number} at @param {number} end */
  const valueAt = (at, end) => {
    const first = bytes.charCodeAt(at + 1)
    const more = first < 0x80 ? 0 : first - 0x80
    if (at + 2 > end || more > 3 || first === 0x80) return null
    let length = more === 0 ? first : 0
    for (let place = at + 2; place < at + 2 + more; place++) length = length * 256 + bytes.charCodeAt(place)
    const from = at + 2 + more
    return from + length <= end ? { tag: bytes.charCodeAt(at), from, to: from + length } : null
  }
  const sequence = valueAt(0, bytes.length)
  const members = []
  if (sequence === null || sequence.tag !== 0x30) return []
  for (let at = sequence.from; at < sequence.to; ) {
    const member = valueAt(at, sequence.to)
    if (member === null || members.length === 12) return []
    members.push(member)
    at = member.to
  }
  return members
}

/** Must agree with lib/core/shared/values/private-keys.ts. @param {string} bytes */
function isPrivateKeyDer(bytes) {
  const [version, first, ...rest] = membersOf(bytes)
  if (version === undefined || first === undefined) return false
  if (version.tag !== 2 || version.to - version.from !== 1 || bytes.charCodeAt(version.from) > 1) return false
  /** @param {{ tag: number, from: number, to: number } | undefined} value */
  const isSecret = (value) => value !== undefined && value.tag === 4 && value.to - value.from >= 14
  /** @param {{ tag: number }[]} others */
  const areOptional = (others) => others.every(({ tag }) => [0xa0, 0xa1, 0x80, 0x81].includes(tag))
  if (first.tag === 0x30) return bytes.charCodeAt(first.from) === 6 && isSecret(rest[0]) && areOptional(rest.slice(1))
  if (first.tag === 4) return isSecret(first) && areOptional(rest)
  return rest.length >= 4 && [first, ...rest.slice(0, 4)].every(({ tag }) => tag === 2)
}

/**
 * Replaces each text or object in a value that holds a private key, is nested too deeply, or exceeds the characters
 * that are searched.
 * @param {any} value @param {(held: any) => any} instead
 */
function withoutPrivateKeys(value, instead) {
  let left = charactersMax
  /** @param {any} one @param {number} depth @param {number} layer @returns {boolean} */
  const holds = (one, depth, layer) => {
    if (typeof one === 'string') {
      left -= one.length
      if (left < 0 || pemHead.test(one)) return true
      return layer < layersMax && insideOf(one).some((inner) => holds(inner, 0, layer + 1))
    }
    if (typeof one !== 'object' || one === null) return false
    if (depth > depthMax || isKey(one, layer)) return true
    return Object.values(one).some((member) => holds(member, depth + 1, layer))
  }
  /** @param {any} one @param {number} layer */
  const isKey = (one, layer) =>
    isObject(one) &&
    ((typeof one.kty === 'string'
      ? privateMembers.some((name) => Object.hasOwn(one, name))
      : bareKeys.some((members) => members.every((name) => typeof one[name] === 'string'))) ||
      Object.keys(one).some((name) => holds(name, 0, layer)))
  /** @param {any} one @param {number} depth @returns {any} */
  const walk = (one, depth) => {
    if (typeof one === 'string') return holds(one, depth, 0) ? instead(one) : one
    if (typeof one !== 'object' || one === null) return one
    if (depth > depthMax) return instead('')
    if (isKey(one, 0)) return instead(one)
    if (Array.isArray(one)) return one.map((item) => walk(item, depth + 1))
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, walk(member, depth + 1)]))
  }
  return walk(value, 0)
}

module.exports = { withoutPrivateKeys }
