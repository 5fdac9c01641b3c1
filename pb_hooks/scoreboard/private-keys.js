// Private keys where no place is for one: an earlier version took them. What counts as one is what lib/core/ground/values/private-keys-in.ts
// refuses; its test compares the two.

/** How deep a value is searched, and how many layers of JSON and base64 in its texts. */
const depthMax = 100
const layersMax = 3
/** Characters that are looked at in one value. What lies behind them is not shown. */
const charactersMax = 2 * 1024 * 1024

/** RFC 7468 sections 10 and 11 */
const pemHead = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/
/** RFC 7518 sections 6.2.2, 6.3.2 and 6.4 */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** @type {Record<string, number>} */
const values = {}
for (let place = 0; place < alphabet.length; place++) values[alphabet.charAt(place)] = place
values['+'] = 62
values['/'] = 63

/** The bytes of base64 or base64url as characters; '' for other texts. @param {string} text */
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

/** What a text holds in another form and may hold a key. @param {string} text @returns {any[]} */
function insideOf(text) {
  if (/^\s*[{[]/.test(text)) {
    if (!/kty|PRIVATE|\\u/.test(text)) return []
    try {
      return [JSON.parse(text)]
    } catch {
      return []
    }
  }
  if (!/^[\w+/=.~-]{40,}$/.test(text)) return []
  return text.split(/[.~]/).map((part) => decoded(part).replace(/^\xef\xbb\xbf/, ''))
}

/**
 * A value with another in the place of each text and object that holds a private key, that is nested too deeply, or that there is no time
 * to look at. @param {any} value @param {(held: any) => any} instead
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
    if (depth > depthMax || isKey(one)) return true
    return Object.values(one).some((member) => holds(member, depth + 1, layer))
  }
  /** @param {any} one */
  const isKey = (one) =>
    isObject(one) &&
    ((typeof one.kty === 'string' && privateMembers.some((name) => Object.hasOwn(one, name))) ||
      Object.keys(one).some((name) => pemHead.test(name)))
  /** @param {any} one @param {number} depth @returns {any} */
  const walk = (one, depth) => {
    if (typeof one === 'string') return holds(one, depth, 0) ? instead(one) : one
    if (typeof one !== 'object' || one === null) return one
    if (depth > depthMax) return instead('')
    if (isKey(one)) return instead(one)
    if (Array.isArray(one)) return one.map((item) => walk(item, depth + 1))
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, walk(member, depth + 1)]))
  }
  return walk(value, 0)
}

module.exports = { withoutPrivateKeys }
