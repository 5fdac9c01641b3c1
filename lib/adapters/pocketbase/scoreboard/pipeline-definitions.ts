import { z } from 'zod'
import type { PipelineChanges, PipelineDefinitions } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import type { PocketBaseClient } from '../client/client'
import { act } from './scoreboard-actions'

const zWritten = z.object({
  id: z.string(),
  path: z.string(),
  organization: z.string(),
  organization_name: z.string(),
  ready: z.boolean(),
  name: z.string(),
  canonified_name: z.string(),
  description: z.string(),
  published: z.boolean(),
  evidence_public: z.boolean(),
  definition: z.unknown(),
  updated: z.string().transform((instant) => instant.replace(' ', 'T')),
  schedule: z
    .object({ every_seconds: z.number(), daily_at: z.string(), paused: z.boolean() })
    .transform(({ every_seconds, daily_at, paused }) => ({
      every_seconds: every_seconds === 0 ? null : every_seconds,
      daily_at: daily_at === '' ? null : daily_at,
      paused,
    }))
    .nullable(),
  last_run: z
    .object({
      execution_id: z.string(),
      status: z.string(),
      type: z.string(),
      started_at: z.string(),
      closed_at: z.string(),
    })
    .nullable(),
})
const zPage = z.object({ total: z.number(), pipelines: z.array(zWritten) })
const zOne = zWritten.extend({ revision: z.string() }).nullable()
const zOrganizations = z.array(z.object({ name: z.string(), canonified_name: z.string() }))
const zCreated = z.union([
  z.object({ outcome: z.literal('created'), id: z.string() }),
  z.object({ outcome: z.enum(['unknown_organization', 'exists']) }),
])
const zChanged = z.object({ outcome: z.enum(['changed', 'same', 'unknown', 'stale', 'published']) })
const zRemoved = z.object({ outcome: z.enum(['removed', 'unknown', 'stale', 'ran']) })

/** The members as columns: a definition is text there, so that its members keep their order. */
const columnsOf = ({ definition, ...members }: PipelineChanges) => ({
  ...members,
  ...(definition === undefined ? {} : { definition: JSON.stringify(definition) }),
})

/** Writes pipelines through the hooks in pb_hooks/scoreboard. */
export function createPipelineDefinitions(client: PocketBaseClient): PipelineDefinitions {
  return {
    written: async ({ organization, page, perPage }) =>
      zPage.parse(await act(client, 'list-pipelines', { organization: organization ?? '', page, per_page: perPage })),
    writtenOne: async (id) => zOne.parse(await act(client, 'read-pipeline', { id })),
    organizations: async () => zOrganizations.parse(await act(client, 'organizations', {})),
    async create({ organization, canonified_name, ...members }) {
      const columns = { organization, canonified_name, ...columnsOf(members) }
      const answer = zCreated.parse(await act(client, 'create-pipeline', columns))
      return answer.outcome === 'created' ? { id: answer.id } : answer.outcome
    },
    change: async (id, changes, revisions) =>
      zChanged.parse(await act(client, 'change-pipeline', { id, changes: columnsOf(changes), revisions })).outcome,
    sealDefinition: async (id, revision, definition) =>
      z
        .object({ sealed: z.boolean() })
        .parse(await act(client, 'seal-definition', { id, revision, definition: JSON.stringify(definition) })).sealed,
    forgetReplaced: async () =>
      z.object({ forgotten: z.boolean() }).parse(await act(client, 'forget-replaced', {})).forgotten,
    remove: async (id, revisions, { dry } = { dry: false }) =>
      zRemoved.parse(await act(client, 'remove-pipeline', { id, revisions, dry })).outcome,
  }
}
