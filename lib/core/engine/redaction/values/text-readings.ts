import type { Span } from '../../../shared/ports/made-in'
import { removed } from './redact-text'

/** A text as it would read once decoded. */
export interface TextReading {
  readonly text: string
  /** The part of the original text behind these characters. */
  readonly spanOf: (from: number, to: number) => Span
}

/** Maximum nesting of encodings to decode. */
const depthMax = 3

/** Shortest run of base64 or hexadecimal digits that can contain 22 characters. */
const runMin = 30

/** Shortest text-like run in a decoded value: random bytes rarely contain that many such characters in a row. */
const textRunMin = 11

/** Characters of runs without text to decode before a pause, a few milliseconds of work. */
const inVainMax = 256 * 1024

/** True for gaps in a copied value: white space, line breaks, control and invisible characters. */
export const isGap = (code: number): boolean =>
  code <= 0x20 ||
  (code >= 0x7f &&
    (code <= 0xa0 ||
      code === 0xad ||
      code === 0x1680 ||
      code === 0x180e ||
      (code >= 0x2000 && code <= 0x200f) ||
      (code >= 0x2028 && code <= 0x202f) ||
      (code >= 0x205f && code <= 0x206f) ||
      code === 0x3000 ||
      code === 0xfeff))

/**
 * The text as is, then decoded from escapes (`%41`, `\u0041`, `&#65;`, `
 * `) and from runs of base64, base64url and hexadecimal digits, at every offset and several levels deep. Order is
 * irrelevant, and gaps remain: searchers skip them. Generated lazily, because one reading of a long text takes
 * milliseconds. `null` is a pause after decoding this much without finding text.
 */
export function* readingsOf(text: string): Generator<TextReading | null, void> {
  let newest: readonly TextReading[] = [{ text, spanOf: (from, to) => ({ from, to }) }]
  yield* newest
  for (let depth = 0; depth < depthMax && newest.length > 0; depth++) {
    const inside: TextReading[] = []
    for (const reading of newest)
      for (const decode of [unescaped, decodedRuns])
        for (const decoded of decode(reading)) {
          if (decoded !== null) inside.push(decoded)
          yield decoded
        }
    newest = inside
  }
}

/** Whether `readingsOf` returns nothing but the text itself, as for most texts of a record. */
export const readsOnlyAsIs = (text: string): boolean => text.length < runMin && !mayBeEscaped.test(text)

const mayBeEscaped = /%[0-9A-Fa-f]{2}|\\|&#/

