import { atOnce, type Steps } from '../../../ground/time/steps'
import { isWording, type Wording } from '../../../ground/values/wording'
import { percentDecode } from '../message/percent-decode'
import { fold, spellingsOf } from './fold'
import { readInternationalHosts } from './international-host'
import { protocolWords } from './protocol-words'
import { removed } from './scrub-text'
import { textsIn } from './texts-in'

/** Values of persons of one exchange that are searched for, and characters of one; none that is shown is longer. */
const valuesMax = 512
const charactersMax = 4096
/** A shorter value is a word by chance, and goes only from free text. */
const wordCharactersMin = 4
/** From this length on, a match is not a coincidence. */
const certainCharactersMin = 8

/**
 * Where a text stands: in `free` text of the wallet goes every value; in a `finding` none that is short, and none from our
 * own words, for a gap in them tells the value; in `technical` text, as header fields and what an issuer signed, no
 * number either, for versions and lengths are numbers.
 */
export type Reach = 'free' | 'finding' | 'technical'

/** The values of persons in one exchange, and how they are taken out of everything else in it. */
export interface Concealment {
  readonly add: (value: string | number | boolean) => void
  /** Adds what a credential says of its issuer: it goes from what the wallet wrote, and from nothing that its issuer signed. */
  readonly addOfIssuer: (value: string | number | boolean) => void
  /** Notes a name that the peer chose: a value may stand there too. */
  readonly addName: (name: string) => void
  /** Takes the values out of a text. In a finding, what a Wording says of its own stays. */
  readonly hide: (text: string | Wording, reach: Reach) => string
  /** True for a number, or a text as a whole, that is such a value, short ones too. */
  readonly isValue: (value: string | number) => boolean
  /** The names of the peer that hold a value, in any case of its letters, with what is shown for them. */
  readonly hiddenNames: () => ReadonlyMap<string, string>
  /** Finds these names in steps: there may be more than a hundred thousand. `hiddenNames` then has them at hand. */
  readonly findHiddenNames: () => Steps<void>
}

/** Names that are looked at in one step. */
const namesPerStep = 10_000

/**
 * Collects values of persons, and hides them. A value of eight characters or more goes wherever it is, a shorter one
 * only by itself, for `Anna` is no part of `Annapolis`, and a short one (`DE`, `18`, `true`) only from free text, each in
 * any case of its letters. What we sent (`sent`: the nonce, our client identifier) and what was taken out before stays as it is.
 */
export function createConcealment(sent: readonly string[] = []): Concealment {
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
  let hidden: { readonly of: number; readonly names: ReadonlyMap<string, string> } | null = null
  const hideName = (name: string): string => {
    if (values.size === 0 || isOurs(name)) return name
    return search().isIn(name) ? removed('name', name.length) : name
  }
  const isCurrent = (): boolean => hidden?.of === names.size + values.size
  function* findHiddenNames(): Steps<void> {
    if (values.size === 0 || isCurrent()) return
    const found = new Map<string, string>()
    let looked = 0
    for (const name of names) {
      const shown = hideName(name)
      if (shown !== name) found.set(name, shown)
      if (++looked % namesPerStep === 0) yield
    }
    hidden = { of: names.size + values.size, names: found }
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
    hide: (text, reach) => {
      const shown = text.toString()
      if (values.size + ofIssuer.size === 0 || shown === '') return shown
      return search().hide(shown, reach, reach === 'finding' && isWording(text) ? text : null)
    },
    isValue: (value) => folded.size > 0 && folded.has(fold(String(value))),
    hiddenNames: () => {
      if (values.size === 0) return new Map()
      atOnce(findHiddenNames())
      return hidden?.names ?? new Map()
    },
    findHiddenNames,
  }
}

const fixedWords: ReadonlySet<string> = new Set(protocolWords)

/** One tells of the other: both go. */
const truths = ['true', 'false']
const isShort = (value: string): boolean => value.length < wordCharactersMin || truths.includes(value)
const isFewDigits = (value: string): boolean => value.length < certainCharactersMin && /^\d+$/.test(value)
/** A sign alone is no value that anybody could find again. */
const hasWord = (value: string): boolean => value.length >= wordCharactersMin || /[\p{L}\p{N}]/u.test(value)

interface Search {
  /** `wording`: what says which words of the text are ours. */
  readonly hide: (text: string, reach: Reach, wording: Wording | null) => string
  /** True where a name holds a value that is no word by chance. */
  readonly isIn: (name: string) => boolean
}

