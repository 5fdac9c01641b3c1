import { checkGroups } from '@/lib/core/engine/checks/check-groups'
import { levels } from '@/lib/core/shared/ports/finding'
import type { CheckCatalogueTarget } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'

type EffectFilter = 'refuses' | 'recorded'

const effectOf = ({ rejects }: CatalogueCheck): EffectFilter => (rejects === null ? 'recorded' : 'refuses')

const textOf = (check: CatalogueCheck): string =>
  [
    check.title,
    check.id,
    check.rejects ?? '',
    ...check.clauses.map(({ spec, section }) => `${spec} ${section}`),
    ...check.reasons.map(({ name }) => name),
  ]
    .join(' ')
    .toLowerCase()

/** Resolves the group in a URL. Older links used the bare name of an issuance group. */
export const groupAsked = (group: string | undefined): string | undefined =>
  checkGroups.find((one) => one === group || one === `vci.${group}`) ?? group

/** Filters the catalogue by the URL's query. Every search word must match, ignoring case. */
export function filterCatalogue(checks: readonly CatalogueCheck[], target: CheckCatalogueTarget): CatalogueCheck[] {
  const words = (target.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return checks.filter(
    (check) =>
      (!target.group || check.group === target.group) &&
      (!target.level || check.level === target.level) &&
      (!target.spec || check.clauses.some(({ spec }) => spec === target.spec)) &&
      (!target.effect || effectOf(check) === target.effect) &&
      (!target.misbehaviour || check.misbehaviours > 0) &&
      words.every((word) => textOf(check).includes(word)),
  )
}

/** Minimum number of rules shown without a filter. */
const rulesAtFirst = 12

/** The first areas that together hold at least `rulesAtFirst` rules; all areas if there are fewer. */
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

/** The values of a facet that a check has, each once. */
const facetValues = {
  group: ({ group }) => [group],
  level: ({ level }) => [level],
  spec: ({ clauses }) => new Set(clauses.map(({ spec }) => spec)),
  effect: (check) => [effectOf(check)],
  misbehaviour: ({ misbehaviours }) => (misbehaviours > 0 ? ['any'] : []),
} as const satisfies Readonly<Record<string, (check: CatalogueCheck) => Iterable<string>>>

export type FacetName = keyof typeof facetValues

export interface Facet {
  readonly value: string
  readonly count: number
}

/** Values of a facet with the number of checks for each: levels from MUST down, others in order of appearance. */
export function facetOf(checks: readonly CatalogueCheck[], facet: FacetName): Facet[] {
  const counts = new Map<string, number>()
  for (const check of checks)
    for (const value of facetValues[facet](check)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const order: readonly string[] = levels
  const facets = [...counts].map(([value, count]) => ({ value, count }))
  return facet === 'level' ? facets.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value)) : facets
}
