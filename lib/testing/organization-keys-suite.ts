import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { random, sha256 } from '@/lib/adapters/crypto/ports'
import {
  type AuditedBy,
  type KnownOrganization,
  keyBounds,
  makeOrganizationKey,
  type OrganizationKeys,
  readOrganizationKey,
  useNotedMillis,
} from '@/lib/core/scoreboard/organization-keys'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'

const start = epochMillis(Date.parse('2026-11-20T10:00:00.000Z'))
const year = 365 * 86_400
const by = (seconds: number, actor = 'operator'): AuditedBy => ({ at: addSeconds(start, seconds), actor, network: '' })

/** What storage of organisations' keys does, whichever it is. It has the organisations `acme` and `birch`. */
export function organizationKeysSuite(
  name: string,
  open: () => Promise<{ readonly keys: OrganizationKeys; close(): Promise<void> }>,
): void {
  describe(`keys of organisations in ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    let keys: OrganizationKeys
    let acme: KnownOrganization
    let birch: KnownOrganization
    const named = async (namespace: string) => {
      const found = await keys.organization(namespace)
      if (found === null) throw new Error(`The suite needs ${namespace}.`)
      return found
    }
    beforeAll(async () => {
      opened = await open()
      keys = opened.keys
      acme = await named('acme')
      birch = await named('birch')
    })
    afterAll(() => opened.close())

    const add = async (organization: KnownOrganization, at: AuditedBy, prefix?: string) => {
      const made = makeOrganizationKey({ random, sha256 })
      const added = await keys.add(
        {
          ...{
            organization,
            name: 'nightly',
            prefix: prefix ?? made.prefix,
            scopes: ['pipelines:run', 'evidence:read'],
          },
          ...{ expiresAt: addSeconds(at.at, year), secretSha256: made.secretSha256 },
        },
        at,
      )
      return { ...made, added }
    }

    it('finds a key by its prefix, with a digest instead of its secret', async () => {
      const { key, prefix, secretSha256, added } = await add(acme, by(1, 'key abcdefgh'))
      const kept = {
        ...{ organization: acme, name: 'nightly', prefix, scopes: ['pipelines:run', 'evidence:read'] },
        ...{ createdAt: by(1).at, createdBy: 'key abcdefgh', expiresAt: addSeconds(by(1).at, year) },
        ...{ lastUsedAt: null, revokedAt: null, id: expect.any(String) },
      }
      expect(added).toEqual(kept)
      expect(await keys.byPrefix(prefix)).toEqual({ ...kept, secretSha256 })
      expect(readOrganizationKey(key)?.prefix).toBe(prefix)
      expect(JSON.stringify(await keys.list(acme))).not.toContain(readOrganizationKey(key)?.secret)
      expect(await keys.byPrefix('zzzzzzzz')).toBeNull()
      expect(await keys.organization('nobody')).toBeNull()
    })

    it('lists and revokes those of one organisation alone, once', async () => {
      const first = await add(birch, by(2))
      const second = await add(birch, by(3))
      const ids = (await keys.list(birch)).map(({ prefix }) => prefix)
      expect(ids).toEqual([second.prefix, first.prefix])
      const { id = '' } = (await keys.byPrefix(first.prefix)) ?? {}
      expect(await keys.revoke(acme, id, by(4))).toBeNull()
      expect((await keys.byPrefix(first.prefix))?.revokedAt).toBeNull()
      expect((await keys.revoke(birch, id, by(5)))?.revokedAt).toBe(by(5).at)
      expect((await keys.revoke(birch, id, by(6)))?.revokedAt).toBe(by(5).at)
      expect(await keys.revoke(birch, 'none', by(6))).toBeNull()
      expect((await keys.audit(birch)).map(({ action, target }) => [action, target])).toEqual([
        ['key_revoked', first.prefix],
        ['key_made', second.prefix],
        ['key_made', first.prefix],
      ])
    })

    it('notes a use at most once an hour', async () => {
      const { prefix } = await add(acme, by(7))
      const { id = '' } = (await keys.byPrefix(prefix)) ?? {}
      const used = async (at: number) => {
        await keys.noteUse(id, epochMillis(start + at))
        return (await keys.byPrefix(prefix))?.lastUsedAt
      }
      expect(await used(10_000)).toBe(start + 10_000)
      expect(await used(10_000 + useNotedMillis - 1)).toBe(start + 10_000)
      expect(await used(10_000 + useNotedMillis)).toBe(start + 10_000 + useNotedMillis)
    })

    it('keeps a prefix once, and no more valid keys of an organisation than it may have', async () => {
      const { prefix } = await add(acme, by(8))
      expect((await add(birch, by(9), prefix)).added).toBe('taken')
      const room = async () => {
        const valid = (await keys.list(birch)).filter(({ revokedAt }) => revokedAt === null)
        return keyBounds.valid - valid.length
      }
      for (let left = await room(); left > 0; left -= 1) await add(birch, by(10))
      expect((await add(birch, by(11))).added).toBe('too_many')
      expect((await add(acme, by(11))).added).toMatchObject({ organization: acme })
      const [newest] = await keys.list(birch)
      await keys.revoke(birch, newest?.id ?? '', by(12))
      expect((await add(birch, by(13))).added).toMatchObject({ organization: birch })
      // Those that have expired make room too.
      expect((await add(birch, by(14))).added).toBe('too_many')
      expect((await add(birch, by(14 + year))).added).toMatchObject({ organization: birch })
    })

    it('keeps what was noted about an organisation, the newest first', async () => {
      const entry = {
        ...by(2 * year, 'key abcdefgh'),
        action: 'sign_in',
        target: 'abcdefgh',
        network: '192.0.2.0/24',
      } as const
      await keys.note(acme, entry)
      expect((await keys.audit(acme))[0]).toEqual(entry)
      expect((await keys.audit(birch))[0]).not.toEqual(entry)
    })
  })
}
