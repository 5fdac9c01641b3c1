/** A filter as it was understood. A group without further terms is a term in parentheses. */
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

/** The digits of a number stand as they were written. */
export type FilterValue = { readonly text: string } | { readonly digits: string } | { readonly flag: boolean }

export type FilterOperator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~'

/**
 * Writes a filter in PocketBase's language, out of nothing but what was understood. As there, `&&` binds before `||`. A text
 * must hold neither control characters nor backslashes, and quotes of one kind only: `tokenizeFilter` sees to that.
 */
export function writeFilter({ first, rest }: FilterGroup): string {
  return [writeTerm(first), ...rest.map(([join, term]) => `${join} ${writeTerm(term)}`)].join(' ')
}

function writeTerm(term: FilterTerm): string {
  if ('first' in term) return `(${writeFilter(term)})`
  return `${term.member} ${term.operator} ${writeValue(term.value)}`
}

function writeValue(value: FilterValue): string {
  if ('digits' in value) return value.digits
  if ('flag' in value) return String(value.flag)
  const quote = value.text.includes('"') ? "'" : '"'
  return quote + value.text + quote
}
