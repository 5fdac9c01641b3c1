import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createScoreboardStore } from '@/lib/adapters/pocketbase/scoreboard/scoreboard-store'
import { campaignWallet } from '@/lib/adapters/temporal/pipeline/campaign-wallet'
import { createServiceApi } from '@/lib/adapters/temporal/service-api'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { publicCollectionNames } from '@/lib/core/scoreboard/reading/public-collections'
import { flatRow, toCsv } from '@/lib/core/scoreboard/rows/export-rows'
import { readCompactScoreboard } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { addressesBelow } from '@/lib/page-addresses'
import { besidePage, pageEntries } from '@/lib/pages'
import { installContainer } from '@/lib/server/container'
import { routes } from '@/lib/server/http/routes'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { covers } from '@/lib/testing/covers'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import {
  definitionNaming,
  hiddenName,
  makePrivateRecords,
  sealedMarker,
  usedPrivately,
} from '@/lib/testing/private-records'
import { openScoreboardWorld, rowOf, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'

/**
 * Every place where visitors read: none reveals a secret of a definition, or a name, path or id of something private.
 * All routes and pages are tried, in an installation without an operator token, where visitors read most.
 */
let world: ScoreboardWorld
/** What must not appear anywhere. */
let forbidden: RegExp
/** Values of variables in the paths of routes and pages. */
let values: Readonly<Record<string, readonly string[]>>
/** Values of variables that depend on the path. */
let valuesAt: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
/** Queries that make a path show more. */
let queries: Readonly<Record<string, readonly string[]>>
/** What pictures were drawn from. */
const drawn: unknown[] = []

beforeAll(async () => {
  const { pages } = await openBuiltPages()
  world = await openScoreboardWorld({ pages })
  installContainer(world.service.container)
  const { cards } = world.service.container.ports.scoreboard
  for (const name of ['drawPipelineCard', 'drawEvidenceCard'] as const) {
    const draw = cards[name] as (card: unknown) => Promise<Uint8Array>
    vi.spyOn(cards, name).mockImplementation((card: unknown) => {
      drawn.push(card)
      return draw(card)
    })
  }
  const records = await makePrivateRecords(world)
  const own = await makeOwnCertificate()
  const shown = await addPipeline('Shown', own, true)
  const secret = await addPipeline(hiddenName, own, false)
  const run = await runOf(shown)
  const hiddenRun = await runOf(secret)
  const last_execution = { ...usedPrivately, workflow_id: run.workflow_id, run_id: run.run_id }
  const rows = [shown, secret].map(({ id }) => rowOf(id, { last_execution, runners: [`acme/${hiddenName}`] }))
  expect((await world.save({ aggregated_pipelines: rows })).status).toBe(200)
  const keyPart = own.privateKey.split('\n')[1] ?? ''
  const ids = [...records, secret, { id: hiddenRun.id }].map(({ id }) => id)
  forbidden = new RegExp([sealedMarker, keyPart.replaceAll(/[+/]/g, '\\$&'), hiddenName, ...ids].join('|'))
  const publicRows = (await world.rows()).map(({ id }) => id)
  const recordIds = [shown.id, run.id, ...publicRows, ...ids, world.organization.id]
  const carried = await (await post('/openid4vp/sessions', { presentation_channel: 'dc_api' })).json()
  const following = await (await post('/openid4vp/sessions', { follows: run.sessions[0] })).json()
  const bundle = await (await world.call('/coverage/bundle?wallet=unnamed&version=unknown')).arrayBuffer()
  const published = await world.call('/wallets?slug=published&organisation=acme&whole=true', {
    ...{ method: 'POST', body: bundle, headers: { 'content-type': 'application/x-tar' } },
  })
  expect(published.status).toBe(201)
  const workbench = await (await post('/workbenches', { name: 'Of a visitor' })).json()
  values = {
    workbenchId: [workbench.workbench_id],
    doorId: [workbench.issuance.credential_offer_uri.split('/').at(-2)],
    viewId: [workbench.view_url.split('/').at(-1)],
    collection: publicCollectionNames,
    record_id: recordIds,
    pipeline_id: [shown.id, secret.id],
    execution_id: [run.id, hiddenRun.id],
    organization_id: [world.organization.id],
    namespace: ['acme'],
    workflow_id: [run.workflow_id],
    run_id: [run.run_id],
    organization: ['acme'],
    org: ['acme'],
    kind: ['wallets', 'mobile_runners'],
    entity_id: [shown.id],
    slug: ['shown', hiddenName],
    sessionId: [...run.sessions, ...hiddenRun.sessions],
    campaignId: [run.campaign, hiddenRun.campaign],
    issuerConfigurationId: ['eu-pid-jwt-proof-only'],
    labId: [run.laboratory],
    typeNumber: ['1'],
    statusListId: ['1'],
    walletUnitListId: ['1'],
    credentialOfferId: ['nothing'],
    trustId: ['nothing'],
    alias: ['nothing'],
    identifier: ['nothing'],
    file: run.files,
    version: ['unknown'],
  }
  valuesAt = {
    '/badge/pipeline/{organization}/{file}': {
      file: ['shown', hiddenName].flatMap((slug) => [`${slug}.svg`, `${slug}.png`]),
    },
    '/badge/wallet/{file}': { file: ['published.svg'] },
    '/wallets/{slug}': { slug: ['published'] },
    '/wallets/{slug}/{version}': { slug: ['published'] },
    '/wallets/{slug}/{version}/{file}': { slug: ['published'], file: ['statement.tar', 'bundle.tar'] },
    '/media/organizations/{organization_id}/{file}': { file: ['logo.png'] },
    '/present/{sessionId}': { sessionId: [carried.session_id] },
    '/present/{sessionId}/state': { sessionId: [carried.session_id] },
    '/inspect/round-trip/{sessionId}': { sessionId: [following.session_id] },
    '/inspect/round-trip/{sessionId}/revision': { sessionId: [following.session_id] },
    '/checks/{id}': { id: ['vci.dpop.htu'] },
    '/organization/pipelines/{id}': { id: [shown.id, secret.id] },
    '/trust/anchors/{file}': { file: ['pid-providers.pem'] },
    '/trust/ca/{file}': { file: ['pid-ca.cer'] },
    '/trust/crl/{file}': { file: ['pid-ca.crl'] },
    '/trust/lists/{file}': { file: ['pid-providers.jwt'] },
    '/trust/s/{trustId}/lists/{file}': { file: ['pid-providers.jwt'] },
    '/trust/a/{alias}/lists/{file}': { file: ['pid-providers.jwt'] },
  }
  const formats = (...names: readonly string[]) => names.map((name) => `format=${name}`)
  const tabs = ['diff', 'raw', 'decoded', 'checks'].map((tab) => `tab=${tab}`)
  const wallet = 'wallet=unnamed&version=unknown'
  const compared = `before=${run.campaign}&after=${hiddenRun.campaign}`
  queries = {
    '/api/collections/{collection}/records': [
      'expand=owner,pipeline,latest_successful_execution,wallets,mobile_runners',
    ],
    '/sessions/{sessionId}/report': formats('junit', 'md', 'html', 'har', 'tar'),
    '/openid4vp/sessions/{sessionId}/report': formats('junit', 'md', 'html', 'har', 'tar'),
    '/campaigns/{campaignId}/report': formats('junit', 'md', 'html', 'tar'),
    '/coverage': [wallet],
    '/coverage/ics': formats('json', 'html').map((format) => `${wallet}&${format}`),
    '/coverage/summary': formats('json', 'html', 'pdf').map((format) => `${wallet}&${format}`),
    '/coverage/bundle': [wallet],
    '/comparison': [compared],
    '/scoreboard': ['sort=runners', 'sort=-wallets', 'q=shown', 'size=100'],
    '/runs/compare': [
      [...run.sessions, ...hiddenRun.sessions]
        .slice(0, 2)
        .map((id) => `run=${id}`)
        .join('&'),
    ],
    '/runs/rows': [`ids=${[...run.sessions, ...hiddenRun.sessions]}`],
    '/inspect/issuance/{sessionId}': tabs,
    '/inspect/presentation/{sessionId}': tabs,
    '/cases': [wallet],
    '/cases/statement': [wallet],
    '/compare': [compared],
  }
}, 600_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

interface Made {
  readonly id: string
  readonly path: string
}

async function addPipeline(name: string, own: Parameters<typeof definitionNaming>[0], published: boolean) {
  const definition = definitionNaming(own)
  const answer = await post('/api/pipelines', {
    organization: 'acme',
    name,
    definition,
    published,
    evidence_public: true,
  })
  const body = await answer.json()
  expect([answer.status, body.details]).toEqual([201, undefined])
  return { id: String(body.id), path: String(body.path) }
}

/** Records a run as a worker reports it: its sessions and campaign, all that it used, and the files we draw from it. */
async function runOf({ id, path }: Made) {
  const headers = { [pipelineHeader]: id }
  const { definition } = await world.client.sdk.collection('pipelines').getOne(id)
  const [issue, present] = definition.steps
  const issued = await (await post('/sessions', issue.session, headers)).json()
  const asked = await (await post('/openid4vp/sessions', present.session, headers)).json()
  const entities = { wallet: `acme/${hiddenName}`, wallet_version: `acme/${hiddenName}/v1`, custom_checks: [] }
  const api = createServiceApi(world.service.baseUrl, testAdminKey)
  const scoreboard = createScoreboardStore(world.client)
  const wallet = await campaignWallet({ entities }, {}, { api, scoreboard })
  const campaign = await (await post('/campaigns', { campaign: 'smoke', wallet }, headers)).json()
  const sessions = [String(issued.session_id), String(asked.session_id)]
  const names = { workflow_id: `pipeline-${id}-walked`, run_id: 'walked' }
  const reported = await world.execute({
    ...names,
    ...{ pipeline: path, runners: [`acme/${hiddenName}`], runner_types: ['ios_phone'] },
    entities: usedPrivately,
    steps: [
      { id: 'issue', kind: 'issuance', session_id: sessions[0] },
      { id: 'present', kind: 'presentation', session_id: sessions[1], summary: `With acme/${hiddenName}/v1.` },
      { id: 'smoke', kind: 'campaign', campaign_id: campaign.campaign_id, wallet: entities.wallet },
    ],
    campaign_id: campaign.campaign_id,
    reason: `of acme/${hiddenName}`,
  })
  expect(reported.status).toBe(201)
  const { id: execution, artifacts } = await reported.json()
  const files = Object.values<string[]>(artifacts).flat()
  expect(files.length).toBeGreaterThan(1)
  const laboratory = /\/lab\/([\w-]+)/.exec(JSON.stringify(issued))?.[1] ?? ''
  expect(laboratory).not.toBe('')
  return {
    ...{ ...names, id: String(execution), sessions, campaign: String(campaign.campaign_id), laboratory },
    files: files.map((address) => address.split('/').at(-1) ?? ''),
  }
}

/** Every address that a path with variables stands for. Fails for an unknown variable. */
function addressesOf(path: string): string[] {
  const [variable] = /\{(\w+)\}/.exec(path)?.slice(1) ?? []
  if (variable === undefined) return [path]
  const found = valuesAt[known(path)]?.[variable] ?? values[variable]
  if (found === undefined) throw new Error(`Say above what {${variable}} of ${path} stands for.`)
  return found.flatMap((value) => addressesOf(path.replace(`{${variable}}`, encodeURIComponent(value))))
}
/** The path of the route or page whose first variables were replaced. */
const known = (path: string): string =>
  Object.keys(valuesAt).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, '(?:[^/]+)')}$`).test(path.replaceAll(/[{}]/g, '')),
  ) ?? path

/** What is refused to visitors, or does not exist, and why. Everything else succeeds at one address at least. */
const refused: Readonly<Record<string, string>> = {
  '/api/pipelines': 'It asks for the admin key.',
  '/api/pipelines/{pipeline_id}': 'It asks for the admin key.',
  '/api/pipeline/scoreboard/{namespace}': 'It asks for the admin key.',
  '/api/organizations/namespaces': 'It asks for the admin key.',
  '/api/organizations': 'It asks for a key.',
  '/api/organizations/{org}': 'It asks for a key.',
  '/api/organizations/{org}/audit': 'It asks for a key.',
  '/api/organizations/{org}/keys': 'It asks for a key.',
  '/api/organizations/{org}/{kind}': 'It asks for a key.',
  '/api/organizations/{org}/{kind}/{entity_id}': 'It asks for a key.',
  '/api/pipeline/uncounted/{namespace}': 'It asks for the admin key.',
  '/api/pipeline/execution-details/{namespace}/{workflow_id}/{run_id}': 'It asks for the admin key.',
  '/media/organizations/{organization_id}/{file}': 'The organisation has no logo.',
  '/media/entities/{collection}/{record_id}/{file}': 'Nothing here has a logo.',
}
/** What wallets read, which knows sessions but no pipeline. It is read too, whatever the status. */
const ofWallets = /^\/(?:\.well-known|issuers|lab|authorization-servers|openid4vp|sessions|trust|present)\//

async function read(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(world.service.baseUrl + address, { headers, redirect: 'manual' })
  return { status: response.status, text: `${JSON.stringify([...response.headers])}\n${await response.text()}` }
}

/** A text without what the reader typed into the address. */
const withoutTyped = (text: string, address: string): string =>
  address
    .split(/[/?&=]/)
    .map(decodeURIComponent)
    .filter((typed) => forbidden.test(typed))
    .reduce((left, typed) => left.replaceAll(typed, ''), text)

/** Reads all addresses of a path; returns their statuses. */
async function walk(path: string, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = []
  const more = (queries[path] ?? []).map((query) => `?${query}`)
  for (const address of addressesOf(path).flatMap((one) => ['', ...more].map((query) => one + query))) {
    const { status, text } = await read(address, headers)
    const [found = null] = forbidden.exec(withoutTyped(text, address)) ?? []
    expect({ address, found, failed: status >= 500 }).toEqual({ address, found: null, failed: false })
    statuses.push(status)
  }
  return statuses
}

const readable = routes
  .map(({ GET }) => GET.route)
  .filter(({ find }) => find('GET', {}).kind === 'operation')
  .map(({ path }) => path)
  .sort()
const pagePaths = pageEntries.flatMap(([name, { path }]) => [
  path,
  ...(addressesBelow(name).reads ?? []).map((what) => besidePage(path, what)),
])

describe('a visitor reads nothing that is private', () => {
  covers('S44')
  it('finds at the public places what is public', async () => {
    const hub = await read('/hub/pipelines/acme/shown')
    for (const part of ['Definition as JSON', 'acme/verifier/u', '[withheld]', '&quot;redacted&quot;: true'])
      expect(hub.text).toContain(part)
    expect((await read('/scoreboard')).text).toContain('Shown')
    expect((await read('/api/scoreboard/rows')).text).toContain('acme/shown')
  })

  it.each(readable)('%s', async (path) => {
    const statuses = await walk(path)
    const isAnswered = statuses.some((status) => status < 400)
    if (!ofWallets.test(path)) expect({ path, isAnswered }).toEqual({ path, isAnswered: refused[path] === undefined })
  })

  it.each(pagePaths)('the page %s, as HTML and as data for scripts', async (path) => {
    const statuses = await walk(path, { accept: 'text/html' })
    expect({ path, isAnswered: statuses.some((status) => status < 400) }).toEqual({ path, isAnswered: true })
    await walk(path, { rsc: '1', accept: '*/*' })
  })

  it('the rows that a page saves as CSV and as JSON', async () => {
    const rows = readCompactScoreboard(await (await fetch(`${world.service.baseUrl}/api/scoreboard/rows`)).json())
    const texts = [toCsv(rows), JSON.stringify(rows.map(flatRow))]
    for (const text of texts) {
      expect(text).toContain('Shown')
      expect(text).not.toMatch(forbidden)
    }
  })

  it('the pictures, which are drawn of nothing more', () => {
    expect(drawn.length).toBeGreaterThan(2)
    expect(JSON.stringify(drawn)).toContain('Shown')
    expect(JSON.stringify(drawn)).not.toMatch(forbidden)
  })

  it('lists no place that is not there any more', () => {
    const there: readonly string[] = [...readable, ...pagePaths]
    for (const path of [...Object.keys(queries), ...Object.keys(refused), ...Object.keys(valuesAt)])
      expect(there).toContain(path)
  })
})
