import { execFile, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AggregationWorld, openAggregationWorld, workerEnvironment } from '@/lib/testing/aggregation-world'
import { newestLts } from '@/lib/testing/npm-start'
import { testAdminKey } from '@/lib/testing/scoreboard'

const projectFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const check = projectFile('examples/pipelines/check.mjs')
/** How a check says that the runtime of its language is not on this machine. */
const notTried = 77

let world: AggregationWorld
beforeAll(async () => {
  world = await openAggregationWorld()
})
afterAll(() => world.close())

/** An organisation with everything that the examples name, and its published pipeline. */
async function ownerOf(namespace: string) {
  const { id: owner } = await world.create('organizations', {
    ...{ name: namespace, canonified_name: namespace, namespace_state: 'pending' },
  })
  const add = (collection: string, name: string, members: object = {}) =>
    world.create(collection, { name, canonified_name: name, owner, published: true, ...members })
  const wallet = await add('wallets', 'wallet')
  await add('wallet_versions', '1-0', { wallet: wallet.id, tag: '1.0' })
  const issuer = await add('credential_issuers', 'issuer')
  await add('credentials', 'pid', { credential_issuer: issuer.id })
  const verifier = await add('verifiers', 'verifier')
  await add('use_cases_verifications', 'age', { verifier: verifier.id })
  await add('custom_checks', 'check')
  await add('mobile_runners', 'ci', { type: 'external_ci' })
  const pipeline = await add('pipelines', 'nightly')
  // The aggregation registers the namespace.
  await world.aggregate()
  return { pipeline, owner }
}

async function runExample(language: string, namespace: string): Promise<{ code: number; output: string }> {
  const node = language === 'typescript' ? newestLts() : null
  const child = spawn(process.execPath, [check, language], {
    env: {
      ...workerEnvironment(),
      ...(node === null ? {} : { NODE: node }),
      TEMPORAL_ADDRESS: world.temporalServer.address,
      SERVICE: world.service.baseUrl,
      NAMESPACE: namespace,
      PIPELINE: `${namespace}/nightly`,
      KEY: testAdminKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
  return { code, output }
}

describe('a pipeline of somebody else, with a worker of their own', () => {
  it.each(['typescript', 'python', 'go'])('fills all twelve columns with one report, in %s', async (language) => {
    const namespace = `team-${language}`
    const { pipeline } = await ownerOf(namespace)
    const { code, output } = await runExample(language, namespace)
    if (code === notTried) {
      // Told in the output, as with every program that a machine may lack.
      console.info(output.trim())
      expect(output).toMatch(new RegExp(`^Nothing was tried of ${language}: .+\\.\\n$`))
      return
    }
    expect([code, output]).toEqual([0, expect.stringContaining('"unresolved":[]')])
    world.service.advance(30)
    await world.aggregate()
    const expand = 'expand=pipeline,wallets,wallet_versions,credentials,issuers,verifiers,use_case_verifications'
    const more = 'conformance_checks,custom_integrations,mobile_runners,latest_successful_execution'
    const filter = encodeURIComponent(`pipeline = '${pipeline.id}'`)
    const path = `/api/collections/pipeline_scoreboard_cache/records?${expand},${more}&filter=${filter}`
    const { items } = await (await fetch(world.service.baseUrl + path)).json()
    expect(items).toMatchObject([{ total_runs: 1, total_successes: 1, success_rate: 100 }])
    const [row] = items
    for (const relation of [...expand.replace('expand=', '').split(','), ...more.split(',')])
      expect([relation, row.expand[relation]]).toEqual([relation, expect.anything()])
    expect(row.expand.latest_successful_execution.screenshots).toHaveLength(1)
    expect(row.minimum_running_time_ms ?? row.min_execution_time_ms).toBeGreaterThan(0)
  })
})

describe('the commands of docs/pipelines.md', () => {
  it('register an organisation, and report with the key of its own that they make', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-capture-commands-'))
    try {
      mkdirSync(join(folder, 'data'))
      writeFileSync(join(folder, 'data/admin-api-key'), testAdminKey)
      copyFileSync(projectFile('examples/pipelines/wallet.png'), join(folder, 'wallet.png'))
      const page = readFileSync(projectFile('docs/pipelines.md'), 'utf8')
      const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
      expect(commands).toHaveLength(2)
      const between = "printf '\\n%s\\n' between"
      const script = [commands[0], between, commands[1], between, 'printf %s "$KEY"']
        .join('\n')
        .replaceAll('http://localhost:3000', world.service.baseUrl)
      const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], { cwd: folder })
      const [, reported = '', key] = stdout.split('\nbetween\n')
      expect(key).toMatch(/^wck_/)
      // Of all that the report names, the page registers the wallet, its version and the pipeline.
      const { unresolved } = JSON.parse(reported)
      const issuing = ['acme/issuer', 'acme/issuer/pid']
      const unregistered = [...issuing, 'acme/verifier/age', 'acme/verifier', 'acme/check', 'acme/ci']
      expect(unresolved.map(({ name }: { name: string }) => name)).toEqual(unregistered)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
