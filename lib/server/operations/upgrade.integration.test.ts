import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import release from '@/lib/testing/release/release.json'
import { startService } from '@/lib/testing/service'
import { ownMigrations } from '@/scripts/backups.mjs'
import { askDatabase } from '@/scripts/services.mjs'

/** The data of the last release, under this version. `scripts/keep-release.mjs` makes it. */
const data = gunzipSync(readFileSync(new URL('../../testing/release/data.db.gz', import.meta.url)))

let pocketBase: TestPocketBase
beforeAll(async () => {
  pocketBase = await startPocketBase({ start: false })
  writeFileSync(join(pocketBase.dataDir, 'data.db'), data)
  await pocketBase.saveSuperuser()
})
afterAll(() => pocketBase.remove())

const migrated = async (): Promise<string[]> =>
  (await askDatabase({ dir: pocketBase.dataDir, parts: ['wallet-capture-migrated'] })).migrations

/** What this version says of the sessions of the last one. */
async function verdicts() {
  await pocketBase.start()
  const service = await startService({ pocketBase, compared: false })
  try {
    const read = async ({ id, kind }: (typeof release.sessions)[number]) => {
      const path = `${kind === 'presentation' ? '/openid4vp' : ''}/sessions/${id}`
      const { checks } = await (await fetch(`${service.baseUrl}${path}`)).json()
      const failed = checks.conformance
        .filter((one: { status: string; level: string }) => one.status === 'fail' && one.level === 'must')
        .map((one: { id: string }) => one.id)
      return { id, kind, verdict: checks.summary.verdict, failed: [...new Set(failed)].sort() }
    }
    return await Promise.all(release.sessions.map(read))
  } finally {
    await service.close()
    await pocketBase.end('SIGTERM')
  }
}

describe('the data of the last release', () => {
  it('has sessions of both kinds, that passed, failed and came to nothing', () => {
    const of = (member: 'kind' | 'verdict') => [...new Set(release.sessions.map((one) => one[member]))].sort()
    expect([of('kind'), of('verdict')]).toEqual([
      ['issuance', 'presentation'],
      ['fail', 'incomplete', 'pass'],
    ])
  })

  it('keeps its verdicts, also after all newer migrations went down and up again', async () => {
    expect(await migrated()).toEqual(release.migrations)
    await pocketBase.command('migrate', 'up')
    expect(await migrated()).toEqual(ownMigrations())
    expect(await verdicts()).toEqual(release.sessions)

    // At least one, so that the way back is tried even before there is a newer one.
    const newer = ownMigrations().filter((name) => !release.migrations.includes(name))
    const down = Math.max(1, newer.length)
    await pocketBase.command('migrate', 'down', String(down))
    expect(await migrated()).toEqual(ownMigrations().slice(0, -down))
    await pocketBase.command('migrate', 'up')
    expect(await migrated()).toEqual(ownMigrations())
    expect(await verdicts()).toEqual(release.sessions)
  })
})
