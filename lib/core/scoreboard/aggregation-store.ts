import type { EpochMillis } from '../ground/time/time'
import type { Contribution } from './merge-stream'
import type { PipelineStatistics } from './z-statistics'

/** What is to be merged. Instants are RFC 3339. */
export interface MergePlan {
  /** Namespaces that gave the aggregation no answer; `dropped`: their older answers are too old to be carried. */
  readonly failed: readonly { readonly namespace: string; readonly since: string; readonly dropped: boolean }[]
  /** The first pipeline of every part. */
  readonly starts: readonly string[]
}

/** What a namespace said. */
export interface NamespaceAnswer {
  readonly namespace: string
  readonly at: EpochMillis
  readonly items: readonly PipelineStatistics[]
}

/** What the worker keeps between the steps of an aggregation. Every method throws StoreUnavailable. */
export interface AggregationStore {
  begin(input: { readonly id: string; readonly workflowId: string; readonly at: EpochMillis }): Promise<number>
  /** Gives an aggregation up: nothing that comes for it later is committed. */
  close(id: string): Promise<void>
  /** What its commit was answered with, `null` when it has not been committed. */
  response(id: string): Promise<Readonly<Record<string, unknown>> | null>
  keepNamespaces(id: string, namespaces: readonly string[]): Promise<void>
  namespaces(query: { readonly id: string; readonly offset: number; readonly size: number }): Promise<string[]>
  /** Keeps answers of namespaces, each whole in place of its last one, unless a newer aggregation asked meanwhile. */
  contribute(seq: number, answers: readonly NamespaceAnswer[]): Promise<void>
  noteFailure(input: { readonly namespace: string; readonly at: EpochMillis; readonly error: string }): Promise<void>
  prepareMerge(input: {
    readonly id: string
    readonly seq: number
    readonly at: EpochMillis
    readonly carriedBefore: EpochMillis
    /** Pipelines of a part, unless that made more than 1000 parts. */
    readonly size: number
  }): Promise<MergePlan>
  /** Contributions by pipeline and namespace: those of pipelines from `from` to before `until` (`null`: to the end). */
  contributions(from: string, until: string | null): AsyncIterable<readonly Contribution[]>
  /** Organisations whose namespace is not ready yet. */
  pendingNamespaces(): Promise<{ readonly id: string; readonly namespace: string }[]>
  markNamespace(id: string, state: 'ready' | 'failed'): Promise<void>
}