const escapes =
  /%([0-9A-Fa-f]{2})|\\+(?:u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|([nrtbf/"'\\]))|&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/g

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The text with one layer of escapes decoded; nothing if it has none. */
function unescaped({ text, spanOf }: TextReading): TextReading[] {
  if (!mayBeEscaped.test(text)) return []
  let shown = ''
  let done = 0
  /** Where each escape ends in the decoded text and in the original one. */
  const decodedEnds: number[] = []
  const ends: number[] = []
  const lengths: number[] = []
  for (const match of text.matchAll(escapes)) {
    const { 0: found, 1: percent, 2: unicode, 3: point, 4: hex, 5: letter, 6: entity, 7: decimal, index } = match
    const code = Number.parseInt(percent ?? unicode ?? point ?? hex ?? entity ?? '', 16)
    shown += `${text.slice(done, index)}${letter === undefined ? characterOf(decimal === undefined ? code : Number(decimal)) : (letters[letter] ?? letter)}`
    done = index + found.length
    decodedEnds.push(shown.length)
    ends.push(done)
    lengths.push(found.length)
  }
  if (ends.length === 0) return []
  shown += text.slice(done)
  const originOf = (at: number, isEnd: boolean): number => {
    const next = firstAtLeast(decodedEnds, isEnd ? at : at + 1)
    const before = next - 1
    // Inside a decoded escape, which is one character: its start or its end.
    if (decodedEnds[next] === (isEnd ? at : at + 1)) return (ends[next] ?? 0) - (isEnd ? 0 : (lengths[next] ?? 0))
    return before < 0 ? at : (ends[before] ?? 0) + at - (decodedEnds[before] ?? 0)
  }
  return [{ text: shown, spanOf: (from, to) => spanOf(originOf(from, false), originOf(to, true)) }]
}

/** One UTF-16 unit, so that each escape is one character. */
const characterOf = (code: number): string => String.fromCharCode(code > 0xffff ? 0xfffd : code)

/** Index of the first of these ascending numbers that is at least `least`. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Decodes runs of base64 or hexadecimal digits that look like text. */
function* decodedRuns({ text, spanOf }: TextReading): Generator<TextReading | null, void> {
  // The common case: no word is as long as a line of such a run.
  if (!/[A-Za-z0-9_+/-]{16}/.test(text)) return
  const { joined, places } = withoutGaps(text)
  let inVain = 0
  for (const { 0: run, index } of joined.matchAll(/[A-Za-z0-9_+/-]{30,}/g)) {
    const placeOf = (at: number): number => places?.[index + at] ?? index + at
    function* readAs(
      decoded: string | null,
      spanIn: (from: number, to: number) => readonly [number, number],
    ): Generator<TextReading | null, void> {
      if (decoded !== null) {
        yield {
          text: decoded,
          spanOf: (from: number, to: number) => {
            const [first, end] = spanIn(from, to)
            return spanOf(placeOf(first), placeOf(Math.min(end, run.length) - 1) + 1)
          },
        }
        return
      }
      inVain += run.length
      if (inVain < inVainMax) return
      inVain = 0
      yield null
    }
    const longest = textRunsOf(run)
    for (let offset = 0; offset < 4 && run.length - offset >= runMin; offset++)
      yield* readAs(
        (longest[offset] ?? 0) < textRunMin ? null : fromDigits(run, offset, base64Digits, 6),
        (from, to) => [offset + Math.floor((from * 8) / 6), offset + Math.ceil((to * 8) / 6)],
      )
    if (run.length >= 44 && /[0-9A-Fa-f]{44}/.test(run))
      for (let offset = 0; offset < 2; offset++)
        yield* readAs(fromDigits(run, offset, hexDigits, 4), (from, to) => [offset + from * 2, offset + to * 2])
  }
}

/** Removes gaps, with the original position of each character; `null` if there are none. */
export function withoutGaps(text: string): { readonly joined: string; readonly places: Uint32Array | null } {
  if (!gaps.test(text)) return { joined: text, places: null }
  const places = new Uint32Array(text.length)
  let joined = ''
  for (let at = 0; at < text.length; at++) {
    if (isGap(text.charCodeAt(at))) continue
    places[joined.length] = at
    joined += text[at]
  }
  return { joined, places }
}

const gaps = /[\s\p{Cc}\p{Cf}]/u

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const base64Digits = digitsOf([base64, `${base64.slice(0, 62)}+/`])

const hexDigits = digitsOf(['0123456789abcdef', '0123456789ABCDEF'])

/** The value of each digit by character code; -1 for all other characters. */
function digitsOf(alphabets: readonly string[]): Int8Array {
  const digits = new Int8Array(128).fill(-1)
  for (const alphabet of alphabets)
    for (let value = 0; value < alphabet.length; value++) digits[alphabet.charCodeAt(value)] = value
  return digits
}

/**
 * For each of the four offsets in base64 digits, how many bytes in a row look like text at most. One walk for all of
 * them: nearly every run is random bytes, and need not be decoded. A byte ends in each third of a digit, each time at
 * another offset.
 */
function textRunsOf(run: string): readonly number[] {
  const inRow = [0, 0, 0, 0]
  const longest = [0, 0, 0, 0]
  let last = 0
  for (let at = 0; at < run.length; at++) {
    last = ((last << 6) | Math.max(0, base64Digits[run.charCodeAt(at)] ?? 0)) & 0xffffff
    for (let third = 1; third <= 3; third++) {
      const offset = (at + 4 - third) & 3
      const beginsAtBit = 6 * at - 8 + 2 * third
      if (beginsAtBit < 6 * offset) continue
      const byte = (last >>> (6 - 2 * third)) & 0xff
      const row = bytesOfText[byte] === 1 ? (inRow[offset] ?? 0) + 1 : 0
      inRow[offset] = row
      if (row > (longest[offset] ?? 0)) longest[offset] = row
    }
  }
  return longest
}

/**
 * Decodes digits of a base from an offset, one character per byte; `null` if that is not text. Other characters count
 * as zeros.
 */
function fromDigits(run: string, offset: number, digits: Int8Array, bits: 4 | 6): string | null {
  const bytes = new Uint8Array(Math.floor(((run.length - offset) * bits) / 8))
  let pending = 0
  let pendingBits = 0
  let length = 0
  let longest = 0
  let inRow = 0
  for (let at = offset; at < run.length; at++) {
    pending = ((pending << bits) | Math.max(0, digits[run.charCodeAt(at)] ?? 0)) & 0xffff
    pendingBits += bits
    if (pendingBits < 8) continue
    pendingBits -= 8
    const byte = (pending >>> pendingBits) & 0xff
    bytes[length] = byte
    length += 1
    inRow = bytesOfText[byte] === 1 ? inRow + 1 : 0
    if (inRow > longest) longest = inRow
  }
  if (longest < textRunMin) return null
  let text = ''
  for (let at = 0; at < length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 4096, length)))
  return text
}

/** For each byte, 1 if it is a character of a value, of an escape in it, or of a line break. */
const bytesOfText = Uint8Array.from({ length: 256 }, (_none, byte) =>
  (byte < 128 && (base64Digits[byte] ?? -1) >= 0) ||
  byte === 0x25 ||
  byte === 0x5c ||
  byte === 0x2e ||
  byte === 0x20 ||
  (byte >= 0x09 && byte <= 0x0d)
    ? 1
    : 0,
)

/** Up to this many texts are searched for one by one. */
const few = 8

/**
 * Finds which of the given texts occur in another, in time linear in its length, however many texts there are. Each
 * must have at least `start` characters.
 */
export function textsIn(texts: readonly string[], start: number): (text: string) => readonly string[] {
  const byLength = texts.toSorted((a, b) => a.length - b.length)
  const shortest = byLength[0]?.length ?? Number.POSITIVE_INFINITY
  const tooMany = byLength[few]?.length
  if (tooMany === undefined)
    return (text) => (text.length < shortest ? none : texts.filter((candidate) => text.includes(candidate)))
  const short = byLength.slice(0, few)
  const outgoing = Array.from({ length: start }).reduce<number>((power) => Math.imul(power, base), 1)
  const byStart = startsOf(texts, start)
  return (text) => {
    if (text.length < shortest) return none
    // The common case: the text is too short for more than a few candidates.
    if (text.length < tooMany && !short.some((candidate) => text.includes(candidate))) return none
    const found = new Set<string>()
    let sum = 0
    for (let at = 0; at < text.length; at++) {
      const from = at - start
      sum = next(sum, text.charCodeAt(at), from < 0 ? 0 : Math.imul(text.charCodeAt(from), outgoing))
      if (from < -1) continue
      for (const candidate of byStart.get(sum) ?? []) if (text.startsWith(candidate, from + 1)) found.add(candidate)
    }
    return [...found]
  }
}

const none: readonly string[] = []

/** Groups texts by the rolling hash of their first characters. */
function startsOf(texts: readonly string[], start: number): ReadonlyMap<number, readonly string[]> {
  const byStart = new Map<number, string[]>()
  for (const text of texts) {
    let sum = 0
    for (let at = 0; at < start; at++) sum = next(sum, text.charCodeAt(at), 0)
    const list = byStart.get(sum)
    if (list) list.push(text)
    else byStart.set(sum, [text])
  }
  return byStart
}

const base = 31

/** Moves the rolling hash on by one character. */
const next = (sum: number, entering: number, leaving: number): number => (Math.imul(sum, base) + entering - leaving) | 0

/** Replaces spans of a text by marks, by default with their length. Overlapping spans share a mark. */
export function withoutSpans(
  text: string,
  spans: readonly Span[],
  markOf: (found: string) => string = (found) => removed('redacted', found.length),
): string {
  let result = ''
  let done = 0
  let open: Span | null = null
  const close = (): void => {
    if (open === null) return
    result += text.slice(done, open.from) + markOf(text.slice(open.from, open.to))
    done = open.to
  }
  for (const span of spans.toSorted((left, right) => left.from - right.from || right.to - left.to)) {
    if (open !== null && span.from < (open as Span).to)
      open = { from: (open as Span).from, to: Math.max((open as Span).to, span.to) }
    else {
      close()
      open = span
    }
  }
  close()
  return result + text.slice(done)
}
