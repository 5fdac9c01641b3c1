import { z } from 'zod'
import { zNewKey } from '@/lib/core/scoreboard/endpoints/key-endpoints'
import { auditActions, auditDays, keyBounds, keyScopes } from '@/lib/core/scoreboard/organization-keys'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { contractGroup } from './contract-entry'
import { refusals, unrecorded } from './scoreboard'
import { error, json } from './z-common'

const zKeyMembers = z.object({
  id: z.string(),
  organization: z.string().meta({ description: 'The namespace of its organisation' }),
  name: z.string(),
  prefix: z.string().meta({ description: 'The eight characters after wck_, by which it is known' }),
  scopes: z.array(z.enum(keyScopes)),
  state: z.enum(['valid', 'revoked', 'expired']),
  created_at: z.iso.datetime(),
  created_by: z.string().meta({ description: '`operator`, or `key` and the prefix of the key that made it' }),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().meta({ description: 'Noted once an hour at most' }),
  revoked_at: z.iso.datetime().nullable(),
})
const zKey = zKeyMembers.meta({ id: 'OrganizationKey' })
const zMade = zKeyMembers
  .extend({ key: z.string().meta({ description: 'The key itself, which no other response shows' }) })
  .meta({ id: 'OrganizationKeyMade' })
const zEntry = z
  .object({
    at: z.iso.datetime(),
    actor: z.string(),
    action: z.enum(auditActions),
    target: z.string().meta({ description: 'What it was done to, such as the prefix of a key' }),
    network: z.string().meta({ description: 'The /24 or /48 that it was asked from; empty for this machine' }),
  })
  .meta({ id: 'AuditEntry' })

const managing = { ...unrecorded, extension: true, auth: 'organization', scope: 'keys:write' } as const

/** Keys of organisations, for the operator and for owners. */
export const organizationKeysContract = contractGroup({
  listOrganizationKeys: {
    ...managing,
    method: 'GET',
    path: '/api/organizations/{org}/keys',
    summary: `The newest ${keyBounds.listed} keys of an organisation, without their secrets`,
    replies: { 200: json(z.object({ keys: z.array(zKey) })), 404: error, ...refusals },
  },
  createOrganizationKey: {
    ...managing,
    method: 'POST',
    path: '/api/organizations/{org}/keys',
    summary: 'Makes a key of an organisation, and shows it once',
    bodyBytesMax: bodyBytesMax.pipelineRun,
    request: json(zNewKey),
    replies: { 201: json(zMade), 400: error, 404: error, 409: error, 413: error, ...refusals },
    replyWords: { 409: `The organisation has ${keyBounds.valid} valid keys already` },
  },
  revokeOrganizationKey: {
    ...managing,
    method: 'DELETE',
    path: '/api/organizations/{org}/keys/{key_id}',
    summary: 'Revokes a key of an organisation for good',
    replies: { 200: json(zKey), 404: error, ...refusals },
  },
  listOrganizationAudit: {
    ...managing,
    method: 'GET',
    path: '/api/organizations/{org}/audit',
    summary: `What was done to an organisation in the last ${auditDays} days, the newest ${keyBounds.entries} entries`,
    replies: { 200: json(z.object({ entries: z.array(zEntry) })), 404: error, ...refusals },
  },
})
