import type { EpochMillis } from '../shared/time/time'
import type { KeptFiles } from './artifacts/artifact-address'
import type { ArtifactFile, ArtifactNames } from './artifacts/artifact-members'
import type { ExecutionRecord } from './execution-record'
import type { Standing } from './listed-workflows'
import type { RunName } from './pipelines/pipeline-runner'
import type { NamedPipeline } from './reconciliation'
import type { NamedInRows } from './rows/cache-response'
import type { LedgerGroup } from './statistics'

/** Maximum number of names, pipelines and warnings in a response. */
export const reportedMax = 1000

/** Names to look up: paths by collection, pipeline ids, and executions with the pipeline that they must belong to. */
export interface NameRequest {
  readonly paths: Readonly<Record<string, readonly string[]>>
  readonly pipelines: readonly string[]
  readonly results: readonly (readonly [pipelineId: string, workflowId: string, runId: string])[]
  /** Only paths of public records, and those of the organisation with this namespace; absent: all. */
  readonly visibleTo?: string
}

/** The records found. The key of a result is its pipeline id, workflow id and run id, separated by spaces. */
export interface ResolvedNames {
  readonly paths: Readonly<Record<string, ReadonlyMap<string, string>>>
  /** Name of a conformance check → id of the organisation whose name is its first part. */
  readonly claimed: ReadonlyMap<string, string>
  /** Pipeline id → the organisation that owns it. */
  readonly pipelines: ReadonlyMap<string, KeptFiles['organization']>
  /** Ids of pipelines whose public row shows their name. */
  readonly named: ReadonlySet<string>
  readonly results: ReadonlyMap<string, NonNullable<KeptFiles['execution']>>
}

/** A row of the cache, by column. */
export type StagedRow = Readonly<Record<string, unknown>> & { readonly pipeline: string }

/** A name in a row that the catalogue does not have. */
export interface UnresolvedName {
  readonly pipeline_id: string
  readonly field: string
  readonly name: string
}

/** The result of one part of an aggregation, kept until its commit is answered. */
export interface PartReport {
  readonly rows: number
  readonly skipped: number
  readonly unresolved: readonly UnresolvedName[]
  /** Statistics of pipelines that do not exist. */
  readonly orphans: readonly unknown[]
  readonly warnings: readonly string[]
}

export interface Aggregation {
  readonly id: string
  /** Sequence number of its start. */
  readonly seq: number
  readonly state: 'open' | 'staging' | 'committed' | 'rejected' | 'failed'
  /** 0 until a part has arrived. */
  readonly partsTotal: number
  /** The parts that have arrived, each with a digest of its content. */
  readonly parts: ReadonlyMap<number, string>
  /** The response to the commit; `null` before it. */
  readonly response: Readonly<Record<string, unknown>> | null
}

/** An aggregation as shown to an operator. Instants are RFC 3339, '' for none. */
export interface AggregationRun {
  readonly id: string
  readonly state: Aggregation['state']
  readonly source: 'workflow' | 'api'
  readonly startedAt: string
  readonly committedAt: string
  /** True if there was no namespace to query: the run ended without saving, and nothing went wrong. */
  readonly nobodyToAsk: boolean
  /** Namespaces that did not answer. */
  readonly failedNamespaces: readonly string[]
  /** Namespaces whose previous response was used instead, each with its age. */
  readonly carried: readonly { readonly namespace: string; readonly since: string }[]
  readonly rows: number
  readonly unresolved: readonly UnresolvedName[]
  /** Ids of pipelines that do not exist. */
  readonly orphans: readonly string[]
}

type CommitResult =
  | { readonly status: 'committed' | 'replayed'; readonly response: Readonly<Record<string, unknown>> }
  /** A newer aggregation was committed first. */
  | { readonly status: 'stale' }
  | { readonly status: 'empty' }

/** Storage of the scoreboard. Every method throws StoreUnavailable if storage does not answer. */
export interface ScoreboardStore {
  /** Names of organisations whose namespace is ready, sorted. */
  readyNamespaces(): Promise<string[]>
  /** What storage knows of workflows of a namespace, in their order; `null` if no organisation has the namespace. */
  standing(namespace: string, workflows: readonly (RunName & NamedPipeline)[]): Promise<Standing | null>
  /** The counted executions of one namespace; `null` if there is no such organisation. */
  statistics(namespace: string, withDetails: boolean): Promise<LedgerGroup[] | null>
  execution(query: {
    readonly namespace: string
    readonly workflowId: string
    readonly runId: string
  }): Promise<Readonly<Record<string, unknown>> | null>
  /**
   * Writes an execution. An ended one is not set back to running, and with `onlyNew` no existing one changes.
   * `unknown`: the member with an unknown name.
   */
  recordExecution(
    execution: ExecutionRecord & { readonly onlyNew?: true },
  ): Promise<(KeptFiles & { readonly pipeline_id: string }) | { readonly unknown: string }>
  /** Stores files with an execution; they replace the previous files of the same member. */
  keepArtifacts(executionId: string, files: readonly ArtifactFile[]): Promise<ArtifactNames>
  keepLogo(organizationId: string, logo: { readonly name: string; readonly bytes: Uint8Array }): Promise<void>
  /** Changes whenever the public rows, or anything they show, may have changed. */
  revision(): Promise<string>
  /** What the public rows show of pipelines and of their latest successes, as anybody may read it. */
  namedInRows(): Promise<NamedInRows>
  /** The newest aggregations, the newest first. */
  runs(count: number): Promise<readonly AggregationRun[]>
  aggregation(id: string): Promise<Aggregation | null>
  /** Registers an aggregation and assigns its number; returns the existing one for a known id. */
  begin(input: {
    readonly id: string
    readonly source: 'workflow' | 'api'
    readonly workflowId: string
    readonly runId: string
    readonly at: EpochMillis
  }): Promise<Aggregation>
  resolve(names: NameRequest): Promise<ResolvedNames>
  /** Stages the rows of a part, replacing what was sent for the same part before. */
  stagePart(input: {
    readonly id: string
    readonly index: number
    readonly total: number
    readonly rows: readonly StagedRow[]
    readonly digest: string
    readonly report: PartReport
  }): Promise<Aggregation | { readonly duplicates: readonly string[] }>
  /** The result of each part. */
  reports(id: string): Promise<PartReport[]>
  /**
   * Replaces the public rows by the staged ones in one transaction. `at`: its instant; the history uses its UTC day.
   */
  commit(input: {
    readonly id: string
    readonly at: EpochMillis
    readonly response: Readonly<Record<string, unknown>>
    readonly allowEmpty: boolean
    readonly failedNamespaces: readonly string[]
    readonly carried: readonly unknown[]
  }): Promise<CommitResult>
}
