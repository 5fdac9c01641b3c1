import { QueryRefused } from './query-refused'

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
export type FilterValue = { readonly text: string } | { readonly digits: string } | { readonly flag: boolean }

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
