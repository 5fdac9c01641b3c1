import { readJsonText } from '../../http/read-json'
import { fromBase64url, fromUtf8 } from '../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../values/json'

/** Most parts that are looked at behind the signed one: 256 Disclosures, and the empty one that ends the text. */
const partsMax = 257

/**
 * What the Disclosures of an issued SD-JWT VC say: the claim, or nothing for an element of an array, and its value. Salts
 * and digests are left out, so that no Disclosure can be put together again. `null` for anything that is not an SD-JWT.
 * @see RFC9901-4.2
 */
export function describeSdJwtVc(credential: string): JsonObject | null {
  const [jwt = '', ...rest] = credential.split('~', partsMax + 1)
  if (rest.length === 0 || jwt.split('.').length !== 3) return null
  return describeDisclosures(rest.filter((part) => part !== '').flatMap(readDisclosure))
}

/** The same of Disclosures by what is in them: salt, name where there is one, and value. */
export const describeDisclosures = (contents: readonly (readonly Json[])[]): JsonObject => ({
  kind: 'credential',
  disclosures: contents.slice(0, partsMax).flatMap(describeDisclosure),
})

/** What is in one Disclosure; nothing for what is no list. */
function readDisclosure(encoded: string): Json[][] {
  const bytes = fromBase64url(encoded)
  const text = bytes && fromUtf8(bytes)
  const read = text === null ? null : readJsonText(text)
  return read?.ok && Array.isArray(read.value) ? [read.value as Json[]] : []
}

function describeDisclosure(content: readonly Json[]): JsonObject[] {
  const value = withoutDigests(content.at(-1) ?? null)
  if (content.length === 2) return [{ value }]
  return content.length === 3 && typeof content[1] === 'string' ? [{ claim: content[1], value }] : []
}

/** The value with `_sd` and `...` as the number of what they conceal. RFC9901-4.2.4 */
function withoutDigests(value: Json): Json {
  if (Array.isArray(value)) {
    const shown = value.filter((element) => !isDigest(element)).map(withoutDigests)
    return shown.length === value.length ? shown : [...shown, { concealed: value.length - shown.length }]
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) =>
      name === '_sd' && Array.isArray(member) ? ['concealed', member.length] : [name, withoutDigests(member)],
    ),
  )
}

const isDigest = (element: Json): boolean => isObject(element) && Object.hasOwn(element, '...')
