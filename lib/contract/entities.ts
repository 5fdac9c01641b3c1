import { z } from 'zod'
import { zEntityChanges, zNewEntity } from '@/lib/core/scoreboard/endpoints/entities'
import {
  organizationsPerPageMax,
  zNewOrganization,
  zOrganizationChanges,
} from '@/lib/core/scoreboard/endpoints/organizations'
import { entitiesPerPageMax, ownedKindNames } from '@/lib/core/scoreboard/entities/kinds'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { contractGroup } from './contract-entry'
import { refusals, unrecorded, withFiles } from './scoreboard'
import { error, json } from './z-common'

const zOrganization = z
  .object({
    id: z.string(),
    name: z.string(),
    canonified_name: z.string().meta({ description: 'The first part of its paths; never changes' }),
    namespace: z.string().meta({ description: 'The same: the name of its Temporal namespace' }),
    description: z.string(),
    website: z.string(),
    logo_url: z.url().nullable(),
    namespace_state: z.enum(['pending', 'ready', 'failed']).meta({
      description: 'Whether Temporal has the namespace. The next aggregation tries again what is not ready.',
    }),
    namespace_problem: z.string().meta({ description: 'Why it failed, in a sentence; may be empty' }),
    status_url: z.url().meta({ description: 'Where to look for namespace_state' }),
    created: z.iso.datetime(),
    updated: z.iso.datetime(),
  })
  .meta({ id: 'Organization' })

const zOrganizations = z
  .object({ page: z.int(), per_page: z.int(), total: z.int(), organizations: z.array(zOrganization) })
  .meta({ id: 'OrganizationList' })

const zNamers = z.object({
  pipelines: z.array(z.string()).meta({ description: 'Paths of pipelines whose definition names it, at most 20' }),
  executions: z.int().meta({ description: 'Runs that name it, counted up to 1000' }),
})

const zEntity = z
  .looseObject({
    id: z.string(),
    kind: z.enum(ownedKindNames),
    organization: z.string(),
    name: z.string(),
    canonified_name: z.string(),
    path: z.string().meta({ description: 'By which definitions and reports name it' }),
    published: z.boolean(),
    description: z.string().optional(),
    logo_url: z.url().nullable().meta({ description: 'Readable while the record is public' }),
    created: z.iso.datetime().optional(),
    updated: z.iso.datetime().optional(),
  })
  .meta({
    id: 'OwnedRecord',
    description: 'The members of its kind come too: the parent as a path, addresses, a type and the like',
  })

const zMovable = zEntity
  .extend({
    moved: z
      .object({ from: z.string(), still_named_by: zNamers })
      .optional()
      .meta({ description: 'Only where its path is another one now: what names the earlier path still' }),
  })
  .meta({ id: 'ChangedRecord' })

const zEntities = z
  .object({ page: z.int(), per_page: z.int(), total: z.int(), entities: z.array(zEntity) })
  .meta({ id: 'OwnedRecordList' })

const zDone = z.object({ success: z.literal(true), message: z.string() })

const operators = { ...unrecorded, extension: true, auth: 'admin' } as const
const reading = { ...unrecorded, extension: true, auth: 'organization', scope: 'any' } as const
const writing = { ...unrecorded, extension: true, auth: 'organization', scope: 'entities:write' } as const
const tag = { ETag: 'The version, for If-Match' }
const ifMatch = {
  'If-Match': {
    description:
      'The ETag of the version that was read: another one is refused with 412; absent, the last write counts',
    required: false,
  },
}
const paging = (max: number) => ({
  page: { description: 'Counts from 1', required: false, schema: z.int().min(1) },
  per_page: { description: 'Default 20', required: false, schema: z.int().min(1).max(max) },
  search: { description: 'Only those with this text in their name or path', required: false },
})
const logoWords = 'The part `logo` is a picture (PNG, JPEG, WebP; one of 1 MiB, 16384 pixels each way at most)'

