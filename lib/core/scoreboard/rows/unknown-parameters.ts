import { pageSizes } from './board-view'
import { type FacetChoice, type FacetName, facetNames } from './filter-rows'
import type { RowSort } from './order-rows'

const [namesMax, wordsMax] = [3, 40]

/** A text from an address in a sentence, shortened if it is long. */
const quoted = (text: string): string => `\`${text.length > wordsMax ? `${text.slice(0, wordsMax)}…` : text}\``

/** Parameters that hold any text, or that mean nothing to the table. */
const free: readonly string[] = ['q', 'wallets']
const numbers: Readonly<Record<string, number>> = { min_rate: 100, min_runs: 999_999_999, page: 999_999_999 }

/** What a value of a known parameter lacks, as a sentence; `null` if the table understands it. */
function unknownValue(
  name: string,
  value: string,
  sorts: readonly Pick<RowSort, 'id'>[],
  facets: Readonly<Record<FacetName, readonly FacetChoice[]>>,
): string | null {
  if (value === '' || free.includes(name)) return null
  if (name === 'sort')
    return sorts.some(({ id }) => id === value.replace(/^-/, ''))
      ? null
      : `There is no sort ${quoted(value)}: showing the latest first.`
  if (name === 'size')
    return pageSizes.some((size) => String(size) === value)
      ? null
      : `There are no pages of ${quoted(value)} rows: showing the usual number.`
  if (name === 'hide') return value === 'empty' ? null : `\`hide\` can only be \`empty\`: showing every column.`
  const max = numbers[name]
  if (max !== undefined)
    return /^\d{1,9}$/.test(value) && Number(value) <= max
      ? null
      : `${quoted(value)} is no number that \`${name}\` can have: showing the rows without it.`
  const facet = facetNames.find((known) => known === name)
  if (facet === undefined) return `There is no filter ${quoted(name)}: showing the rows without it.`
  return facets[facet].some((choice) => choice.value === value) ? null : `No row has the ${facet} ${quoted(value)}.`
}

/**
 * What the table does not understand of an address's parameters, a sentence each, three at most. `facets`: the choices of
 * all rows.
 */
export function unknownParameters(
  parameters: readonly (readonly [name: string, value: string])[],
  sorts: readonly Pick<RowSort, 'id'>[],
  facets: Readonly<Record<FacetName, readonly FacetChoice[]>>,
): readonly string[] {
  const found = new Set<string>()
  for (const [name, value] of parameters) {
    const words = unknownValue(name, value, sorts, facets)
    if (words !== null) found.add(words)
    if (found.size === namesMax) break
  }
  return [...found]
}
