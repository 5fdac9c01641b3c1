import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordModel } from 'pocketbase'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBuiltInSettings } from '@/lib/adapters/pocketbase/scoreboard/worker-stores'
import { builtInPipelines, builtInRevision } from '@/lib/core/scoreboard/pipelines/built-in-pipelines'
import { requireDefinition } from '@/lib/core/scoreboard/pipelines/read-definition'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
})
afterAll(() => world.close())

const records = (collection: string): Promise<RecordModel[]> => world.client.sdk.collection(collection).getFullList()
const builtIn = async (collection: string) => {
  const paths: string[] = (await records(collection)).map(({ path }) => path)
  return paths.filter((path) => path.startsWith('wallet-capture/')).sort()
}
const seed = () => world.service.container.seed()
/** An installation that got the first revision, or none. */
async function goBack(revision: 0 | 1): Promise<void> {
  const organizations = await records('organizations')
  const found = organizations.find(({ canonified_name }) => canonified_name === 'wallet-capture')
  if (found !== undefined) await world.client.sdk.collection('organizations').delete(found.id)
  await world.sql('DELETE FROM settings')
  if (revision === 0) return
  await seed()
  for (const { id } of builtInPipelines.slice(4)) await world.client.sdk.collection('pipelines').delete(id)
  for (const name of ['verifiers', 'custom_checks', 'wallet_versions'])
    for (const { id, path } of await records(name))
      if (path.startsWith('wallet-capture/')) await world.client.sdk.collection(name).delete(id)
  await world.sql("UPDATE settings SET value = '1' WHERE name = 'built_in_revision'")
}

describe('the built-in records', () => {
  beforeEach(() => goBack(1))

  it('of a fresh installation are whole: every definition is right', async () => {
    await goBack(0)
    await seed()
    const { catalogue, store } = world.service.container.ports.scoreboard
    const pipelines = (await records('pipelines')).filter(({ path }) => path.startsWith('wallet-capture/'))
    expect(pipelines.map(({ id }) => id).sort()).toEqual(builtInPipelines.map(({ id }) => id))
    for (const { definition, published, evidence_public } of pipelines) {
      await requireDefinition(definition, { catalogue, store })
      expect([published, evidence_public]).toEqual([true, true])
    }
  })

  it('of a newer revision are added to what is there, once: what was deleted stays deleted', async () => {
    const [first] = builtInPipelines
    await world.client.sdk.collection('pipelines').delete(first?.id ?? '')
    await seed()
    expect(await builtIn('pipelines')).toHaveLength(builtInPipelines.length - 1)
    expect(await builtIn('use_cases_verifications')).toHaveLength(2)
    expect(await builtIn('wallet_versions')).toEqual(['wallet-capture/reference-wallet/built-in'])
    await world.client.sdk.collection('pipelines').delete('builtinpip00007')
    await seed()
    expect(await builtIn('pipelines')).toHaveLength(builtInPipelines.length - 2)
  })

  it('leave out what belongs to something that is gone, and leave alone what somebody gave the same name', async () => {
    const organization = (await records('organizations')).find((one) => one.canonified_name === 'wallet-capture')
    const own = { name: 'mine', canonified_name: 'smoke-campaign', owner: organization?.id, definition: { a: 1 } }
    await world.create('pipelines', own)
    const [wallet] = (await records('wallets')).filter(({ path }) => path.startsWith('wallet-capture/'))
    await world.client.sdk.collection('wallets').delete(wallet?.id ?? '')
    await seed()
    expect(await builtIn('wallet_versions')).toEqual([])
    expect(await builtIn('custom_checks')).toEqual(['wallet-capture/secret-probe'])
    const [kept] = (await records('pipelines')).filter(({ path }) => path === 'wallet-capture/smoke-campaign')
    expect(kept?.definition).toEqual({ a: 1 })
    await world.client.sdk.collection('organizations').delete(organization?.id ?? '')
    await world.sql("UPDATE settings SET value = '1' WHERE name = 'built_in_revision'")
    await seed()
    expect(await builtIn('pipelines')).toEqual([])
  })
})

describe('what is kept of the built-in pipelines', () => {
  it('says what was run, the time that was drawn first, and who saved the rows', async () => {
    const settings = createBuiltInSettings(world.client)
    expect(await settings.state()).toEqual({ run_revision: 0, daily_at: '', saved_by: '' })
    await settings.noteRun(builtInRevision)
    expect(await Promise.all(['04:05', '06:07'].map((at) => settings.drawDaily(at)))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(04:05|06:07)$/)]),
    )
    const { daily_at } = await settings.state()
    expect(await settings.drawDaily('08:09')).toBe(daily_at)
    const { id } = await world.pipeline('saved')
    expect((await world.save({ aggregated_pipelines: [rowOf(id)] })).status).toBe(200)
    expect(await settings.state()).toEqual({ run_revision: builtInRevision, daily_at, saved_by: 'api' })
    await world.sql("UPDATE scoreboard_aggregations SET source = 'workflow'")
    expect((await settings.state()).saved_by).toBe('workflow')
    // Those of long ago are not kept: then the rows are taken for those of somebody.
    await world.sql('DELETE FROM scoreboard_aggregations')
    expect((await settings.state()).saved_by).toBe('api')
    await settings.drawDaily('')
    expect((await settings.state()).daily_at).toBe('')
  })
})

it('the migration takes an installation with the built-in organisation for one of the first revision', async () => {
  const parent = fileURLToPath(new URL('../../..', import.meta.url))
  const name = '1790000272_settings.js'
  const count = (await readdir(join(parent, 'pb_migrations'))).filter((one) => one >= name).length
  await goBack(1)
  await world.server.end('SIGTERM')
  const down = await world.server.command('migrate', 'down', String(count))
  expect(down.match(/Reverted \S+/g)).toHaveLength(count)
  expect(await world.server.command('migrate', 'up')).toContain(name)
  await world.server.start()
  expect(await world.count("SELECT count(*) AS n FROM settings WHERE value = '1'")).toBe(1)
  await seed()
  expect(await builtIn('pipelines')).toHaveLength(builtInPipelines.length)
})
