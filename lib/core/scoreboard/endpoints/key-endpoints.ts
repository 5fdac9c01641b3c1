import { z } from 'zod'
import { bodyBytesMax } from '../../shared/http/limits'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { addSeconds, type EpochMillis, toIso } from '../../shared/time/time'
import { hasScope, isTheirs } from '../asking'
import {
  type KnownOrganization,
  keyBounds,
  keyScopes,
  makeOrganizationKey,
  type OrganizationKey,
  standingOf,
} from '../organization-keys'
import { auditedBy } from './audited'
import { readAdminBody, zNameOf } from './read-admin-body'
import { type AskedContext, organizationEndpoint, refuseMadeNames } from './scoreboard-endpoint'

const daySeconds = 86_400
/** How often another prefix is drawn; two in a row are taken once in a trillion keys. */
const drawsMax = 5

/** Request body of `POST /api/organizations/{org}/keys`. */
export const zNewKey = z
  .strictObject({
    name: zNameOf(keyBounds.nameCharacters).meta({
      description: 'What it is for, so that its reader knows which one to revoke',
    }),
    scopes: z
      .array(z.enum(keyScopes))
      .min(1)
      .max(keyScopes.length)
      .meta({ description: 'What it may do; a key that has all of them is an owner of the organisation' }),
    expires_in_days: z.int().min(1).max(keyBounds.daysMax).default(keyBounds.daysDefault),
  })
  .meta({ id: 'NewOrganizationKey' })

/**
 * The organisation in the path, if it is the one that asks, or the operator does.
 * @throws ProtocolError `organization_not_found`, the same for an unknown one and another one
 */
async function requireOwn({ params, ports, by }: AskedContext): Promise<KnownOrganization> {
  const { org = '' } = params
  const found = isTheirs(by, org) ? await ports.scoreboard.organizationKeys.organization(org) : null
  if (found === null) throw new ProtocolError('organization_not_found', 'No organisation of yours has this namespace.')
  return found
}

/** `POST /api/organizations/{org}/keys`: makes a key, which this response alone shows. */
export const addKey = organizationEndpoint(async (context) => {
  const organization = await requireOwn(context)
  const sent = readAdminBody(context, zNewKey, bodyBytesMax.pipelineRun)
  await refuseMadeNames(sent, context)
  const lacking = sent.scopes.find((scope) => !hasScope(context.by, scope))
  if (lacking !== undefined)
    throw new ProtocolError(
      'insufficient_api_key_scope',
      `A key gives no scope that it lacks itself: this one lacks ${lacking}. An owner of the organisation can give it.`,
    )
  const { exchange, ports } = context
  const key = {
    organization,
    name: sent.name.trim(),
    scopes: keyScopes.filter((scope) => sent.scopes.includes(scope)),
    expiresAt: addSeconds(exchange.at, sent.expires_in_days * daySeconds),
  }
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const made = makeOrganizationKey(ports)
    const { prefix, secretSha256 } = made
    const added = await ports.scoreboard.organizationKeys.add({ ...key, prefix, secretSha256 }, auditedBy(context))
    if (added === 'too_many')
      throw new ProtocolError(
        'too_many_keys',
        `The organisation has ${keyBounds.valid} valid keys, which is as many as it may have: revoke one first.`,
      )
    if (added !== 'taken') return { reply: jsonReply(201, { ...described(added, exchange.at), key: made.key }) }
  }
  throw new Error('Every prefix that was drawn for a key is taken.')
})

/** `GET /api/organizations/{org}/keys`: the keys of an organisation, the newest first, without their secrets. */
export const listKeys = organizationEndpoint(async (context) => {
  const keys = await context.ports.scoreboard.organizationKeys.list(await requireOwn(context))
  return { reply: jsonReply(200, { keys: keys.map((key) => described(key, context.exchange.at)) }) }
})

/** `DELETE /api/organizations/{org}/keys/{key_id}`: revokes a key for good. The next request with it is refused. */
export const revokeKey = organizationEndpoint(async (context) => {
  const organization = await requireOwn(context)
  const id = context.params.key_id ?? ''
  const key = await context.ports.scoreboard.organizationKeys.revoke(organization, id, auditedBy(context))
  if (key === null) throw new ProtocolError('key_not_found', 'The organisation has no key with this id.')
  return { reply: jsonReply(200, described(key, context.exchange.at)) }
})

/** `GET /api/organizations/{org}/audit`: what was done to an organisation, the newest first. */
export const listAudit = organizationEndpoint(async (context) => {
  const entries = await context.ports.scoreboard.organizationKeys.audit(await requireOwn(context))
  return { reply: jsonReply(200, { entries: entries.map((entry) => ({ ...entry, at: toIso(entry.at) })) }) }
})

const instantOf = (at: EpochMillis | null): string | null => (at === null ? null : toIso(at))

/** A key as responses show it. */
const described = (key: OrganizationKey, at: EpochMillis) => ({
  id: key.id,
  organization: key.organization.namespace,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  state: standingOf(key, at),
  created_at: toIso(key.createdAt),
  created_by: key.createdBy,
  expires_at: toIso(key.expiresAt),
  last_used_at: instantOf(key.lastUsedAt),
  revoked_at: instantOf(key.revokedAt),
})
