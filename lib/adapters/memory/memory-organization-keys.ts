import {
  type AuditEntry,
  type KnownOrganization,
  keyBounds,
  type OrganizationKey,
  type OrganizationKeys,
  standingOf,
  useNotedMillis,
} from '@/lib/core/scoreboard/organization-keys'

interface Row {
  key: OrganizationKey
  readonly secretSha256: string
}

/** Keys of the given organisations in the memory of this process, for tests and where there is no PocketBase. */
export function createMemoryOrganizationKeys(organizations: readonly KnownOrganization[] = []): OrganizationKeys {
  const rows: Row[] = []
  const entries: { readonly organization: string; readonly entry: AuditEntry }[] = []
  const rowsOf = ({ id }: KnownOrganization) => rows.filter(({ key }) => key.organization.id === id)
  const note = ({ id }: KnownOrganization, entry: AuditEntry) => void entries.push({ organization: id, entry })
  return {
    organization: async (wanted) => organizations.find(({ namespace }) => namespace === wanted) ?? null,
    async byPrefix(prefix) {
      const row = rows.find(({ key }) => key.prefix === prefix)
      return row === undefined ? null : { ...row.key, secretSha256: row.secretSha256 }
    },
    list: async (organization) =>
      rowsOf(organization)
        .map(({ key }) => key)
        .reverse()
        .slice(0, keyBounds.listed),
    async add({ secretSha256, ...members }, by) {
      const valid = rowsOf(members.organization).filter(({ key }) => standingOf(key, by.at) === 'valid')
      if (valid.length >= keyBounds.valid) return 'too_many'
      if (rows.some(({ key }) => key.prefix === members.prefix)) return 'taken'
      const id = `key${String(rows.length).padStart(12, '0')}`
      const made = { createdAt: by.at, createdBy: by.actor, lastUsedAt: null, revokedAt: null }
      const key = { ...members, ...made, id }
      rows.push({ key, secretSha256 })
      note(members.organization, { ...by, action: 'key_made', target: members.prefix })
      return key
    },
    async revoke(organization, id, by) {
      const row = rowsOf(organization).find(({ key }) => key.id === id)
      if (row === undefined) return null
      if (row.key.revokedAt === null) {
        row.key = { ...row.key, revokedAt: by.at }
        note(organization, { ...by, action: 'key_revoked', target: row.key.prefix })
      }
      return row.key
    },
    async noteUse(id, at) {
      const row = rows.find(({ key }) => key.id === id)
      if (row === undefined || (row.key.lastUsedAt ?? Number.NEGATIVE_INFINITY) > at - useNotedMillis) return
      row.key = { ...row.key, lastUsedAt: at }
    },
    note: async (organization, entry) => note(organization, entry),
    audit: async ({ id }) =>
      entries
        .filter(({ organization }) => organization === id)
        .map(({ entry }) => entry)
        .reverse()
        .slice(0, keyBounds.entries),
  }
}
