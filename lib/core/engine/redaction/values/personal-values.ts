import type { Span } from '../../../shared/ports/made-in'
import { atOnce, type PausableWork } from '../../../shared/time/pausable-work'
import { isWording, type Wording } from '../../../shared/values/wording'
import { fold, percentDecode, readInternationalHosts, spellingsOf } from './normalise-text'
import { protocolWords } from './protocol-words'
import { removed } from './redact-text'
import { textsIn, withoutSpans } from './text-readings'

/**
 * How many personal values of one exchange to search for, and how many characters of each. No text is shown at greater
 * length.
 */
const valuesMax = 512
const charactersMax = 4096
/** A shorter value can match an ordinary word by chance, so it is removed only from free text. */
const wordCharactersMin = 4
/** A match of this length or more is no coincidence. */
const certainCharactersMin = 8

/**
 * How thoroughly to search a text. `free`, text written by the wallet: remove every value. `finding`: leave short
 * values, and never touch our own words, because a gap in them would reveal the value. `technical`, e.g. header fields
 * and what an issuer signed: leave numbers of few digits too, because versions and lengths are numbers.
 */
export type SearchDepth = 'free' | 'finding' | 'technical'

/** Personal values found in one exchange, and how to remove them from everything else in it. */
export interface PersonalValues {
  readonly add: (value: string | number | boolean) => void
  /**
   * Adds a value that describes the issuer. It is removed from what the wallet wrote, never from what the issuer
   * signed.
   */
  readonly addOfIssuer: (value: string | number | boolean) => void
  /** Notes a name that the peer chose, because it may contain a personal value. */
  readonly addName: (name: string) => void
  /** Removes the values from a text. In a finding, the fixed words of a Wording stay. */
  readonly redact: (text: string | Wording, depth: SearchDepth) => string
  /** True if the whole number or text is such a value, even a short one. */
  readonly isValue: (value: string | number) => boolean
  /** The peer's names that contain a value, ignoring case, each with its replacement. */
  readonly redactedNames: () => ReadonlyMap<string, string>
  /**
   * Finds those names in steps, because there can be more than a hundred thousand. After that, `redactedNames` answers at
   * once.
   */
  readonly findRedactedNames: () => PausableWork<void>
}

/** How many names to check in one step. */
const namesPerStep = 10_000

/**
 * Collects personal values and redacts them, ignoring case. A value of eight characters or more is removed wherever it
 * occurs; a shorter one only as a whole word, since `Anna` is not part of `Annapolis`; a very short one (`DE`, `18`,
 * `true`) only from free text. What we sent (`sent`: the nonce, our client identifier) and earlier removal marks stay
 * as they are.
 */
export function createPersonalValues(sent: readonly string[] = []): PersonalValues {
  const values = new Set<string>()
  const folded = new Set<string>()
  const ofIssuer = new Set<string>()
  const names = new Set<string>()
  const isOurs = (text: string): boolean => fixedWords.has(text) || sent.includes(text)
  let made: { readonly count: number; readonly search: Search } | null = null
  const search = (): Search => {
    const count = values.size + ofIssuer.size
    if (made?.count !== count)
      made = { count, search: searchFor({ values: spelt(values), ofIssuer: spelt(ofIssuer), sent, isOurs }) }
    return made.search
  }
  let redactedFound: { readonly of: number; readonly names: ReadonlyMap<string, string> } | null = null
  const redactName = (name: string): string => {
    if (values.size === 0 || isOurs(name)) return name
    return search().isIn(name) ? removed('name', name.length) : name
  }
  const isCurrent = (): boolean => redactedFound?.of === names.size + values.size
  function* findRedactedNames(): PausableWork<void> {
    if (values.size === 0 || isCurrent()) return
    const found = new Map<string, string>()
    let looked = 0
    for (const name of names) {
      const shown = redactName(name)
      if (shown !== name) found.set(name, shown)
      if (++looked % namesPerStep === 0) yield
    }
    redactedFound = { of: names.size + values.size, names: found }
  }
  return {
    add: (value) => {
      const texts = typeof value === 'boolean' ? truths : hasWord(String(value)) ? [String(value)] : []
      for (const text of texts) {
        if (values.size >= valuesMax && !truths.includes(text)) continue
        values.add(text.slice(0, charactersMax))
        for (const spelling of spellingsOf(text)) folded.add(spelling)
      }
    },
    addOfIssuer: (value) => {
      const text = String(value)
      if (ofIssuer.size < valuesMax && hasWord(text)) ofIssuer.add(text.slice(0, charactersMax))
    },
    addName: (name) => void names.add(name),
    redact: (text, depth) => {
      const shown = text.toString()
      if (values.size + ofIssuer.size === 0 || shown === '') return shown
      return search().redact(shown, depth, depth === 'finding' && isWording(text) ? text : null)
    },
    isValue: (value) => folded.size > 0 && folded.has(fold(String(value))),
    redactedNames: () => {
      if (values.size === 0) return new Map()
      atOnce(findRedactedNames())
      return redactedFound?.names ?? new Map()
    },
    findRedactedNames,
  }
}

