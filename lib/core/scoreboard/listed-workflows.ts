import type { EndedRun } from './reconciliation'

/** A workflow as Temporal lists it. `closedAt` is '' while it runs; one that `continued` goes on as another run. */
export interface ListedWorkflow extends Omit<EndedRun, 'status'> {
  readonly status: EndedRun['status'] | 'running' | 'continued'
}

/** The newest workflows of a namespace, of any type, and whether there are more. */
export interface ListedWorkflows {
  readonly workflows: readonly ListedWorkflow[]
  readonly hasMore: boolean
}

/** What storage knows of workflows of a namespace. */
export interface Standing {
  /** Reconciliations have passed every end before this instant, RFC 3339; '' before the first. */
  readonly watermark: string
  /** By workflow: its status in the ledger ('' if it is not there), and whether its organisation has its pipeline. */
  readonly workflows: readonly { readonly status: string; readonly hasPipeline: boolean }[]
}
