import { QueryRefused } from './query-refused'

/** A token of a filter. A string lacks its quotes; a number is as written. */
export type FilterToken =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'end' }
  | { readonly kind: 'name' | 'operator' | 'text' | 'number'; readonly text: string }

const textLengthMax = 700
/** A number of at most 15 digits, so that a double holds it exactly. */
const patterns = {
  space: /[ \t\r\n]+/y,
  name: /[A-Za-z_][A-Za-z0-9_.]*/y,
  number: /-?(?=[\d.]{1,16}(?![\d.]))\d+(?:\.\d+)?(?![\w.-])/y,
  operator: /[?=!<>~]+/y,
} as const
const marks = { '(': 'open', ')': 'close', '&&': 'and', '||': 'or' } as const

/**
 * Splits a filter into tokens, the last of which is always `end`. Modifiers (`:lower`), macros (`@now`), functions and
 * comments of PocketBase's language are not supported. Throws QueryRefused.
 */
export function tokenizeFilter(filter: string): FilterToken[] {
  const tokens: FilterToken[] = []
  let at = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(filter)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }
  while (at < filter.length) {
    if (take(patterns.space) !== null) continue
    const mark = markAt(filter, at)
    const quote = filter.charAt(at)
    if (mark !== null) {
      tokens.push({ kind: marks[mark] })
      at += mark.length
    } else if (quote === '"' || quote === "'") {
      const end = endOfText(filter, at)
      tokens.push({ kind: 'text', text: readText(filter.slice(at + 1, end), quote) })
      at = end + 1
    } else tokens.push(readWord(take))
  }
  tokens.push({ kind: 'end' })
  return tokens
}

const markAt = (filter: string, at: number): keyof typeof marks | null => {
  for (const mark of ['(', ')', '&&', '||'] as const) if (filter.startsWith(mark, at)) return mark
  return null
}

function readWord(take: (pattern: RegExp) => string | null): FilterToken {
  for (const kind of ['name', 'number', 'operator'] as const) {
    const text = take(patterns[kind])
    if (text !== null) return { kind, text }
  }
  throw new QueryRefused('The filter holds a character that has no meaning in it.')
}

/**
 * Index of the quote that closes the string starting at `at`. In double quotes a backslash escapes any character, as in
 * JSON; in single quotes, only a quote.
 */
function endOfText(filter: string, at: number): number {
  const quote = filter.charAt(at)
  let end = at + 1
  while (end < filter.length && filter.charAt(end) !== quote) {
    const escapes = filter.charAt(end) === '\\' && (quote === '"' || filter.charAt(end + 1) === quote)
    end += escapes ? 2 : 1
  }
  if (end >= filter.length) throw new QueryRefused('A text in the filter has no end.')
  return end
}

function readText(written: string, quote: string): string {
  const text = (quote === '"' ? fromJson(written) : null) ?? written.replaceAll(`\\${quote}`, quote)
  if (text.length > textLengthMax)
    throw new QueryRefused(`A text in the filter is longer than ${textLengthMax} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))
    throw new QueryRefused('A text in the filter must hold no control characters but tabs and ends of lines.')
  return text
}

/** PocketBase's own clients write strings as JSON. `null`: written by hand, with literal backslashes. */
function fromJson(written: string): string | null {
  try {
    return String(JSON.parse(`"${written}"`))
  } catch {
    return null
  }
}
