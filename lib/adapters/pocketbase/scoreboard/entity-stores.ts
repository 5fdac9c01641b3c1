import { z } from 'zod'
import type {
  EntityStore,
  OrganizationStore,
  StoredEntity,
  StoredOrganization,
} from '@/lib/core/scoreboard/entities/entity-store'
import type { PocketBaseClient } from '../client/client'
import { act, keepLogo } from './scoreboard-actions'

const zInstant = z.string().transform((instant) => instant.replace(' ', 'T'))

const zEntity = z.looseObject({
  id: z.string(),
  organization: z.string(),
  name: z.string(),
  canonified_name: z.string(),
  path: z.string(),
  created: zInstant.optional(),
  updated: zInstant.optional(),
}) satisfies z.ZodType<StoredEntity>

const zEntities = z.object({ total: z.number(), entities: z.array(zEntity) })

const zOne = zEntity.extend({ revision: z.string() }).nullable()

const zCreated = z.union([
  z.object({ outcome: z.enum(['created', 'exists']), id: z.string(), path: z.string() }),
  z.object({ outcome: z.enum(['unknown_organization', 'unknown_parent', 'too_many']) }),
])

const zChanged = z.union([
  z.object({ outcome: z.literal('changed'), path: z.string(), same: z.boolean(), moved: z.string().optional() }),
  z.object({ outcome: z.literal('exists'), id: z.string(), path: z.string() }),
  z.object({ outcome: z.enum(['unknown', 'unknown_parent', 'stale']) }),
])

const zNamers = z.object({ pipelines: z.array(z.string()), executions: z.number() })

const zRemoved = z.union([
  z.object({ outcome: z.literal('removed'), path: z.string() }),
  z.object({ outcome: z.enum(['unknown', 'stale']) }),
  z.object({ outcome: z.literal('used'), used_by: zNamers.catchall(z.unknown()) }),
])

/** JSON is stored as text, so that its members keep their order. */
const columnsOf = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )

/** Stores what organisations own through the hooks in pb_hooks/scoreboard. */
export const createEntityStore = (client: PocketBaseClient): EntityStore => ({
  list: async ({ perPage, ...asked }) =>
    zEntities.parse(await act(client, 'list-entities', { ...asked, per_page: perPage })),
  read: async (at) => zOne.parse(await act(client, 'read-entity', at)),
  create: async ({ members, ...added }) =>
    zCreated.parse(await act(client, 'create-entity', { ...added, members: columnsOf(members) })),
  change: async (at, changes, revisions) =>
    zChanged.parse(await act(client, 'change-entity', { ...at, changes: columnsOf(changes), revisions })),
  keepLogo: ({ kind, id }, logo) => keepLogo(client, { collection: kind, id }, logo),
  remove: async (at, revisions) => zRemoved.parse(await act(client, 'remove-entity', { ...at, revisions })),
  namers: async (organization, path) => zNamers.parse(await act(client, 'namers', { organization, path })),
  candidates: async (names, viewer) =>
    z.array(z.array(z.string())).parse(await act(client, 'candidates', { names, viewer: viewer ?? '' })),
  choices: async (asked) =>
    z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))).parse(await act(client, 'choices', asked)),
})

const zOrganization = z.object({
  id: z.string(),
  name: z.string(),
  canonified_name: z.string(),
  description: z.string(),
  website: z.string(),
  logo: z.string(),
  namespace_state: z.enum(['pending', 'ready', 'failed']),
  namespace_problem: z.string(),
  created: zInstant,
  updated: zInstant,
}) satisfies z.ZodType<StoredOrganization>

const zOrganizations = z.object({ total: z.number(), organizations: z.array(zOrganization) })

const zAdded = z.union([
  z.object({ outcome: z.literal('created'), id: z.string() }),
  z.object({ outcome: z.enum(['exists', 'name_taken', 'too_many']) }),
])

const zDropped = z.union([
  z.object({ outcome: z.enum(['removed', 'unknown', 'stale']) }),
  z.object({
    outcome: z.literal('used'),
    used_by: z.object({ pipelines: z.array(z.string()), executions: z.boolean() }),
  }),
])

/** Stores organisations through the hooks in pb_hooks/scoreboard. */
export const createOrganizationStore = (client: PocketBaseClient): OrganizationStore => ({
  list: async ({ only, search, page, perPage }) =>
    zOrganizations.parse(
      await act(client, 'list-organizations', { only: only ?? '', search, page, per_page: perPage }),
    ),
  read: async (organization) =>
    zOrganization
      .extend({ revision: z.string() })
      .nullable()
      .parse(await act(client, 'read-organization', { organization })),
  async create(added) {
    const answer = zAdded.parse(await act(client, 'create-organization', added))
    return answer.outcome === 'created' ? { id: answer.id } : answer.outcome
  },
  change: async (organization, changes, revisions) =>
    z
      .object({ outcome: z.enum(['changed', 'unknown', 'name_taken', 'stale']) })
      .parse(await act(client, 'change-organization', { organization, changes, revisions })).outcome,
  remove: async (organization, revisions) =>
    zDropped.parse(await act(client, 'remove-organization', { organization, revisions })),
  noteNamespace: async (id, state, problem) => void (await act(client, 'note-namespace', { id, state, problem })),
})
