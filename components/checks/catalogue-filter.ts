import { checkGroups } from '@/lib/core/engine/checks/check-groups'
import { levels } from '@/lib/core/ground/ports/level'
import type { CheckCatalogueTarget } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'

type EffectFilter = 'refuses' | 'recorded'

const effectOf = ({ rejects }: CatalogueCheck): EffectFilter => (rejects === null ? 'recorded' : 'refuses')

const textOf = (check: CatalogueCheck): string =>
  [check.title, check.id, check.rejects ?? '', ...check.clauses.map(({ spec, section }) => `${spec} ${section}`)]
    .join(' ')
    .toLowerCase()

/** The group that a URL names. The bare name of an issuance group works too, as it did in older links. */
export const groupAsked = (group: string | undefined): string | undefined =>
  checkGroups.find((one) => one === group || one === `vci.${group}`) ?? group

/** The checks that the URL asks for. Every word of the text must be found, ignoring case. */
export function filterCatalogue(checks: readonly CatalogueCheck[], target: CheckCatalogueTarget): CatalogueCheck[] {
  const words = (target.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return checks.filter(
    (check) =>
      (!target.group || check.group === target.group) &&
      (!target.level || check.level === target.level) &&
      (!target.spec || check.clauses.some(({ spec }) => spec === target.spec)) &&
      (!target.effect || effectOf(check) === target.effect) &&
      words.every((word) => textOf(check).includes(word)),
  )
}

/** Rules that the page shows at once without a filter, at least: enough to see what a rule is. */
const rulesAtFirst = 12

/** The first areas of the catalogue that together have at least so many rules; all areas if there are fewer. */
export function firstAreas(checks: readonly CatalogueCheck[]): ReadonlySet<string> {
  const areas = new Set<string>()
  let rules = 0
  for (const group of checkGroups) {
    if (rules >= rulesAtFirst) break
    areas.add(group)
    rules += checks.filter((check) => check.group === group).length
  }
  return areas
}

export interface Facet {
  readonly value: string
  readonly count: number
}

/**
 * The values of a facet among these checks, with the number of checks for each: levels from MUST down, the rest in
 * order of appearance.
 */
export function facetOf(checks: readonly CatalogueCheck[], facet: 'group' | 'level' | 'spec' | 'effect'): Facet[] {
  const counts = new Map<string, number>()
  for (const check of checks) {
    const values =
      facet === 'spec'
        ? new Set(check.clauses.map(({ spec }) => spec))
        : [facet === 'effect' ? effectOf(check) : check[facet]]
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const order: readonly string[] = levels
  const facets = [...counts].map(([value, count]) => ({ value, count }))
  return facet === 'level' ? facets.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value)) : facets
}
