import { cborText } from './cbor-text'
import { looksFixed } from './looks-fixed'
import { createPlaceholders } from './placeholders'
import { instantOf, isOfRun, timeForms } from './times'

/** Facts about the run behind a recording. */
export interface RunFacts {
  /** Origin of the service, e.g. `http://localhost:3000`. */
  readonly origin: string
  /** Words that are not random. */
  readonly vocabulary: ReadonlySet<string>
  /** When the run takes place, in epoch milliseconds. */
  readonly now: number
}

/** Replaces what differs between two runs by placeholders. Create one per file, so that numbering starts again. */
export interface Normaliser {
  text(text: string): string
}

/** Skipped before a token in text; otherwise the letter after an escape would count as its first. */
const escapes = String.raw`%[0-9A-Fa-f]{2}|\\+(?:u[0-9a-fA-F]{4}|[nrtbf"\\/])|&(?:[a-z]+|#x?[0-9a-fA-F]+);`

/** A quotation mark in JSON, even if the JSON is inside a string, a URL or a page. */
const quote = String.raw`(?:\\*"|%22|&quot;)`
const colon = String.raw`(?::|%3A)\s*`
/** What may separate a number from its unit, in markup and in Next's stream. */
const gap = String.raw`(?:<!-- -->|\\*",\\*"|[ \u00a0])*`
const member = (names: string, value: string): string => `${quote}(?:${names})${quote}${colon}${value}`
const lengths = 'body_bytes|bodyBytes|length|content-length|bodySize|headersSize|size|ciphertext|bytes'

const forms = {
  pem: String.raw`-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----`,
  jose: String.raw`eyJ[\w-]*(?:\.[\w-]*)+`,
  der: 'MI[A-Za-z0-9+/]{200,}={0,2}',
  uuid: String.raw`[0-9a-f]{8}(?:\\?-[0-9a-f]{4}){3}\\?-[0-9a-f]{12}(?![\w-])`,
  fingerprint: String.raw`(?:[0-9A-Fa-f]{2}:){7,}[0-9A-Fa-f]{2}(?![\w:])`,
  digest: '[A-Za-z0-9+/]{43}=',
  code: `(?:${member('tx_code|txCode', quote)}|tx_code=)${String.raw`\w+`}`,
  digestId: member('digestID|digest_id', String.raw`\d+`),
  // Sorted, therefore in random order.
  digests: member('_sd', String.raw`\[[^\]]*\]`),
  lengthMember: member(lengths, `${quote}?${String.raw`\d{3,}`}`),
  lengthField: String.raw`"name":\s*"content-length",\s*"value":\s*"\d+`,
  lengthShown: String.raw`text-syn-(?:string|number)(?:">|","children":"?)\d{3,}(?=[<"])`,
  lengthInWords: String.raw`(?:(?:most|least|than|to|of|in|exceeds) )?\d[\d,]{2,6}${gap}(?:characters|bytes)(?!\w)`,
  duration: String.raw`\d+(?:\.\d+)?${gap}(?:ms|µs)(?![\w-])`,
  durationMember: member(
    'duration_ms|durationMs|seconds|idleMillis|liveForMillis|time|wait',
    String.raw`\d+(?:\.\d+)?`,
  ),
  durationAttribute: String.raw`time="[\d.]+"`,
  since: String.raw`\+\d+(?:\.\d s|:\d\d min)(?!\w)`,
  ago: String.raw`(?:in )?\d+ (?:sec|min|hr)\.(?: ago)?`,
  seconds: String.raw`(?:\\?-)?\d+ s(?!\w)`,
  signature: String.raw`\d\d bytes, der`,
  nonceAge: `(?:${member('actual', quote)}|seen: )(?:current|recent)(?![\\w-])`,
  // The nonce of a page's policy: 16 bytes in base64.
  nonce: String.raw`nonce(?:-|="|\\*":\\*")[A-Za-z0-9+/]{22}==`,
  shortened: '/[0-9a-f]{4}…',
}

const fingerprint = String.raw`fingerprint(?:%[0-9A-F]{2}|\W){1,12}([\w-]+)`
/**
 * Places of a DPoP nonce, or of its fingerprint in the evidence. The service changes it with time and gives it to
 * everybody, so whether two are equal depends on timing. RFC 9449 section 8
 */
const dpopNonces = [
  /^< dpop-nonce: ([\w-]+)/gi,
  new RegExp(`dpop-nonce[^]{1,160}?${fingerprint}`, 'gi'),
  new RegExp(`"htu[^]{1,300}?nonce[^]{1,200}?${fingerprint}`, 'g'),
]

