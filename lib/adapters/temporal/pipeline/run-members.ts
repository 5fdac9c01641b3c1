import {
  definitionDigest,
  type Entities,
  entitiesOf,
  runnerPaths,
  testsOf,
} from '@/lib/core/scoreboard/pipelines/ledger-record'
import type { StoredPipeline } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import { readDefinitionAgain } from '@/lib/core/scoreboard/pipelines/read-definition'
import type { PipelineInput } from '@/lib/core/scoreboard/pipelines/run-types'
import type { Definition } from '@/lib/core/scoreboard/pipelines/z-definition'
import type { PipelineDeps } from './pipeline-deps'

/** A definition with its digest. */
interface ReadDefinition {
  readonly definition: Definition
  readonly sha256: string
}

/** Columns of a run besides its progress. */
export interface RunMembers {
  readonly runners: readonly string[]
  readonly runner_types: readonly string[]
  readonly entities: Entities
  readonly definition_sha256: string
}

export const membersOf = (
  { definition, sha256 }: ReadDefinition,
  input: PipelineInput,
  checks: readonly string[] = [],
): RunMembers => ({
  runners: [runnerPaths[definition.runner]],
  runner_types: [definition.runner],
  entities: entitiesOf(definition, input, checks),
  definition_sha256: sha256,
})

/** What the last write of a run knows of its definition. */
interface AtEnd {
  /** Digest of the definition that the run began with. */
  readonly started: string
  /** That definition; `null` if it has changed meanwhile. */
  readonly read: ReadDefinition | null
}

/** The definition of a run at its last write. `sha256`: its digest, if the run came so far. */
export function definitionAtEnd(
  { sha256: digestOf, catalogue }: Pick<PipelineDeps, 'sha256' | 'catalogue'>,
  pipeline: StoredPipeline,
  { input, sha256 }: { readonly input: PipelineInput; readonly sha256: string | null },
): AtEnd {
  const digest = definitionDigest(pipeline.definition, digestOf)
  const started = sha256 ?? input.definition_sha256 ?? digest
  const read = started === digest ? readDefinitionAgain(pipeline.definition, catalogue) : { problems: [] }
  return { started, read: 'definition' in read ? { definition: read.definition, sha256: digest } : null }
}

/** Like `membersOf`, for the last write. If the definition has changed meanwhile, the ledger's values are right. */
export async function lastMembers(
  store: PipelineDeps['store'],
  run: Parameters<PipelineDeps['store']['members']>[0],
  {
    input,
    atEnd: { started, read },
    checks,
  }: { readonly input: PipelineInput; readonly atEnd: AtEnd; readonly checks: readonly string[] },
): Promise<RunMembers> {
  if (read !== null) return membersOf(read, input, checks)
  const kept = await store.members(run)
  if (kept === null) return { runners: [], runner_types: [], entities: {}, definition_sha256: started }
  const { runner_ids: runners, runner_types, entities, definition_sha256 } = kept
  return { runners, runner_types, definition_sha256, entities: { ...entities, conformance_tests: testsOf(checks) } }
}
