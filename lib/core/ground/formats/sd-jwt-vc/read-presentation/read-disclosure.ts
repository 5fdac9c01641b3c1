import { readJsonText } from '../../../http/read-json'
import { withoutPadding } from '../../../values/base64'
import { fromBase64url, fromUtf8, isBase64url } from '../../../values/base64url'
import type { Json } from '../../../values/json'
import type { DisclosureError, DisclosureReading, SaltReading } from './disclosure-reading'

/** What a Disclosure says by itself, before it is known where it belongs. */
export type DisclosureContent = Pick<
  DisclosureReading,
  'text' | 'digest' | 'errors' | 'kind' | 'name' | 'salt' | 'saltText' | 'value'
>

/** Decodes a Disclosure and lists all that is wrong with it. Never throws. RFC9901-4.2.1, RFC9901-4.2.2 */
export function readDisclosure(text: string, digest: string): DisclosureContent {
  const base = { text, digest, kind: null, name: null, salt: null, saltText: null, value: null }
  const decoded = decode(text)
  if (!decoded.ok) return { ...base, errors: decoded.errors }
  const { content } = decoded
  const kind = content.length === 3 ? 'property' : content.length === 2 ? 'element' : null
  const [salt] = content
  const name = kind === 'property' ? content[1] : null
  const errors: DisclosureError[] = [...decoded.errors]
  if (kind === null) errors.push('wrong_length')
  if (typeof salt !== 'string') errors.push('salt_not_a_string')
  if (kind === 'property' && typeof name !== 'string') errors.push('name_not_a_string')
  return {
    ...base,
    errors,
    kind,
    name: typeof name === 'string' ? name : null,
    salt: typeof salt === 'string' ? saltOf(salt) : null,
    saltText: typeof salt === 'string' ? salt : null,
    value: kind === null ? null : (content.at(-1) ?? null),
  }
}

type Decoded =
  | { readonly ok: true; readonly content: readonly Json[]; readonly errors: readonly DisclosureError[] }
  | { readonly ok: false; readonly errors: readonly DisclosureError[] }

function decode(text: string): Decoded {
  if (text === '') return { ok: false, errors: ['empty'] }
  const strict = fromBase64url(text)
  // Padding and the other alphabet are errors of their own and hide none of the others.
  const bytes = strict ?? fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_')))
  const errors: DisclosureError[] = isBase64url(text) ? [] : ['not_base64url']
  if (bytes === null) return { ok: false, errors }
  const plain = fromUtf8(bytes)
  if (plain === null) return { ok: false, errors: [...errors, 'not_utf8'] }
  const json = readJsonText(plain)
  if (!json.ok) return { ok: false, errors: [...errors, json.reason === 'not_json' ? 'not_json' : 'passes_a_bound'] }
  if (!Array.isArray(json.value)) return { ok: false, errors: [...errors, 'not_an_array'] }
  if (json.duplicates.length > 0) errors.push('repeated_names')
  return { ok: true, content: json.value, errors }
}

/** A salt is base64url in practice, six bits a character; another alphabet may hold less and never more than eight. */
const saltOf = (salt: string): SaltReading => ({
  characters: salt.length,
  bitsAtMost: salt.length * (/^[A-Za-z0-9_-]*$/.test(salt) ? 6 : 8),
})