const spelt = (texts: ReadonlySet<string>): readonly string[] => [...new Set([...texts].flatMap(spellingsOf))]

interface Known {
  /** Both in every spelling, folded. */
  readonly values: readonly string[]
  readonly ofIssuer: readonly string[]
  readonly sent: readonly string[]
  /** That, and words of protocols: a text that is one of them as a whole stays. */
  readonly isOurs: (text: string) => boolean
}

function searchFor({ values, ofIssuer, sent, isOurs }: Known): Search {
  const long = values.filter((value) => !isShort(value))
  const short = [...new Set([...values.filter(isShort), ...ofIssuer])]
  const longIn = textsIn(long, wordCharactersMin)
  const ours = sent.filter((text) => text.length >= certainCharactersMin)
  const found = (folded: string, reach: Reach): readonly string[] => {
    const inText = longIn(folded)
    if (reach === 'free') return [...inText, ...short.filter((value) => folded.includes(value))]
    return reach === 'finding' ? inText : inText.filter((value) => !isFewDigits(value))
  }
  const budget = { left: comparisonsMax }
  const hideIn = (text: string, reach: Reach, ownSpans: () => readonly Span[]): string => {
    const folded = fold(text)
    const candidates = found(folded, reach)
    const marks = text.includes('[') ? spansOf(text, marked) : []
    if ((candidates.length === 0 && marks.length === 0) || isOurs(text)) return text
    const kept = keptIn(text, marks, [...ours.flatMap((own) => allOf(text, own)), ...ownSpans()])
    const places = [
      ...candidates.flatMap((value) => placesOf(folded, value, kept)),
      ...remaindersIn(folded, marks, { values: long, budget }),
    ]
    return places.length === 0 ? text : without(text, places)
  }
  const hide = (text: string, reach: Reach, wording: Wording | null): string => {
    // Next to no text holds a value: where our own words stand is asked of those alone.
    const spelt = (shown: string, spell: Spelling) =>
      hideSpelt(shown, spell, { reach, ownSpans: (whole) => spansOfWording(wording, whole, spell) })
    const asWritten = hideIn(text, reach, () => spansOfWording(wording, text))
    return otherSpellings(text).reduce(spelt, asWritten)
  }
  return {
    hide: (text, reach, wording) => {
      if (text.length <= lookedAtMax) return hide(text, reach, wording)
      const start = text.slice(0, lookedAtMax)
      // What is cut is no longer what the wording says: nothing of it counts as ours.
      const shown = hide(start, reach, null)
      return shown === start ? text : shown
    },
    isIn: (name) => {
      const spelt = [name, ...otherSpellings(name).map((spell) => spell(name))].map(fold)
      return spelt.some((folded) => longIn(folded).some((value) => placesOf(folded, value, null).length > 0))
    },
  }

  /** Only where a value is in another spelling of the text, that one is shown. */
  function hideSpelt(
    text: string,
    spell: Spelling,
    { reach, ownSpans }: { readonly reach: Reach; readonly ownSpans: (spelt: string) => readonly Span[] },
  ): string {
    const spelt = spell(text)
    const shown = spelt === text ? spelt : hideIn(spelt, reach, () => ownSpans(spelt))
    return shown === spelt ? text : shown
  }
}

type Spelling = (text: string) => string

/** How a value may be written in an address or in the bytes of a header field, where its characters do not fit. */
function otherSpellings(text: string): readonly Spelling[] {
  const isEncoded = text.includes('%')
  return [
    ...(isEncoded ? [percentDecode, (encoded: string) => percentDecode(percentDecode(encoded))] : []),
    ...(text.includes('+') ? [(encoded: string) => percentDecode(encoded.replaceAll('+', ' '))] : []),
    ...(/[\u0080-\u00ff]/.test(text) ? [asUtf8] : []),
    ...(/xn--/i.test(percentDecode(text)) ? [(encoded: string) => readInternationalHosts(percentDecode(encoded))] : []),
  ]
}

/** Text whose characters are the bytes of UTF-8. */
function asUtf8(text: string): string {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return codes.some((code) => code > 0xff) ? text : new TextDecoder().decode(Uint8Array.from(codes))
}

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Where the words of ours stand in a text, in a spelling of it; none where the text is not what its pieces make together, for
 * then nobody can tell.
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