const fixedWords: ReadonlySet<string> = new Set(protocolWords)

/** Redacting only one of them would reveal it, so both are redacted. */
const truths = ['true', 'false']
const isShort = (value: string): boolean => value.length < wordCharactersMin || truths.includes(value)
const isFewDigits = (value: string): boolean => value.length < certainCharactersMin && /^\d+$/.test(value)
/** A lone punctuation mark is too common to search for. */
const hasWord = (value: string): boolean => value.length >= wordCharactersMin || /[\p{L}\p{N}]/u.test(value)

interface Search {
  /** `wording` says which words of the text are ours; `null` if none are. */
  readonly redact: (text: string, depth: SearchDepth, wording: Wording | null) => string
  /** True if a name contains a value that is too long to match by chance. */
  readonly isIn: (name: string) => boolean
}

const spelt = (texts: ReadonlySet<string>): readonly string[] => [...new Set([...texts].flatMap(spellingsOf))]

interface Known {
  /** Values of both kinds, folded, in every spelling. */
  readonly values: readonly string[]
  readonly ofIssuer: readonly string[]
  readonly sent: readonly string[]
  /** True if the whole text is something we sent or a protocol word; such a text stays. */
  readonly isOurs: (text: string) => boolean
}

function searchFor({ values, ofIssuer, sent, isOurs }: Known): Search {
  const long = values.filter((value) => !isShort(value))
  const short = [...new Set([...values.filter(isShort), ...ofIssuer])]
  const longIn = textsIn(long, wordCharactersMin)
  const ours = sent.filter((text) => text.length >= certainCharactersMin)
  const found = (folded: string, depth: SearchDepth): readonly string[] => {
    const inText = longIn(folded)
    if (depth === 'free') return [...inText, ...short.filter((value) => folded.includes(value))]
    return depth === 'finding' ? inText : inText.filter((value) => !isFewDigits(value))
  }
  const budget = { left: comparisonsMax }
  const redactIn = (text: string, depth: SearchDepth, ownSpans: () => readonly Span[]): string => {
    const folded = fold(text)
    const candidates = found(folded, depth)
    const marks = text.includes('[') ? spansOf(text, marked) : []
    if ((candidates.length === 0 && marks.length === 0) || isOurs(text)) return text
    const kept = keptIn(text, marks, [...ours.flatMap((own) => allOf(text, own)), ...ownSpans()])
    const places = [
      ...candidates.flatMap((value) => placesOf(folded, value, kept)),
      ...remaindersIn(folded, marks, { values: long, budget }),
    ]
    return places.length === 0 ? text : withoutSpans(text, places, markOf)
  }
  const redact = (text: string, depth: SearchDepth, wording: Wording | null): string => {
    // Hardly any text contains a value, so our own words are located only in those that do.
    const spelt = (shown: string, spell: Spelling) =>
      redactSpelt(shown, spell, { depth, ownSpans: (whole) => spansOfWording(wording, whole, spell) })
    const asWritten = redactIn(text, depth, () => spansOfWording(wording, text))
    return otherSpellings(text).reduce(spelt, asWritten)
  }
  return {
    redact: (text, depth, wording) => {
      if (text.length <= lookedAtMax) return redact(text, depth, wording)
      const start = text.slice(0, lookedAtMax)
      // A truncated text no longer matches its wording, so none of it counts as ours.
      const shown = redact(start, depth, null)
      return shown === start ? text : shown
    },
    isIn: (name) => {
      const spelt = [name, ...otherSpellings(name).map((spell) => spell(name))].map(fold)
      return spelt.some((folded) => longIn(folded).some((value) => placesOf(folded, value, null).length > 0))
    },
  }

  /** Decodes the text and searches that. The decoded form replaces the text only if it contains a value. */
  function redactSpelt(
    text: string,
    spell: Spelling,
    { depth, ownSpans }: { readonly depth: SearchDepth; readonly ownSpans: (spelt: string) => readonly Span[] },
  ): string {
    const spelt = spell(text)
    const shown = spelt === text ? spelt : redactIn(spelt, depth, () => ownSpans(spelt))
    return shown === spelt ? text : shown
  }
}

