import 'server-only'
import { headers } from 'next/headers'
import type { WrittenPipeline } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import { nextRunAt } from '@/lib/core/scoreboard/pipelines/schedules'
import type { DefinitionProblem } from '@/lib/core/scoreboard/pipelines/z-definition'
import { toIso } from '@/lib/core/shared/time/time'
import { container } from '@/lib/server/container'
import type { OperatorDraft } from '@/lib/server/guard/operator-drafts'
import type { OperatorSession } from '@/lib/server/guard/operator-sessions'
import { shared } from '@/lib/server/pages/shared'
import { operatorSession } from './operator'
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

/** An operator who has entered the admin key, and what one is typing. */
export type PageOperator = OperatorSession
export type KeptDraft = OperatorDraft

/** The session of the operator who asks for a page; `null` for everybody else. */
export const pageOperator = async (): Promise<OperatorSession | null> => operatorSession(await headers())

/** A page of all pipelines, for who has entered the admin key; callers have asked for `pageOperator`. Throws StoreUnavailable. */
export async function organizationPipelines(asked: string): Promise<OrganizationPipelines> {
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const { pipelines, catalogue, store, entities } = container().ports.scoreboard
  const [found, organizations] = await inTime(
    Promise.all([pipelines.written({ organization: null, page, perPage }), pipelines.organizations()]),
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
  id: string,
): Promise<(PipelineOfOrganization & { readonly revision: string }) | null> {
  const { pipelines, catalogue, store, entities } = container().ports.scoreboard
  const pipeline = await inTime(pipelines.writtenOne(id))
  if (pipeline === null) return null
  const reading = await inTime(shared().readDefinition(pipeline.definition, { catalogue, store, entities }))
  return { ...withProblems(pipeline, 'definition' in reading ? [] : reading.problems), revision: pipeline.revision }
}

/** The revision that a pipeline has at the moment; `null` if there is none. As above. */
export const revisionNow = async (id: string): Promise<string | null> =>
  (await inTime(container().ports.scoreboard.pipelines.writtenOne(id)))?.revision ?? null

/** Every organisation. As above. */
export const everyOrganization = (): Promise<readonly Organization[]> =>
  inTime(container().ports.scoreboard.pipelines.organizations())

/** Ids of the campaigns that steps can name. */
export const campaignIds = (): readonly string[] => [...container().ports.scoreboard.catalogue.campaigns]

/** What an operator is typing; `null` if it is not kept any more. `subject`: the id of a pipeline, or that of its schedule. */
export const keptDraft = (session: OperatorSession, id: string, subject: string): OperatorDraft | null =>
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
