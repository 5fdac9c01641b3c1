import type { CborItem } from '@/lib/core/shared/cbor/cbor-item'
import { readCbor } from '@/lib/core/shared/cbor/read-cbor'
import { fromBase64url, fromUtf8, toHex } from '@/lib/core/shared/values/base64url'
import { visibleText } from '@/lib/core/shared/values/escape'

/** A text as decoded: what it is, and its parts to read. */
export interface DecodedText {
  readonly what: string
  readonly parts: readonly { readonly title: string; readonly text: string }[]
}

/** Most Disclosures of an SD-JWT that are decoded. */
const disclosuresMax = 200
/** How deep embedded CBOR is opened. */
const depthMax = 24
/** Most characters shown of one part. */
const shownMax = 40_000

const shown = (text: string): string =>
  visibleText(text.length <= shownMax ? text : `${text.slice(0, shownMax)}… (${text.length} characters)`)

/** JSON in base64url, indented; `null` for anything else. */
function jsonOf(encoded: string): string | null {
  const bytes = fromBase64url(encoded)
  const text = bytes === null ? null : fromUtf8(bytes)
  if (text === null) return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

/** Decodes a JWT, an SD-JWT, the header of a JWE, or CBOR in base64url. Verifies nothing, and never throws. */
export function decodeText(input: string): DecodedText {
  const text = input.replace(/\s/g, '')
  if (text === '') return { what: 'Nothing to decode.', parts: [] }
  const [token = '', ...rest] = text.split('~')
  const segments = token.split('.')
  const header = segments.length === 1 ? null : jsonOf(segments[0] ?? '')
  if (header !== null && segments.length === 5)
    return { what: 'A JWE. Only its header is readable without the key.', parts: [part('Header', header)] }
  if (header !== null && segments.length === 3) return jws(header, segments[1] ?? '', rest)
  const bytes = fromBase64url(text)
  const reading = bytes === null ? null : readCbor(bytes)
  if (reading?.ok !== true) return { what: 'Neither a JWT, an SD-JWT, a JWE nor CBOR in base64url.', parts: [] }
  const trailing = reading.trailing === 0 ? '' : ` ${reading.trailing} bytes follow it.`
  return { what: `CBOR.${trailing}`, parts: [part('Diagnostic notation', notation(reading.item, 0))] }
}

const part = (title: string, text: string) => ({ title, text: shown(text) })

function jws(header: string, payload: string, rest: readonly string[]): DecodedText {
  const disclosures = rest.slice(0, -1)
  const last = rest.at(-1) ?? ''
  const parts = [part('Header', header), part('Claims', jsonOf(payload) ?? 'no JSON')]
  for (const [index, one] of disclosures.slice(0, disclosuresMax).entries())
    parts.push(part(`Disclosure ${index + 1}`, jsonOf(one) ?? 'no JSON'))
  if (last !== '') {
    const [bindingHeader = '', bindingClaims = ''] = last.split('.')
    parts.push(part('Key Binding JWT, header', jsonOf(bindingHeader) ?? 'no JSON'))
    parts.push(part('Key Binding JWT, claims', jsonOf(bindingClaims) ?? 'no JSON'))
  }
  const left = disclosures.length - disclosuresMax
  const more = left > 0 ? ` ${left} more Disclosures are not shown.` : ''
  return {
    what: rest.length === 0 ? 'A JWT. Its signature is not verified.' : `An SD-JWT. Nothing is verified.${more}`,
    parts,
  }
}

/**
 * An item in diagnostic notation, indented; CBOR embedded in a byte string is written in its place. RFC 8949, 8
 * @param depth levels of indentation so far
 */
function notation(item: CborItem, depth: number): string {
  const [start, end] = [`\n${'  '.repeat(depth + 1)}`, `\n${'  '.repeat(depth)}`]
  const list = (open: string, items: readonly string[], close: string) =>
    items.length === 0 ? `${open}${close}` : `${open}${start}${items.join(`,${start}`)}${end}${close}`
  switch (item.kind) {
    case 'text':
      return JSON.stringify(item.value)
    case 'bytes':
      return `h'${toHex(item.value)}'`
    case 'array':
      return list(
        '[',
        item.items.map((one) => notation(one, depth + 1)),
        ']',
      )
    case 'map':
      return list(
        '{',
        item.entries.map(([name, value]) => `${notation(name, depth + 1)}: ${notation(value, depth + 1)}`),
        '}',
      )
    case 'tag': {
      const inner =
        item.tag === 24 && item.content.kind === 'bytes' && depth < depthMax ? readCbor(item.content.value) : null
      return inner?.ok === true && inner.trailing === 0
        ? `24(<<${notation(inner.item, depth + 1)}>>)`
        : `${item.tag}(${notation(item.content, depth)})`
    }
    default:
      return String(item.value)
  }
}
