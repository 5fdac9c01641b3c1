import { plainText } from '../plain-text'
import { entityKindNames } from './compact-scoreboard'
import type { ScoreboardRow } from './scoreboard-row'

/** The filters of the scoreboard; '' and 0 mean all. Entities are named by path. */
export interface RowFilter {
  readonly q: string
  readonly wallet: string
  readonly issuer: string
  readonly verifier: string
  readonly suite: string
  readonly runner: string
  readonly org: string
  readonly min_rate: number
  readonly min_runs: number
}

export const noFilter: RowFilter = {
  q: '',
  wallet: '',
  issuer: '',
  verifier: '',
  suite: '',
  runner: '',
  org: '',
  min_rate: 0,
  min_runs: 0,
}

/** Filters with a choice of the values that occur in the rows. */
export const facetNames = ['wallet', 'issuer', 'verifier', 'suite', 'runner', 'org'] as const
export type FacetName = (typeof facetNames)[number]

interface FacetValue {
  readonly value: string
  readonly label: string
}

const named = (entities: readonly { readonly path: string; readonly name: string }[]): FacetValue[] =>
  entities.map(({ path, name }) => ({ value: path, label: name }))

const standards: Readonly<Record<string, string>> = { openid4vci: 'OpenID4VCI', openid4vp: 'OpenID4VP' }

/**
 * The suite of a check. Of one of this service, whose address is a page here: standard and version, as its path
 * (`standard/version/part/check`) has them. Of any other: what its organisation calls it, with the name in its path, or the
 * path that a report gave it. So nobody's suite looks like one of this service or of somebody else.
 */
export function suiteOf({
  suite_title,
  path,
  url,
}: {
  readonly suite_title: string
  readonly path: string
  readonly url: string
}): string {
  const segments = path.split('/')
  const [first = '', version = ''] = segments
  if (url.startsWith('/checks/') && segments.length > 3) return `${standards[first] ?? first} ${version}`
  const given = segments.slice(0, -1).join('/') || path
  if (suite_title !== '' && suite_title !== given) return `${suite_title} (${first})`
  return isWrittenAsPath(given) ? given : `${given} (reported)`
}

/** False for a text that could be a title. */
const isWrittenAsPath = (text: string): boolean => !/[\p{Lu}\s()]/u.test(text)

const valuesOf: Readonly<Record<FacetName, (row: ScoreboardRow) => readonly FacetValue[]>> = {
  wallet: ({ expand }) => named(expand.wallets),
  issuer: ({ expand }) => named(expand.issuers),
  verifier: ({ expand }) => named(expand.verifiers),
  suite: ({ expand }) => suitesOf(expand.conformance_checks).map((suite) => ({ value: suite, label: suite })),
  runner: ({ expand }) => named(expand.mobile_runners),
  org: ({ expand: { pipeline } }) =>
    pipeline === undefined ? [] : [{ value: pipeline.expand.owner.canonified_name, label: pipeline.expand.owner.name }],
}

const knownSuites = new WeakMap<object, readonly string[]>()

/** The distinct suites of a list of checks. Rows share such lists, so each list is processed once. */
function suitesOf(checks: ScoreboardRow['expand']['conformance_checks']): readonly string[] {
  const known = knownSuites.get(checks)
  if (known !== undefined) return known
  const suites = [...new Set(checks.map(suiteOf))]
  knownSuites.set(checks, suites)
  return suites
}

/** A choice with the number of rows that match it. */
export interface FacetChoice extends FacetValue {
  readonly count: number
}

type Facets = Readonly<Record<FacetName, readonly FacetChoice[]>>
const knownFacets = new WeakMap<readonly ScoreboardRow[], Facets>()

/** The choices of each filter, the most frequent first. Cached per set of rows. */
export function facetsOf(rows: readonly ScoreboardRow[]): Facets {
  const facets = knownFacets.get(rows) ?? countFacets(rows)
  knownFacets.set(rows, facets)
  return facets
}

function countFacets(rows: readonly ScoreboardRow[]): Facets {
  const choices = (facet: FacetName): FacetChoice[] => {
    const found = new Map<string, { label: string; count: number }>()
    for (const row of rows)
      for (const { value, label } of valuesOf[facet](row))
        found.set(value, { label, count: (found.get(value)?.count ?? 0) + 1 })
    return [...found]
      .map(([value, rest]) => ({ value, ...rest }))
      .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
  }
  const [wallet, issuer, verifier] = [choices('wallet'), choices('issuer'), choices('verifier')]
  return { wallet, issuer, verifier, suite: choices('suite'), runner: choices('runner'), org: choices('org') }
}

const searched = new WeakMap<ScoreboardRow, string>()

/** All names in a row. */
function textOf(row: ScoreboardRow): string {
  const known = searched.get(row)
  if (known !== undefined) return known
  const { pipeline } = row.expand
  const names = entityKindNames.flatMap((kind) => row.expand[kind].map(({ name }) => name))
  const text = plainText([pipeline?.name ?? '', pipeline?.expand.owner.name ?? '', ...names].join('\n'))
  searched.set(row, text)
  return text
}

/** The rows that match every filter and every word of its text. */
export function filterRows(rows: readonly ScoreboardRow[], filter: RowFilter): readonly ScoreboardRow[] {
  const words = plainText(filter.q).split(/\s+/).filter(Boolean)
  const facets = facetNames.filter((name) => filter[name] !== '')
  if (words.length === 0 && facets.length === 0 && filter.min_rate === 0 && filter.min_runs === 0) return rows
  return rows.filter(
    (row) =>
      row.success_rate >= filter.min_rate &&
      row.total_runs >= filter.min_runs &&
      facets.every((name) => valuesOf[name](row).some(({ value }) => value === filter[name])) &&
      (words.length === 0 || words.every((word) => textOf(row).includes(word))),
  )
}
