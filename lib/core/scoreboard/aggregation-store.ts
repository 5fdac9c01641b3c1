import type { EpochMillis } from '../shared/time/time'
import type { Contribution } from './merge'
import type { PipelineStatistics } from './z-statistics'

/** The input of a merge. Instants are RFC 3339. */
export interface MergePlan {
  /** Namespaces that did not answer the aggregation; `dropped`: their previous answers are too old to carry over. */
  readonly failed: readonly { readonly namespace: string; readonly since: string; readonly dropped: boolean }[]
  /** The first pipeline of every part. */
  readonly starts: readonly string[]
}

/** The answer of a namespace. */
export interface NamespaceAnswer {
  readonly namespace: string
  readonly at: EpochMillis
  readonly items: readonly PipelineStatistics[]
}

/** What the worker stores between the steps of an aggregation. Every method throws StoreUnavailable. */
export interface AggregationStore {
  /** Whether the scoreboard's rows were saved through the API. */
  isSavedByOthers(): Promise<boolean>
  begin(input: { readonly id: string; readonly workflowId: string; readonly at: EpochMillis }): Promise<number>
  /** Abandons an aggregation: anything that arrives for it later is not committed. */
  close(id: string): Promise<void>
  /** The response to its commit; `null` if it was not committed. */
  response(id: string): Promise<Readonly<Record<string, unknown>> | null>
  keepNamespaces(id: string, namespaces: readonly string[]): Promise<void>
  namespaces(query: { readonly id: string; readonly offset: number; readonly size: number }): Promise<string[]>
  /**
   * Stores answers of namespaces, each replacing the previous one, unless a newer aggregation has asked in the
   * meantime.
   */
  contribute(seq: number, answers: readonly NamespaceAnswer[]): Promise<void>
  noteFailure(input: { readonly namespace: string; readonly at: EpochMillis; readonly error: string }): Promise<void>
  prepareMerge(input: {
    readonly id: string
    readonly seq: number
    readonly at: EpochMillis
    readonly carriedBefore: EpochMillis
    /** Number of pipelines per part; more if there would be over 1000 parts. */
    readonly size: number
  }): Promise<MergePlan>
  /**
   * Contributions by pipeline and namespace, for pipelines from `from` up to but excluding `until` (`null`: to the
   * end).
   */
  contributions(from: string, until: string | null): AsyncIterable<readonly Contribution[]>
  /** Organisations whose namespace is not ready yet. */
  pendingNamespaces(): Promise<{ readonly id: string; readonly namespace: string }[]>
  /** `problem`: why it failed, in a sentence; '' for none. */
  markNamespace(id: string, state: 'ready' | 'failed', problem: string): Promise<void>
}
