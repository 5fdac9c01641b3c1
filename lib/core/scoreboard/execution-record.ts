import type { EntityMember } from './z-statistics'

/** An execution for the ledger. Instants are keys; the pipeline is named by its path. */
export interface ExecutionRecord {
  readonly namespace: string
  readonly pipeline: string
  readonly workflow_id: string
  readonly run_id: string
  readonly status: 'running' | 'completed' | 'failed' | 'timed_out' | 'canceled' | 'terminated'
  readonly type: 'manual' | 'scheduled' | 'CI'
  readonly started_at: string
  readonly closed_at: string
  readonly duration_ms: number
  readonly runner_ids: readonly string[]
  readonly runner_types: readonly string[]
  readonly entities: Readonly<Partial<Record<EntityMember, readonly string[]>>>
  readonly definition_sha256: string
  readonly steps: unknown
  readonly ci_run_url: string
  readonly infra: boolean
  readonly reason: string
  readonly campaign_id: string
  readonly evidence_url: string
}
