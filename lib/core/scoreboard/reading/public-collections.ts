/**
 * What a member holds, which decides how a visitor may compare it. `other`: readable, but neither comparable nor
 * sortable.
 */
export type MemberKind = 'id' | 'text' | 'time' | 'number' | 'flag' | 'other'

/** A public collection and what visitors may query. Its rule decides which records they get. */
export interface PublicCollection {
  readonly members: Readonly<Record<string, MemberKind>>
  /** To-one relations → collection. */
  readonly one: Readonly<Record<string, string>>
  /** To-many relations → collection. PocketBase's rules do not protect comparisons over these. */
  readonly many: Readonly<Record<string, string>>
  /**
   * Members of related records that may be compared, only over relations whose record is public whenever this one is:
   * otherwise the answer would reveal something about a private record.
   */
  readonly through: readonly string[]
  /** Member that holds names → relation to their records. `expand` accepts either name. */
  readonly names?: Readonly<Record<string, string>>
}

const every = { id: 'id', created: 'time', updated: 'time' } as const
const named = {
  ...every,
  name: 'text',
  canonified_name: 'text',
  path: 'text',
  published: 'flag',
  description: 'other',
} as const
const entity = { ...named, logo: 'other' } as const
const owned = { one: { owner: 'organizations' }, many: {}, through: ['owner.name', 'owner.canonified_name'] } as const
const partOf = (relation: string, collection: string) => ({
  one: { [relation]: collection },
  many: {},
  through: ['name', 'canonified_name', 'path'].map((member) => `${relation}.${member}`),
})

const collections: Readonly<Record<string, PublicCollection>> = {
  pipeline_scoreboard_cache: {
    members: {
      ...every,
      total_runs: 'number',
      total_successes: 'number',
      success_rate: 'number',
      manually_executed_runs: 'number',
      scheduled_runs: 'number',
      CI_runs: 'number',
      canceled_runs: 'number',
      minimum_running_time: 'other',
      minimum_running_time_ms: 'number',
      first_execution: 'time',
      last_execution_date: 'time',
      conformance_checks: 'other',
      runner_types: 'other',
      external_wallet_version: 'flag',
      namespaces_count: 'number',
      stale_since: 'time',
      aggregation: 'id',
      anonymous: 'flag',
    },
    one: { pipeline: 'pipelines', latest_successful_execution: 'pipeline_results' },
    many: {
      wallets: 'wallets',
      wallet_versions: 'wallet_versions',
      wallet_actions: 'wallet_actions',
      issuers: 'credential_issuers',
      credentials: 'credentials',
      verifiers: 'verifiers',
      use_case_verifications: 'use_cases_verifications',
      custom_integrations: 'custom_checks',
      mobile_runners: 'mobile_runners',
      conformance_check_refs: 'conformance_checks',
    },
    through: [
      'pipeline.name',
      'pipeline.canonified_name',
      'pipeline.path',
      'pipeline.owner',
      'latest_successful_execution.created',
    ],
    names: { conformance_checks: 'conformance_check_refs' },
  },
  wallet_capabilities_cache: {
    members: {
      id: 'id',
      capabilities: 'other',
      last_runs: 'other',
      runs: 'number',
      last_execution_date: 'time',
    },
    one: { wallet: 'wallets', version: 'wallet_versions' },
    many: {},
    through: ['wallet.name', 'wallet.path'],
  },
  scoreboard_state: {
    members: {
      id: 'id',
      committed_aggregation: 'id',
      committed_at: 'time',
      rows_count: 'number',
      visibility_epoch: 'number',
    },
    one: {},
    many: {},
    through: [],
  },
  pipelines: {
    members: { ...named, definition: 'other', scoreboard_visibility: 'other', manual: 'flag', evidence_public: 'flag' },
    ...owned,
  },
  pipeline_results: {
    members: {
      ...every,
      namespace: 'text',
      workflow_id: 'id',
      run_id: 'id',
      status: 'text',
      type: 'text',
      started_at: 'time',
      closed_at: 'time',
      duration_ms: 'number',
      runner_types: 'other',
      infra: 'flag',
      reason: 'other',
      steps: 'other',
      ci_run_url: 'other',
      screenshots: 'other',
      videos: 'other',
      logs: 'other',
      report: 'other',
    },
    one: { owner: 'organizations', pipeline: 'pipelines' },
    many: {},
    through: ['pipeline.name', 'pipeline.canonified_name', 'pipeline.path'],
  },
  organizations: {
    members: {
      ...every,
      name: 'text',
      canonified_name: 'text',
      description: 'other',
      logo: 'other',
      website: 'other',
      namespace_state: 'other',
    },
    one: {},
    many: {},
    through: [],
  },
  wallets: { members: { ...entity, home_url: 'other', playstore_url: 'other', appstore_url: 'other' }, ...owned },
  wallet_versions: { members: { ...entity, tag: 'text' }, ...partOf('wallet', 'wallets') },
  wallet_actions: { members: { ...entity, category: 'text' }, ...partOf('wallet', 'wallets') },
  credential_issuers: { members: { ...entity, url: 'other' }, ...owned },
  credentials: {
    members: { ...entity, format: 'text', display_name: 'text', credential_configuration_id: 'text' },
    ...partOf('credential_issuer', 'credential_issuers'),
  },
  verifiers: { members: { ...entity, url: 'other' }, ...owned },
  use_cases_verifications: { members: { ...entity, dcql: 'other' }, ...partOf('verifier', 'verifiers') },
  conformance_checks: {
    members: {
      id: 'id',
      canonified_name: 'other',
      path: 'text',
      title: 'text',
      suite_title: 'text',
      url: 'other',
      source: 'text',
    },
    one: { owner: 'organizations' },
    many: {},
    through: [],
  },
  custom_checks: { members: { ...entity, homepage: 'other', repository: 'other' }, ...owned },
  mobile_runners: { members: { ...entity, type: 'text', online: 'flag', last_heartbeat_at: 'time' }, ...owned },
}

/** The names of all public collections. */
export const publicCollectionNames: readonly string[] = Object.keys(collections)

/** The public collection with this name; `null` for any other. */
export const publicCollection = (name: string): PublicCollection | null =>
  Object.hasOwn(collections, name) ? (collections[name] ?? null) : null

/** Every comparable and sortable name with its kind: members, to-one relations, and members through these. */
export function comparableMembers(collection: PublicCollection): ReadonlyMap<string, MemberKind> {
  const found = new Map<string, MemberKind>()
  for (const [name, kind] of Object.entries(collection.members)) if (kind !== 'other') found.set(name, kind)
  for (const name of Object.keys(collection.one)) found.set(name, 'id')
  for (const path of collection.through) {
    const kind = kindThrough(collection, path)
    if (kind !== 'other') found.set(path, kind)
  }
  return found
}

function kindThrough(collection: PublicCollection, path: string): MemberKind {
  const [relation = '', member = ''] = path.split('.')
  const target = publicCollection(collection.one[relation] ?? '')
  if (target !== null && Object.hasOwn(target.one, member)) return 'id'
  return target?.members[member] ?? 'other'
}
