import { textInBase64 } from '../values/base64url'
import { isObject } from '../values/json'

/** Who we are, so that a change never names somebody else. */
export interface OwnParty {
  readonly baseUrl: string
  /** Identifiers of ours besides those that follow from the address, such as the client id of the session. */
  readonly names: readonly string[]
}

/** Layers of percent-encoding, JSON and base64url inside a text that are looked through. */
const layersMax = 4

/** Where an address begins with a scheme that parsers also read without `//`, or ends its scheme. WHATWG URL */
const beginnings = /(?:https?|wss?|ftp|file):|[a-z0-9+.-]:[\\/]{2}/gi

/** Longest scheme that is looked for, in characters. */
const schemeMax = 64

/** Where the scheme begins whose last character is at `end`. */
function schemeStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < schemeMax && /[a-z0-9+.-]/i.test(text[start - 1] ?? '')) start -= 1
  while (start < end && !/[a-z]/i.test(text[start] ?? '')) start += 1
  return start
}

/** A text that is an address without a host, which a program may still follow. */
const withoutHost = /^\s*(?:mailto|data|javascript|tel|sms|blob|view-source):\S/i

/** Where an address without a scheme begins. RFC3986-4.2 */
const schemeless = /(?:^|\s)[\\/]{2}(?=[^\s\\/])/g

/** Ends an address in a text. */
const ending = /[\s"'<>`{}|^]/

/** True for a host that nobody can ever reach. RFC 2606 section 2, RFC 6761 section 6 */
export function isReservedHost(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  return (
    labels.length > 1 &&
    ['invalid', 'test'].includes(labels.at(-1) ?? '') &&
    labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
  )
}

/** A text as parsers of addresses read it: without tabs and line ends, and controls and spaces in front. WHATWG URL */
const withoutBreaks = (text: string): string => {
  const plain = text.replace(/[\t\r\n]/g, '')
  let start = 0
  while (start < plain.length && plain.charCodeAt(start) <= 0x20) start += 1
  return plain.slice(start)
}

/** Whether all addresses in a text, in any encoding of `insideOf`, are ours or nobody's. */
export function holdsForeignAddress(text: string, own: Pick<OwnParty, 'baseUrl'>): boolean {
  return layersOf(text).some((layer) => {
    const plain = withoutBreaks(layer)
    if (withoutHost.test(plain)) return true
    for (const { index } of plain.matchAll(schemeless))
      if (isForeign(`https:${addressAt(plain.slice(index).trimStart())}`, own)) return true
    for (const match of plain.matchAll(beginnings)) {
      const index = match[0].endsWith(':') ? match.index : schemeStart(plain, match.index)
      if (isForeign(addressAt(plain.slice(index)), own)) return true
    }
    return false
  })
}

/** The address that a text begins with. */
function addressAt(text: string): string {
  const end = text.search(ending)
  return end === -1 ? text : text.slice(0, end)
}

function isForeign(address: string, { baseUrl }: Pick<OwnParty, 'baseUrl'>): boolean {
  // A scheme alone leads nowhere.
  if (/^[a-z][a-z0-9+.-]*:[\\/]*$/i.test(address)) return false
  const own = new URL(baseUrl)
  // JSON may escape a slash. What parsers make of any other backslash differs.
  const plain = address.replaceAll('\\/', '/').replace(/^([a-z][a-z0-9+.-]{0,63}:)[\\/]+/i, '$1//')
  if (plain.includes('\\')) return true
  let url: URL
  try {
    url = new URL(plain)
  } catch {
    return true
  }
  if (url.origin !== 'null' && url.origin === own.origin) return false
  // The same host and port without TLS.
  if (url.protocol === 'http:' && url.host === own.host) return false
  // An app's own scheme without a host, as in `openid4vp://?request_uri=…`: what is in it is looked at by itself.
  if (url.host === '' && !/^(?:https?|wss?|ftp|file):/i.test(address)) return false
  return !isReservedHost(url.hostname)
}

/** A text, and what it holds in percent-encoding, JSON and base64url. Bounded by its length and the layers. */
export function layersOf(text: string): string[] {
  const layers = [text]
  let outer = [text]
  for (let layer = 0; layer < layersMax && outer.length > 0; layer += 1) {
    outer = outer.flatMap((one) => [...insideOf(one)].filter((inner) => inner !== one))
    layers.push(...outer)
  }
  return layers
}

/** A text, and what it is after each layer of percent-encoding. */
export function percentLayersOf(text: string): string[] {
  const layers = [text]
  for (let layer = 0; layer < layersMax; layer += 1) {
    const outer = layers.at(-1) ?? ''
    if (!/%[0-9a-f]{2}/i.test(outer)) break
    layers.push(decoded(outer))
  }
  return layers
}

function* insideOf(text: string): Generator<string, void> {
  if (/%[0-9a-f]{2}/i.test(text)) yield decoded(text)
  if (/^\s*["{[]/.test(text)) {
    const value = parsed(text)
    if (value !== undefined) yield* textsIn(value)
    // Parsers differ in which of two equal names they take.
    if (/\\[u/]/.test(text)) yield unescaped(text)
    return
  }
  for (const part of text.replace(/\s/g, '').split(/[.~]/)) {
    if (part.length < 12) continue
    const inner = textInBase64(part)
    if (inner !== null && /^[\s\x20-\uffff]*$/.test(inner)) yield inner
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('\\/', '/')
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Each text in a JSON value, names too. */
function* textsIn(value: unknown): Generator<string, void> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) {
      yield name
      yield* textsIn(one)
    }
}
