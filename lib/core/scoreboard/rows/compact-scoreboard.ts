/** Kinds of entities that rows refer to, in the order of a row's lists: cache relation → collection. */
export const entityKinds = {
  wallets: 'wallets',
  wallet_versions: 'wallet_versions',
  issuers: 'credential_issuers',
  credentials: 'credentials',
  verifiers: 'verifiers',
  use_case_verifications: 'use_cases_verifications',
  custom_integrations: 'custom_checks',
  mobile_runners: 'mobile_runners',
} as const
export type EntityKind = keyof typeof entityKinds
export const entityKindNames = Object.keys(entityKinds) as EntityKind[]

/** Builds a record with one value for each kind. */
export function byEntityKind<Value>(of: (kind: EntityKind, index: number) => Value): Record<EntityKind, Value> {
  return Object.fromEntries(entityKindNames.map((kind, index) => [kind, of(kind, index)])) as Record<EntityKind, Value>
}

/** `detail`: the type of a runner, the tag of a version; '' for others. `logo`: its address below the origin, '' for none. */
export type CompactEntity = readonly [name: string, path: string, detail: string, logo: string]
/** A check of the catalogue; only its path if it is not in the catalogue. */
export type CompactCheck = readonly [path: string, title: string, suite: string, url: string]
export type CompactOrganization = readonly [name: string, namespace: string, logo: string]
/** An execution with its screenshots and its start, in seconds since 1970. */
export type CompactEvidence = readonly [executionId: string, screenshots: readonly string[], at: number]
/** Indexes into the list of one kind. */
export type CompactList = readonly number[]

/** One row. Instants are seconds since 1970, 0 for none. `name` null: a private pipeline, whose instants are days. */
export type CompactRow = readonly [
  name: string | null,
  slug: string,
  organization: number,
  runs: number,
  successes: number,
  manual: number,
  scheduled: number,
  ci: number,
  minimumMillis: number | null,
  first: number,
  last: number,
  staleSince: number,
  externalVersion: 0 | 1,
  evidence: CompactEvidence | null,
  lists: readonly CompactList[],
  checkSet: number,
  canceled: number,
]

/**
 * All public rows in one document. Shared data occurs once, and rows refer to it by index. `check_sets` are lists of
 * indexes into `checks`, because many rows share the same ones.
 */
export interface CompactScoreboard {
  readonly v: 2
  /** The aggregation of the rows; '' before the first. */
  readonly aggregation: string
  /** RFC 3339, '' before the first. */
  readonly committed_at: string
  readonly organizations: readonly CompactOrganization[]
  readonly entities: Readonly<Record<EntityKind, readonly CompactEntity[]>>
  readonly checks: readonly CompactCheck[]
  readonly check_sets: readonly (readonly number[])[]
  readonly rows: readonly CompactRow[]
}
