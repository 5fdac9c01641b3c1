import { z } from 'zod'
import {
  type AuditEntry,
  auditActions,
  type KnownOrganization,
  keyBounds,
  keyScopes,
  type OrganizationKey,
  type OrganizationKeys,
  useNotedMillis,
} from '@/lib/core/scoreboard/organization-keys'
import { toDateColumn } from '@/lib/core/shared/ports/filter'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { PocketBaseClient } from '../client/client'
import { instant, nullableInstant } from '../rows/column'
import { act } from './scoreboard-actions'

const zOrganization = z.object({ id: z.string(), namespace: z.string(), name: z.string() })

const zKeyMembers = z.object({
  id: z.string(),
  organization: zOrganization,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  created_at: instant.schema,
  created_by: z.string(),
  expires_at: instant.schema,
  last_used_at: nullableInstant.schema,
  revoked_at: nullableInstant.schema,
})

const toKey = (row: z.output<typeof zKeyMembers>): OrganizationKey => ({
  ...{ id: row.id, organization: row.organization, name: row.name, prefix: row.prefix, scopes: row.scopes },
  createdAt: row.created_at,
  createdBy: row.created_by,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

const zKey = zKeyMembers.transform(toKey)
const zFound = zKeyMembers
  .extend({ secret_sha256: z.string() })
  .transform((row) => ({ ...toKey(row), secretSha256: row.secret_sha256 }))

const zAdded = z.union([
  z.object({ outcome: z.literal('added'), key: zKey }),
  z.object({ outcome: z.enum(['too_many', 'taken']) }),
])

const zEntry = z.object({
  at: instant.schema,
  actor: z.string(),
  action: z.enum(auditActions),
  target: z.string(),
  network: z.string(),
})

/** An entry of the audit as the hook takes it. */
const columnsOf = ({ id }: KnownOrganization, { at, ...members }: AuditEntry) => ({
  ...members,
  organization: id,
  at: toDateColumn(at),
})

/** Stores keys of organisations and their audits through the hooks in pb_hooks/scoreboard. */
export function createOrganizationKeyStore(client: PocketBaseClient): OrganizationKeys {
  return {
    organization: async (namespace) =>
      zOrganization.nullable().parse(await act(client, 'find-organization', { namespace })),
    byPrefix: async (prefix) => zFound.nullable().parse(await act(client, 'key-by-prefix', { prefix })),
    list: async ({ id }) =>
      z.array(zKey).parse(await act(client, 'list-keys', { organization: id, limit: keyBounds.listed })),
    async add({ organization, name, prefix, scopes, expiresAt, secretSha256 }, by) {
      const key = {
        ...{ organization: organization.id, name, prefix, scopes, secret_sha256: secretSha256 },
        created_at: toDateColumn(by.at),
        created_by: by.actor,
        expires_at: toDateColumn(expiresAt),
      }
      const entry = columnsOf(organization, { ...by, action: 'key_made', target: prefix })
      const answer = zAdded.parse(await act(client, 'add-key', { key, max: keyBounds.valid, entry }))
      return answer.outcome === 'added' ? answer.key : answer.outcome
    },
    async revoke(organization, id, by) {
      const entry = columnsOf(organization, { ...by, action: 'key_revoked', target: '' })
      return z.object({ key: zKey.nullable() }).parse(await act(client, 'revoke-key', { id, entry })).key
    },
    async noteUse(id, at) {
      const before = toDateColumn(epochMillis(at - useNotedMillis))
      await act(client, 'note-key-use', { id, at: toDateColumn(at), before })
    },
    note: async (organization, entry) => void (await act(client, 'add-audit', columnsOf(organization, entry))),
    audit: async ({ id }) =>
      z.array(zEntry).parse(await act(client, 'list-audit', { organization: id, limit: keyBounds.entries })),
  }
}
