import type { FilterComparison, FilterGroup, FilterOperator, FilterTerm, FilterValue } from './filter-tree'
import type { MemberKind } from './public-collections'
import { QueryRefused } from './query-refused'
import { type FilterToken, tokenizeFilter } from './tokenize-filter'

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
