import { pemHead, placesMax, privateKeysIn, withoutPrivateKeys } from './private-keys-in'

/** What stands where a private key was. */
const privateKeyMark = '[private key, not kept]'

/** A member that only a private JWK has, in text that is no JSON. */
const privateMember = /("(?:d|p|q|dp|dq|qi|k|priv)"\s{0,100}:\s{0,100})"[^"]*/g

/**
 * A text that somebody typed without the private keys in it: JSON loses each key alone, and other text what looks like one. Text
 * with very many is lost whole. Text without any is what it was.
 */
export function textWithoutPrivateKeys(text: string): string {
  const value = parsed(text)
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
function parsed(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