/** Which names of a long list are shown is random, like their order. */
const someNames = /\[[^[\]]*and \d+ more(?:"|&quot;)\]/g

/** Creates the normaliser of one file. */
export function createNormaliser({ origin, vocabulary, now }: RunFacts): Normaliser {
  const { of, known, name } = createPlaceholders()
  const { host, port } = new URL(origin)
  const hosts = [host, host.replace(':', '%3A'), host.replace('localhost', '127.0.0.1')]

  const time = (text: string, placeholder: string, daysBefore = 3 * 366): string =>
    isOfRun(instantOf(text), now, daysBefore) ? placeholder : text

  const word = (written: string): string => {
    // Markdown escapes these two characters.
    const text = written.replace(/\\(?=[-_])/g, '')
    const shown = plainWord(text)
    return shown === text ? written : shown
  }

  const plainWord = (text: string): string => {
    if (text === port) return '<port>'
    const before = known(text)
    if (before !== undefined) return before
    // The length of a deliberately oversized message.
    if (/^\d{7}$/.test(text) && Number(text) % 1024 !== 0 && Number(text) % 1000 !== 0) return '<length>'
    // PocketBase ids: 15 of these characters, one in 130 of them without a digit.
    if (/^[a-z0-9]{15}$/.test(text) && !vocabulary.has(text)) return of('id', text)
    if (looksFixed(text, vocabulary)) return text
    if (/^[0-9a-f]{20,64}$/i.test(text)) return of('hash', text)
    return structured(text) ?? of('token', text)
  }

  /** Decodes base64url of JSON or CBOR, such as a disclosure or an mdoc. */
  const structured = (text: string): string | null => {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.toString('base64url') !== text) return null
    const json = readJson(bytes)
    if (json !== null) return `<base64url ${normalise(json)}>`
    // Random bytes may be CBOR by chance, but then their strings are hardly ever UTF-8, and no map of ours has a byte string for a key.
    if (bytes.length < 40 || /\ufffd|\{#/.test(cborText(bytes, () => '#') ?? '\ufffd')) return null
    const short = (value: Uint8Array): string =>
      value.length < 8 ? `h'${Buffer.from(value).toString('hex')}'` : named(value)
    return `<cbor ${normalise(cborText(bytes, short) ?? '')}>`
  }

  /** A certificate starts with a sequence, and its length depends on its signature. */
  const named = (value: Uint8Array): string =>
    value[0] === 0x30 && value.length > 100
      ? of('key', Buffer.from(value).toString('base64'))
      : `${of('token', Buffer.from(value).toString('base64url'))} ${value.length} bytes`

  const jose = (text: string): string => {
    const parts = text.split('.')
    const [header = '', payload = ''] = parts
    const shown = (part: string): string => {
      const json = readJson(Buffer.from(part, 'base64url'))
      return json === null ? word(part) : normalise(json)
    }
    if (parts.length === 3)
      return `<jwt ${shown(header)} ${shown(payload)} ${parts[2] === '' ? 'unsigned' : '<signature>'}>`
    if (parts.length === 5) return `<jwe ${shown(header)}>`
    return `<${parts.length} parts ${parts.map(shown).join(' ')}>`
  }

  const kinds: readonly (readonly [pattern: string, replace: (found: string) => string])[] = [
    [forms.code, (found) => found.replace(/\w+$/, (code) => of('code', code))],
    // The service issues a new nonce from time to time.
    [forms.nonceAge, (found) => found.replace(/\w+$/, '<age of the nonce>')],
    [forms.digestId, (found) => found.replace(/\d+$/, '<n>')],
    [forms.digests, (found) => `"_sd": <${found.split(/,|%2C/).length} digests>`],
    [forms.lengthField, (found) => found.replace(/\d+$/, '<length>')],
    [forms.lengthMember, (found) => found.replace(/\d+$/, '<length>')],
    [forms.durationMember, (found) => found.replace(/[\d.]+$/, '<ms>')],
    [escapes, (found) => found],
    [forms.pem, (found) => of('key', found.replace(/\\+n|\s/g, ''))],
    [forms.jose, jose],
    [forms.der, (found) => of('key', found)],
    [forms.uuid, (found) => (vocabulary.has(found) ? found : of('uuid', found.replaceAll('\\', '')))],
    [hosts.map((one) => one.replaceAll('.', '\\.')).join('|'), () => '<host>'],
    [timeForms.iso, (found) => time(found, '<time>')],
    [timeForms.day, (found) => time(found, '<day>', 3)],
    [timeForms.http, (found) => time(found, '<time>')],
    [timeForms.written, (found) => time(found, '<day>', 3)],
    [timeForms.clock, () => '<clock>'],
    [timeForms.epoch, (found) => time(found, '<epoch>')],
    [forms.fingerprint, (found) => of('hash', found.toLowerCase())],
    [forms.digest, (found) => of('hash', found)],
    [forms.lengthShown, (found) => found.replace(/\d+$/, '<length>')],
    [forms.lengthInWords, (found) => found.replace(/^[\d,]+/, '<length>')],
    [forms.durationAttribute, () => 'time="<s>"'],
    [forms.since, () => '+<s>'],
    [forms.ago, () => '<ago>'],
    [forms.duration, () => '<ms>'],
    [forms.seconds, roundSeconds],
    [forms.signature, () => '<n> bytes, der'],
    [forms.nonce, () => '<nonce>'],
    [forms.shortened, () => '/<short>…'],
    [String.raw`(?:\\[-_])*[\w-]+(?:\\[-_][\w-]*)*`, word],
  ]
  const pattern = new RegExp(kinds.map(([source]) => `(${source})`).join('|'), 'g')
  const normalise = (text: string): string =>
    text.replace(pattern, (found: string, ...groups: unknown[]) => {
      const kind = groups.findIndex((group) => group !== undefined)
      return kinds[kind]?.[1](found) ?? found
    })
  return {
    text(text) {
      for (const form of dpopNonces) for (const [, nonce] of text.matchAll(form)) if (nonce) name(nonce, '<DPoP nonce>')
      return normalise(text.replace(someNames, '[some names]'))
    },
  }
}

/** Absorbs a second more or less: 599 s and 601 s become 600 s, and 0 s becomes 1 s. */
const roundSeconds = (found: string): string => {
  const seconds = Number.parseInt(found.replace('\\', ''), 10)
  if (Math.abs(seconds) <= 2) return '<s>'
  if (seconds > 1e9) return '<epoch> s'
  return Math.abs(seconds) < 100 ? found : found.replace(/\d+/, String(Math.round(Math.abs(seconds) / 10) * 10))
}

/** The text of a JSON object or array; `null` if the bytes are not one. */
function readJson(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  if (!/^[[{]/.test(text)) return null
  try {
    JSON.parse(text)
    return text
  } catch {
    return null
  }
}
