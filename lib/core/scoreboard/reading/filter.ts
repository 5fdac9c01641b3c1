import type { MemberKind } from './public-collections'

/**
 * A query that visitors may not send, or that cannot be parsed. `message` is one of our own ASCII sentences, never
 * input.
 */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
}

/** A parsed filter. A group without further terms is a term in parentheses. */
export interface FilterGroup {
  readonly first: FilterTerm
  readonly rest: ReadonlyArray<readonly [join: '&&' | '||', term: FilterTerm]>
}

export type FilterTerm = FilterGroup | FilterComparison

export interface FilterComparison {
  readonly member: string
  readonly operator: FilterOperator
  readonly value: FilterValue
}

/** A number keeps its digits as written. */
type FilterValue = { readonly text: string } | { readonly digits: string } | { readonly flag: boolean }

export type FilterOperator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~'

/**
 * Writes a filter in PocketBase's language, only from what was parsed. As in that language, `&&` binds tighter than
 * `||`. A string must not contain control characters except tabs and line ends; `tokenizeFilter` ensures that.
 */
export function writeFilter({ first, rest }: FilterGroup): string {
  return [writeTerm(first), ...rest.map(([join, term]) => `${join} ${writeTerm(term)}`)].join(' ')
}

function writeTerm(term: FilterTerm): string {
  if ('first' in term) return `(${writeFilter(term)})`
  const { member, operator, value } = term
  if ('text' in value && value.text.endsWith('\\')) return writeOpenEnded(member, operator, value.text)
  return `${member} ${operator} ${writeValue(value)}`
}

function writeValue(value: FilterValue): string {
  if ('digits' in value) return value.digits
  if ('flag' in value) return String(value.flag)
  return quoted(value.text)
}

/** PocketBase treats a backslash as an escape only before the quote that delimits the string. */
const quoted = (text: string): string => (/["\\]/.test(text) ? `'${text.replaceAll("'", "\\'")}'` : `"${text}"`)

/**
 * Compares with a string that ends in a backslash, which PocketBase cannot parse because it escapes the closing quote.
 * The string is expressed as the only one that starts like it and lies between two others. Patterns have escapes of
 * their own. Throws QueryRefused.
 */
function writeOpenEnded(member: string, operator: FilterOperator, text: string): string {
  const pattern = text.replace(/[\\%_]/g, '\\$&')
  const like = quoted(operator === '~' || operator === '!~' ? `%${pattern}%` : `${pattern}%`)
  const [below, above] = [quoted(`${text.slice(0, -1)}[`), quoted(`${text}\u0001`)]
  if (operator === '~' || operator === '!~') {
    if (!/[%_]/.test(text)) return `${member} ${operator} ${like}`
    throw new QueryRefused('A pattern of the filter must not end in a backslash.')
  }
  if (operator === '=') return `(${member} ~ ${like} && ${member} > ${below} && ${member} < ${above})`
  if (operator === '!=') return `(${member} !~ ${like} || ${member} <= ${below} || ${member} >= ${above})`
  throw new QueryRefused('A date of the filter must not end in a backslash.')
}

/** A token of a filter. A string lacks its quotes; a number is as written. */
type FilterToken =
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
function tokenizeFilter(filter: string): FilterToken[] {
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

const depthMax = 8

const comparisonsMax = 60

const order = ['=', '!=', '>', '>=', '<', '<='] as const

/**
 * The operators of each kind of member. Those starting with `?` are for multiple values, which no comparable member
 * has.
 */
export const operatorsOf: Readonly<Record<MemberKind, readonly FilterOperator[]>> = {
  id: ['=', '!='],
  text: ['=', '!=', '~', '!~'],
  time: order,
  number: order,
  flag: ['=', '!='],
  other: [],
}

/**
 * Parses a filter: comparisons of a member on the left with a string, a number, `true` or `false` on the right, joined
 * by `&&` and `||`, with optional parentheses. `comparable` names the members. Throws QueryRefused.
 */
export function parseFilter(filter: string, comparable: ReadonlyMap<string, MemberKind>): FilterGroup {
  const tokens = tokenizeFilter(filter)
  let at = 0
  let comparisons = 0
  const next = (): FilterToken => tokens[at++] ?? { kind: 'end' }
  const ahead = (): FilterToken['kind'] => tokens[at]?.kind ?? 'end'

  function readGroup(depth: number): FilterGroup {
    if (depth > depthMax) throw new QueryRefused(`The filter is nested deeper than ${depthMax} parentheses.`)
    const first = readTerm(depth)
    const rest: [join: '&&' | '||', term: FilterTerm][] = []
    while (ahead() === 'and' || ahead() === 'or') rest.push([next().kind === 'and' ? '&&' : '||', readTerm(depth)])
    return { first, rest }
  }

  function readTerm(depth: number): FilterTerm {
    if (ahead() !== 'open') return readComparison()
    next()
    const group = readGroup(depth + 1)
    if (next().kind !== 'close') throw new QueryRefused('A parenthesis of the filter is not closed where it has to be.')
    return group
  }

  function readComparison(): FilterComparison {
    if (++comparisons > comparisonsMax)
      throw new QueryRefused(`The filter has more than ${comparisonsMax} comparisons.`)
    const [member, operator, value] = [next(), next(), next()]
    if (member.kind !== 'name' || operator.kind !== 'operator')
      throw new QueryRefused('Each comparison of the filter is a member, an operator and a value, in this order.')
    const kind = comparable.get(member.text)
    if (kind === undefined) throw new QueryRefused('The filter names something that cannot be compared here.')
    const known = operatorsOf[kind].find((sign) => sign === operator.text)
    if (known === undefined) throw new QueryRefused('The filter uses an operator that its member does not take.')
    return { member: member.text, operator: known, value: readValue(value, kind) }
  }

  const group = readGroup(0)
  if (next().kind !== 'end')
    throw new QueryRefused('Two comparisons of the filter stand side by side without && or ||.')
  return group
}

function readValue(token: FilterToken, kind: MemberKind): FilterValue {
  if (kind === 'number' && token.kind === 'number') return { digits: token.text }
  if (kind === 'flag' && token.kind === 'name' && (token.text === 'true' || token.text === 'false'))
    return { flag: token.text === 'true' }
  if (kind !== 'number' && kind !== 'flag' && token.kind === 'text') return { text: token.text }
  throw new QueryRefused(
    'A value of the filter is not of the kind of its member: a number, true or false, or a text in quotes.',
  )
}