/** Organisations, and what they own. */
export const entitiesContract = contractGroup({
  listOrganizations: {
    ...reading,
    method: 'GET',
    path: '/api/organizations',
    summary: 'The organisations, by their namespaces; with the key of an organisation, that one',
    query: paging(organizationsPerPageMax),
    replies: { 200: json(zOrganizations), 400: error, ...refusals },
  },
  createOrganization: {
    ...operators,
    method: 'POST',
    path: '/api/organizations',
    summary: 'Adds an organisation, and registers its namespace with Temporal',
    bodyBytesMax: bodyBytesMax.entity,
    request: withFiles(zNewOrganization, 'organization', logoWords),
    replyHeaders: {
      201: { ...tag, Location: 'The address of the organisation' },
      202: { ...tag, Location: 'The address of the organisation' },
    },
    replies: { 201: json(zOrganization), 202: json(zOrganization), 400: error, 409: error, 413: error, ...refusals },
    replyWords: {
      202: 'The organisation is there, and its namespace is not registered yet: status_url says when it is',
      409: 'The namespace or the name is taken, or no more organisations fit',
    },
  },
  getOrganization: {
    ...reading,
    method: 'GET',
    path: '/api/organizations/{org}',
    summary: 'An organisation, and how its namespace stands with Temporal',
    replyHeaders: { 200: tag },
    replies: { 200: json(zOrganization), 404: error, ...refusals },
  },
  patchOrganization: {
    ...writing,
    method: 'PATCH',
    path: '/api/organizations/{org}',
    summary: 'Changes an organisation',
    bodyBytesMax: bodyBytesMax.entity,
    request: withFiles(zOrganizationChanges, 'organization', logoWords),
    requestHeaders: ifMatch,
    replyHeaders: { 200: tag },
    replies: { 200: json(zOrganization), 400: error, 404: error, 409: error, 412: error, 413: error, ...refusals },
    replyWords: { 409: 'Another organisation is called so' },
  },
  deleteOrganization: {
    ...operators,
    method: 'DELETE',
    path: '/api/organizations/{org}',
    summary: 'Deletes an organisation that has neither pipelines nor runs, with what it owns',
    requestHeaders: ifMatch,
    replies: { 200: json(zDone), 404: error, 409: error, 412: error, ...refusals },
    replyWords: { 409: 'The organisation has pipelines or runs: used_by says which' },
  },
  listEntities: {
    ...reading,
    method: 'GET',
    path: '/api/organizations/{org}/{kind}',
    summary: `What an organisation has of a kind: ${ownedKindNames.join(', ')}`,
    query: {
      ...paging(entitiesPerPageMax),
      parent: { description: 'Only those that belong to the record with this path or id', required: false },
    },
    replies: { 200: json(zEntities), 400: error, 404: error, ...refusals },
  },
  createEntity: {
    ...writing,
    method: 'POST',
    path: '/api/organizations/{org}/{kind}',
    summary: 'Adds a record; its path is made from its name',
    bodyBytesMax: bodyBytesMax.entity,
    request: withFiles(zNewEntity, 'entity', logoWords),
    replyHeaders: { 201: { ...tag, Location: 'The address of the record' } },
    replies: { 201: json(zEntity), 400: error, 404: error, 409: error, 413: error, ...refusals },
    replyWords: { 409: 'Another record has the path (existing says which), or no more records fit' },
  },
  getEntity: {
    ...reading,
    method: 'GET',
    path: '/api/organizations/{org}/{kind}/{entity_id}',
    summary: 'A record of an organisation',
    replyHeaders: { 200: tag },
    replies: { 200: json(zEntity), 404: error, ...refusals },
  },
  patchEntity: {
    ...writing,
    method: 'PATCH',
    path: '/api/organizations/{org}/{kind}/{entity_id}',
    summary: 'Changes a record, moves it, publishes it or withdraws it',
    bodyBytesMax: bodyBytesMax.entity,
    request: withFiles(zEntityChanges, 'entity', logoWords),
    requestHeaders: ifMatch,
    replyHeaders: { 200: tag },
    replies: { 200: json(zMovable), 400: error, 404: error, 409: error, 412: error, 413: error, ...refusals },
    replyWords: { 409: 'Another record has the path: existing says which' },
  },
  deleteEntity: {
    ...writing,
    method: 'DELETE',
    path: '/api/organizations/{org}/{kind}/{entity_id}',
    summary: 'Deletes a record that nothing of its organisation uses',
    requestHeaders: ifMatch,
    replies: { 200: json(zDone), 404: error, 409: error, 412: error, ...refusals },
    replyWords: { 409: 'The record is used: used_by says by what' },
  },
})
