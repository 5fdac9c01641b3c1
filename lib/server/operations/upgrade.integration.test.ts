import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import release from '@/lib/testing/release/release.json'
import { startService } from '@/lib/testing/service'
import { backupsOf, listBackups, ownMigrations, readManifest } from '@/scripts/backups.mjs'
import { backUpBeforeMigration, noteMigrated } from '@/scripts/keep-backups.mjs'
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

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

describe('an official case whose check a session is older than', () => {
  const preset =
    'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required.authorization_code'
  const wallet = { name: 'Oldtimer', version: '1' }

  /** Makes a session of the last release one of a campaign, which had no such preset then. */
  async function adopt(session: string, campaign: string) {
    const { url, adminFile } = pocketBase
    const client = createPocketBaseClient({ url, credentials: { adminFile }, timeoutMillis: 5000 })
    await client.call('/api/health', { method: 'GET' })
    await client.sdk.collection('sessions').update(session, { campaign_id: campaign, preset })
    client.close()
  }

  const during = async <Told>(ask: (baseUrl: string) => Promise<Told>): Promise<Told> => {
    await pocketBase.start()
    const service = await startService({ pocketBase, compared: false })
    try {
      return await ask(service.baseUrl)
    } finally {
      await service.close()
      await pocketBase.end('SIGTERM')
    }
  }

  it('is judged by what is on record, and the session stays as it was to the byte', async () => {
    const [issued] = release.sessions.filter(({ kind, verdict }) => kind === 'issuance' && verdict === 'pass')
    const id = issued?.id ?? ''
    await during(async (baseUrl) => {
      const body = JSON.stringify({ wallet, presets: [preset] })
      const headers = { 'content-type': 'application/json' }
      const made = await (await fetch(`${baseUrl}/campaigns`, { method: 'POST', headers, body })).json()
      await adopt(id, made.campaign_id)
    })
    await during(async (baseUrl) => {
      const at = async (path: string) => (await fetch(`${baseUrl}${path}`)).text()
      const kept = async () => [await at(`/sessions/${id}`), await at(`/sessions/${id}/report`)].map(sha256)
      const before = await kept()
      const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version, edition: '2026-09' })
      const { cases } = JSON.parse(await at(`/coverage?${query}`)) as CoverageView
      const of = (name: string) => cases.find((one) => one.id === name)
      expect(of('WS_AP_SM_DeviceBinding_003a')).toMatchObject({
        verdict: 'passed',
        remark: 'Judged later, from the record.',
        derived_findings: [{ id: 'vci.wallet_attestation.pop_alg', status: 'pass', session_id: id, exchange_id: null }],
      })
      expect(of('WS_AP_SM_DeviceBinding_003a')?.derived_findings[0]?.derived_at).toMatch(/^2\d{3}-/)
      // It lacks what only a European issuer asks for, which is no failure.
      expect(of('WS_AP_MS_ProtocolMessages_037a')).toMatchObject({
        verdict: 'inconclusive',
        derived_findings: [{ id: 'vci.wallet_attestation.wia_claims', status: 'not_observed' }],
      })
      expect(of('WS_AP_SM_DeviceBinding_002a')).toMatchObject({ verdict: 'passed', derived_findings: [] })
      expect(await kept()).toEqual(before)
    })
  })
})

describe('a start with a newer version', () => {
  it('makes a backup before it migrates, and none where nothing is to be migrated', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-capture-upgrade-'))
    const said: string[] = []
    const settings = { dataDir, backupKeep: 7 }
    const start = () => backUpBeforeMigration({ settings, say: (line) => said.push(line) })
    try {
      // A first start has nothing to lose.
      await start()
      symlinkSync(pocketBase.dataDir, join(dataDir, 'pocketbase'))
      await start()
      expect([listBackups(backupsOf(dataDir)), said]).toEqual([[], []])

      noteMigrated({ settings })
      await start()
      await pocketBase.command('migrate', 'down', '1')
      rmSync(join(dataDir, 'pocketbase', 'migrated.json'))
      await start()
      const [made = '', ...others] = listBackups(backupsOf(dataDir))
      expect([others, readManifest(made).migrations]).toEqual([[], ownMigrations().slice(0, -1)])
      expect(readManifest(made).rows.sessions).toBe(release.sessions.length)
      expect(said).toEqual([expect.stringContaining('another version'), `Backup: ${made}`])

      // A version that knows other migrations than the last start noted.
      writeFileSync(join(dataDir, 'pocketbase', 'migrated.json'), '{}')
      await start()
      expect(listBackups(backupsOf(dataDir))).toHaveLength(2)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('is refused on the database of a newer one, whether or not that one ended in peace', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-capture-newer-'))
    const pb = await startPocketBase({ start: false, migrationsDir: dataDir })
    const settings = { dataDir, backupKeep: 7 }
    const start = () => backUpBeforeMigration({ settings, say: () => undefined })
    const marker = join(dataDir, 'pocketbase', 'migrated.json')
    try {
      for (const name of ownMigrations()) copyFileSync(join('pb_migrations', name), join(dataDir, name))
      writeFileSync(join(dataDir, '1999999999_future.js'), 'migrate((app) => {}, (app) => {})')
      await pb.command('migrate', 'up')
      symlinkSync(pb.dataDir, join(dataDir, 'pocketbase'))
      for (const left of [undefined, '{', '{}', JSON.stringify({ pocketbase: '0.1.0', migrations: [] })]) {
        if (left !== undefined) writeFileSync(marker, left)
        await expect(start(), left).rejects.toThrow(
          'newer version of Wallet Capture (the migration 1999999999_future.js',
        )
      }
      await pb.command('migrate', 'down', '1')
      writeFileSync(marker, JSON.stringify({ pocketbase: '99.0.0', migrations: [] }))
      await expect(start()).rejects.toThrow('newer version of Wallet Capture (PocketBase 99.0.0')
      expect(listBackups(backupsOf(dataDir))).toEqual([])
      // What a start that is ended while it migrates leaves has to be looked at.
      writeFileSync(marker, '{}')
      await start()
      expect([listBackups(backupsOf(dataDir)).length, existsSync(marker)]).toEqual([1, false])
    } finally {
      await pb.remove()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
