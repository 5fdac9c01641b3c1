import 'server-only'
import { headers } from 'next/headers'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import type { Asking } from '@/lib/core/scoreboard/asking'
import { narrowedEntities, narrowedLedger, narrowedPipelines } from '@/lib/core/scoreboard/pipelines/narrowed-ports'
import type { WrittenPipeline } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import { nextRunAt } from '@/lib/core/scoreboard/pipelines/schedules'
import type { DefinitionProblem } from '@/lib/core/scoreboard/pipelines/z-definition'
import { toIso } from '@/lib/core/shared/time/time'
import { container } from '@/lib/server/container'
import type { OperatorDraft } from '@/lib/server/guard/operator-drafts'
import { shared } from '@/lib/server/pages/shared'
import { type PageSession, pageSession } from './page-session'
import { inTime } from './storage-away'

/** Pipelines on one page of the list. */
const perPage = 20

/** An organisation that a pipeline can belong to. */
export interface Organization {
  readonly name: string
  readonly canonified_name: string
}

/** A pipeline with what is wrong with its definition, and when it runs next (RFC 3339; `null` if it does not by itself). */
export interface PipelineOfOrganization extends WrittenPipeline {
  readonly problems: readonly DefinitionProblem[]
  readonly nextRunAt: string | null
}

/** A page of the list of pipelines. */
export interface OrganizationPipelines {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly pipelines: readonly PipelineOfOrganization[]
  readonly organizations: readonly Organization[]
}

/** Who has entered a key, and what they are typing. */
export type PageOperator = PageSession
export type KeptDraft = OperatorDraft

/** The session of who asks for a page and has signed in; `null` for everybody else. Throws StoreUnavailable. */
export const pageOperator = async (): Promise<PageSession | null> => pageSession(await headers())

/** What belongs to who asks. */
function portsOf(by: Asking) {
  const { pipelines, catalogue, store, entities } = container().ports.scoreboard
  return {
    catalogue,
    pipelines: narrowedPipelines(pipelines, by),
    store: narrowedLedger(store, by),
    entities: narrowedEntities(entities, by),
  }
}

/**
 * A page of the pipelines of who has signed in; the operator sees all, or those of one `organization`. Callers have asked
 * for `pageOperator`. Throws StoreUnavailable.
 */
export async function organizationPipelines(
  by: Asking,
  asked: string,
  organization: string | null = null,
): Promise<OrganizationPipelines> {
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const { pipelines, catalogue, store, entities } = portsOf(by)
  const [found, organizations] = await inTime(
    Promise.all([pipelines.written({ organization, page, perPage }), pipelines.organizations()]),
  )
  const definitions = found.pipelines.map(({ definition }) => definition)
  const readings = await inTime(shared().readDefinitions(definitions, { catalogue, store, entities }))
  return {
    page,
    pages: Math.max(1, Math.ceil(found.total / perPage)),
    total: found.total,
    pipelines: found.pipelines.map((pipeline, index) => {
      const reading = readings[index]
      return withProblems(pipeline, reading === undefined || 'definition' in reading ? [] : reading.problems)
    }),
    organizations,
  }
}

/** A pipeline with its revision; `null` if there is none. As above. */
export async function organizationPipeline(
  by: Asking,
  id: string,
): Promise<(PipelineOfOrganization & { readonly revision: string }) | null> {
  const { pipelines, catalogue, store, entities } = portsOf(by)
  const pipeline = await inTime(pipelines.writtenOne(id))
  if (pipeline === null) return null
  const reading = await inTime(shared().readDefinition(pipeline.definition, { catalogue, store, entities }))
  return { ...withProblems(pipeline, 'definition' in reading ? [] : reading.problems), revision: pipeline.revision }
}

/** The revision that a pipeline has at the moment; `null` if there is none. As above. */
export const revisionNow = async (by: Asking, id: string): Promise<string | null> =>
  (await inTime(portsOf(by).pipelines.writtenOne(id)))?.revision ?? null

/** The namespace of the organisation of a pipeline; `null` if there is none. As above. */
export const organizationOf = async (by: Asking, id: string): Promise<string | null> =>
  (await inTime(portsOf(by).pipelines.writtenOne(id)))?.organization ?? null

/** Every organisation that this reader may add pipelines to. As above. */
export const everyOrganization = (by: Asking): Promise<readonly Organization[]> =>
  inTime(portsOf(by).pipelines.organizations())

/** Kinds of records that definitions name, and how many of each the form offers. */
const pickedKinds = ['wallets', 'wallet_versions', 'credentials', 'use_cases_verifications', 'custom_checks'] as const
const pickedMax = 300

/** Records that a definition may name, by kind: path and name. */
export type PickableRecords = Readonly<
  Partial<Record<(typeof pickedKinds)[number], readonly (readonly [path: string, name: string])[]>>
>

/** What definitions of an organisation may name: its own records first, then public ones of others. As above. */
export const pickableRecords = (organization: string): Promise<PickableRecords> =>
  inTime(container().ports.scoreboard.entities.choices({ kinds: pickedKinds, viewer: organization, most: pickedMax }))

/** What the steps of a definition can name besides records, by ids. */
export interface PipelineChoices {
  readonly campaigns: readonly string[]
  readonly presets: readonly string[]
  /** Issuers of the service, each with the credentials that it has. */
  readonly issuers: readonly (readonly [issuer: string, credentials: readonly string[]])[]
}

export function pipelineChoices(): PipelineChoices {
  const { campaigns, presets } = container().ports.scoreboard.catalogue
  return {
    campaigns: [...campaigns],
    presets: [...presets],
    issuers: issuerConfigurations.map(({ id, credentialConfigurations }) => [
      id,
      credentialConfigurations.map((one) => one.id),
    ]),
  }
}

/** What an operator is typing; `null` if it is not kept any more. `subject`: the id of a pipeline, or that of its schedule. */
export const keptDraft = (session: PageSession, id: string, subject: string): OperatorDraft | null =>
  container().operatorDrafts.find(session, id, subject)

function withProblems<Pipeline extends WrittenPipeline>(pipeline: Pipeline, problems: readonly DefinitionProblem[]) {
  const next = pipeline.schedule === null ? null : nextRunAt(pipeline.schedule, container().ports.now())
  return {
    ...pipeline,
    definition: shared().withPlaceholders(pipeline.definition),
    // One without a definition is not wrong: others report its executions.
    problems: pipeline.definition === null ? [] : problems,
    nextRunAt: next === null ? null : toIso(next),
  }
}

/** What the form of a new pipeline is about, and that of the schedule of one: no id looks like these. */
export const newPipelineSubject = 'new'
export const scheduleSubject = (id: string): string => `schedule of ${id}`