/** What was taken out before. */
const marked = /\[(?:token|pem|redacted|userinfo|name|json)(?::\d{1,8})?\]/g
const sessionIds = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const spansOf = (text: string, found: RegExp): readonly Span[] =>
  Array.from(text.matchAll(found), (match) => ({ from: match.index, to: match.index + match[0].length }))

/** Characters of a text that are looked at: fewer are shown. */
const lookedAtMax = 8192
/** Comparisons of what is left beside a mark with the values of one exchange; text beyond that goes whole. */
const comparisonsMax = 100_000

/** What is left of a value where a part of it was taken out before, e.g. the query of an address: text beside a mark. */
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

/** The most characters of a value, none short of a word, for which something holds; 0 for none. */
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

/** What of a text stays as it is. */
interface Kept {
  /** 1 for each character of what was taken out before. */
  readonly marked: Uint8Array
  /** For each character of what we sent, and of our own words, where that ends: a value inside of it stays, and one that goes beyond does not. */
  readonly sentUntil: Int32Array
  /** The same for identifiers as those of sessions; a value that is one as a whole goes. */
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

/** Where a value stands as one, and not in what stays. */
const placesOf = (text: string, value: string, kept: Kept | null): readonly Span[] =>
  allOf(text, value).filter(
    (place) =>
      !(kept !== null && staysAt(kept, place)) &&
      (value.length >= certainCharactersMin || isWhole(text, value, place)) &&
      !(isFewDigits(value) && isInVersion(text, place)) &&
      (value.length >= wordCharactersMin || !isPartOfName(text, value, place, kept)),
  )

/** A number of a version after the name of a product: `EUDIW/2026.09.1`. RFC 9110 section 10.1.5 */
const isInVersion = (text: string, { from, to }: Span): boolean => {
  const before = /(?:^|[\s(])[\p{L}][\p{L}\p{N}_-]*\/((?:\d+\.)*)$/u.exec(text.slice(Math.max(0, from - 64), from))
  return before !== null && (before[1] !== '' || /^\.\d/.test(text.slice(to, to + 2)))
}

const isWhole = (text: string, value: string, { from, to }: Span): boolean =>
  (!/^[\p{L}\p{N}]/u.test(value) || !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from))) &&
  (!/[\p{L}\p{N}]$/u.test(value) || !/^[\p{L}\p{N}]/u.test(text.slice(to, to + 2)))

/** Characters of a run without a gap that is no word but a hash, a nonce or an identifier. */
const runMin = 22

/** A few digits are a part of a version (`4.12.0`, `okhttp/4`), and one or two characters are by chance one of a hash. */
function isPartOfName(text: string, value: string, { from, to }: Span, kept: Kept | null): boolean {
  if (
    isFewDigits(value) &&
    (/[\p{L}\p{N}][./_]$/u.test(text.slice(Math.max(0, from - 3), from)) ||
      /^[./_][\p{L}\p{N}]/u.test(text.slice(to, to + 3)))
  )
    return true
  // What we sent ends a run: what a wallet added to it is its own.
  const before = runLength(text, kept, from - 1, -1)
  const after = runLength(text, kept, to, 1)
  return before + value.length + after >= runMin && before + after > 0
}

const isKept = (kept: Kept | null, at: number): boolean =>
  kept !== null && (kept.marked[at] === 1 || (kept.sentUntil[at] ?? 0) > 0 || (kept.idUntil[at] ?? 0) > 0)

/** Characters of a run from here on, no more than make it one. */
function runLength(text: string, kept: Kept | null, first: number, step: 1 | -1): number {
  let length = 0
  for (let at = first; length < runMin && !isKept(kept, at) && /[A-Za-z0-9_-]/.test(text.charAt(at)); at += step)
    length++
  return length
}

/** The text without these places; those that touch one another become one. */
function without(text: string, places: readonly Span[]): string {
  let result = ''
  let done = 0
  let open: Span | null = null
  const close = (): void => {
    if (open === null) return
    result += text.slice(done, open.from) + markOf(text.slice(open.from, open.to))
    done = open.to
  }
  for (const place of places.toSorted((left, right) => left.from - right.from || right.to - left.to)) {
    if (open !== null && place.from < (open as Span).to)
      open = { from: (open as Span).from, to: Math.max((open as Span).to, place.to) }
    else {
      close()
      open = place
    }
  }
  close()
  return result + text.slice(done)
}

/** The length of a short value tells which it is. */
const markOf = (hidden: string): string => (isShort(hidden) ? '[redacted]' : removed('redacted', hidden.length))