type Spelling = (text: string) => string

/**
 * Decoders for the ways a value may be encoded in an address or a header field, where its characters are not allowed.
 */
function otherSpellings(text: string): readonly Spelling[] {
  const isEncoded = text.includes('%')
  return [
    ...(isEncoded ? [percentDecode, (encoded: string) => percentDecode(percentDecode(encoded))] : []),
    ...(text.includes('+') ? [(encoded: string) => percentDecode(encoded.replaceAll('+', ' '))] : []),
    ...(/[\u0080-\u00ff]/.test(text) ? [asUtf8] : []),
    ...(/xn--/i.test(percentDecode(text)) ? [(encoded: string) => readInternationalHosts(percentDecode(encoded))] : []),
  ]
}

/** Decodes text in which each character stands for one byte of UTF-8. */
function asUtf8(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return codes.some((code) => code > 0xff) ? text : new TextDecoder().decode(Uint8Array.from(codes))
}

/**
 * Where our own words are in a decoded text. Returns nothing if the pieces do not add up to that text, because then
 * nobody can tell which words are ours.
 */
function spansOfWording(wording: Wording | null, text: string, spell: Spelling = (same) => same): readonly Span[] {
  if (wording === null) return []
  const spans: Span[] = []
  let whole = ''
  for (const [place, part] of wording.parts.entries()) {
    if (place > 0) whole += spell(wording.values[place - 1] ?? '')
    const own = spell(part)
    if (own !== '') spans.push({ from: whole.length, to: whole.length + own.length })
    whole += own
  }
  return whole === text ? spans : []
}

/** Marks left by earlier removals. */
const marked = /\[(?:token|pem|redacted|userinfo|name|json)(?::\d{1,8})?\]/g
const sessionIds = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const spansOf = (text: string, found: RegExp): readonly Span[] =>
  Array.from(text.matchAll(found), (match) => ({ from: match.index, to: match.index + match[0].length }))

/** How many characters of a text to search; fewer are shown. */
const lookedAtMax = 8192
/**
 * How many comparisons of the text around marks with the values one exchange may use. After that, a text with a mark is
 * removed whole.
 */
const comparisonsMax = 100_000

/** Finds the rest of a value next to a mark, after an earlier step removed part of it, e.g. the query of an address. */
function remaindersIn(
  text: string,
  marks: readonly Span[],
  { values, budget }: { readonly values: readonly string[]; readonly budget: { left: number } },
): Span[] {
  const spans: Span[] = []
  for (const [index, mark] of marks.entries()) {
    const before = text.slice(Math.max(marks[index - 1]?.to ?? 0, mark.from - charactersMax), mark.from)
    const after = text.slice(mark.to, Math.min(marks[index + 1]?.from ?? text.length, mark.to + charactersMax))
    budget.left -= values.length * (Math.min(before.length, charactersMax) + Math.min(after.length, charactersMax))
    if (budget.left < 0) return [{ from: 0, to: text.length }]
    for (const value of values) {
      const ahead = longest(value, before.length, (length) => before.endsWith(value.slice(0, length)))
      if (ahead > 0) spans.push({ from: mark.from - ahead, to: mark.from })
      const behind = longest(value, after.length, (length) => after.startsWith(value.slice(-length)))
      if (behind > 0) spans.push({ from: mark.to, to: mark.to + behind })
      if (index > 0 && before.length >= wordCharactersMin && value.includes(before))
        spans.push({ from: mark.from - before.length, to: mark.from })
    }
  }
  return spans
}

/** The largest length, at least that of a word, for which `holds` is true; 0 if there is none. */
function longest(value: string, max: number, holds: (length: number) => boolean): number {
  for (let length = Math.min(value.length, max); length >= wordCharactersMin; length--) if (holds(length)) return length
  return 0
}

