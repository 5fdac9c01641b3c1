import type { PipelineSchedule } from './pipeline-schedule'

/** A pipeline as who writes it sees it. */
export interface WrittenPipeline {
  readonly id: string
  /** The name of its organisation, and its own. */
  readonly path: string
  /** The name of the organisation's namespace. */
  readonly organization: string
  readonly organization_name: string
  /** Whether that namespace is registered with Temporal. */
  readonly ready: boolean
  readonly name: string
  /** The last part of its path. */
  readonly canonified_name: string
  readonly description: string
  readonly published: boolean
  readonly evidence_public: boolean
  /** As it was saved; nothing says that it is right. `null` for none: its runs are reported by others. */
  readonly definition: unknown
  /** RFC 3339 */
  readonly updated: string
  readonly schedule: PipelineSchedule | null
  /** Its newest execution; `null` if it never ran. Instants are keys, '' for none. */
  readonly last_run: {
    readonly execution_id: string
    readonly status: string
    readonly type: string
    readonly started_at: string
    readonly closed_at: string
  } | null
}

/** A pipeline to add. */
export interface NewPipeline {
  readonly organization: string
  readonly canonified_name: string
  readonly name: string
  readonly description: string
  readonly definition: unknown
  readonly published: boolean
  readonly evidence_public: boolean
}

/** What may change of a pipeline. Its path never does: badges, links and searches in Temporal hold it. */
export type PipelineChanges = {
  readonly [Name in Exclude<keyof NewPipeline, 'organization' | 'canonified_name'>]?: NewPipeline[Name] | undefined
}

/** Revisions that a pipeline must have one of, for a change to be made; `null`: any. */
export type AllowedRevisions = readonly string[] | null

/** Writing pipelines. Every method throws StoreUnavailable. */
export interface PipelineDefinitions {
  /** A page of the pipelines of all organisations, or of one, by their paths. `page` counts from 1. */
  written(asked: {
    readonly organization: string | null
    readonly page: number
    readonly perPage: number
  }): Promise<{ readonly total: number; readonly pipelines: readonly WrittenPipeline[] }>
  /** One with its revision, a digest of all that can be written; `null` if there is none. */
  writtenOne(id: string): Promise<(WrittenPipeline & { readonly revision: string }) | null>
  /** Every organisation, by the name of its namespace. */
  organizations(): Promise<readonly { readonly name: string; readonly canonified_name: string }[]>
  create(pipeline: NewPipeline): Promise<{ readonly id: string } | 'unknown_organization' | 'exists'>
  /**
   * Changes a pipeline at once or not at all. `same`: it was so before, whatever its revision. `published`: its definition cannot
   * change.
   */
  change(
    id: string,
    changes: PipelineChanges,
    revisions: AllowedRevisions,
  ): Promise<'changed' | 'same' | 'unknown' | 'stale' | 'published'>
  /** Puts the sealed form in the place of a definition that has this revision; false for one that was changed meanwhile. */
  sealDefinition(id: string, revision: string, definition: unknown): Promise<boolean>
  /** Leaves nothing in the files of storage of what was sealed, now or before; false where that is to be tried again. */
  forgetReplaced(): Promise<boolean>
  /** Removes one that never ran. `dry` only says what would come of it. */
  remove(
    id: string,
    revisions: AllowedRevisions,
    how?: { readonly dry: boolean },
  ): Promise<'removed' | 'unknown' | 'stale' | 'ran'>
}