function allOf(text: string, part: string): readonly Span[] {
  const spans: Span[] = []
  const step = part.length >= certainCharactersMin ? part.length : 1
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + step))
    spans.push({ from: at, to: at + part.length })
  return spans
}

/** The parts of a text that must stay as they are. */
interface Kept {
  /** 1 for each character of a removal mark. */
  readonly marked: Uint8Array
  /**
   * For each character of what we sent, or of our own words: where that piece ends. A value inside the piece stays; a
   * value that extends beyond it is removed.
   */
  readonly sentUntil: Int32Array
  /** The same for identifiers that look like session ids, except a value that is such an identifier itself. */
  readonly idUntil: Int32Array
}

function keptIn(text: string, marks: readonly Span[], ours: readonly Span[]): Kept {
  const marked = new Uint8Array(text.length)
  for (const { from, to } of marks) marked.fill(1, from, to)
  const untilOf = (spans: readonly Span[]): Int32Array => {
    const until = new Int32Array(text.length)
    for (const { from, to } of spans) for (let at = from; at < to; at++) until[at] = Math.max(until[at] ?? 0, to)
    return until
  }
  return {
    marked,
    sentUntil: untilOf(ours),
    idUntil: untilOf(spansOf(text, sessionIds)),
  }
}

const staysAt = ({ marked, sentUntil, idUntil }: Kept, { from, to }: Span): boolean =>
  marked.subarray(from, to).includes(1) ||
  (sentUntil[from] ?? 0) >= to ||
  ((idUntil[from] ?? 0) >= to && to - from < idLength)

const idLength = 36

/** Where a value occurs by itself and outside the parts that stay. */
const placesOf = (text: string, value: string, kept: Kept | null): readonly Span[] =>
  allOf(text, value).filter(
    (place) =>
      !(kept !== null && staysAt(kept, place)) &&
      (value.length >= certainCharactersMin || isWhole(text, value, place)) &&
      !(isFewDigits(value) && isInVersion(text, place)) &&
      (value.length >= wordCharactersMin || !isPartOfName(text, value, place, kept)),
  )

/** Part of a version number after a product name: `EUDIW/2026.09.1`. RFC 9110 section 10.1.5 */
const isInVersion = (text: string, { from, to }: Span): boolean => {
  const before = /(?:^|[\s(])[\p{L}][\p{L}\p{N}_-]*\/((?:\d+\.)*)$/u.exec(text.slice(Math.max(0, from - 64), from))
  return before !== null && (before[1] !== '' || /^\.\d/.test(text.slice(to, to + 2)))
}

const isWhole = (text: string, value: string, { from, to }: Span): boolean =>
  (!/^[\p{L}\p{N}]/u.test(value) || !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from))) &&
  (!/[\p{L}\p{N}]$/u.test(value) || !/^[\p{L}\p{N}]/u.test(text.slice(to, to + 2)))

/** A run of this many characters is not a word but a hash, a nonce or an identifier. */
const runMin = 22

/**
 * A few digits may be part of a version (`4.12.0`, `okhttp/4`), and one or two characters may match part of a hash by
 * chance.
 */
function isPartOfName(text: string, value: string, { from, to }: Span, kept: Kept | null): boolean {
  if (
    isFewDigits(value) &&
    (/[\p{L}\p{N}][./_]$/u.test(text.slice(Math.max(0, from - 3), from)) ||
      /^[./_][\p{L}\p{N}]/u.test(text.slice(to, to + 3)))
  )
    return true
  // What we sent ends a run. What a wallet appended is its own text.
  const before = runLength(text, kept, from - 1, -1)
  const after = runLength(text, kept, to, 1)
  return before + value.length + after >= runMin && before + after > 0
}

const isKept = (kept: Kept | null, at: number): boolean =>
  kept !== null && (kept.marked[at] === 1 || (kept.sentUntil[at] ?? 0) > 0 || (kept.idUntil[at] ?? 0) > 0)

/** Length of the run from here on, counted no further than `runMin`. */
function runLength(text: string, kept: Kept | null, first: number, step: 1 | -1): number {
  let length = 0
  for (let at = first; length < runMin && !isKept(kept, at) && /[A-Za-z0-9_-]/.test(text.charAt(at)); at += step)
    length++
  return length
}

/** The length of a short value would reveal it. */
const markOf = (found: string): string => (isShort(found) ? '[redacted]' : removed('redacted', found.length))
