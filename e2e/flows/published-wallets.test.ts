import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePublishToken } from '@/lib/core/campaigns/published/publish-token'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { openScoreboardWorld, type ScoreboardWorld, testAdminKey } from '@/lib/testing/scoreboard'
import { verifyReport } from '@/lib/verify-report/verify-report'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'

const wallet = { name: 'Quillfern', version: '2.4.1' }
const of = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
const day = 86_400

let world: ScoreboardWorld
let folder: string
/** The bundle of the official cases, its sessions, and a campaign's report. */
let bundle: Uint8Array<ArrayBuffer>
let sessions: readonly string[]
let report: Uint8Array<ArrayBuffer>
let token: string
let other: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  folder = mkdtempSync(join(tmpdir(), 'published-'))
  const { baseUrl, now, container } = world.service
  const made = await fetch(`${baseUrl}/campaigns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wallet, presets: ['sd_jwt_baseline', 'bad_signature'] }),
  })
  const { campaign_id } = await made.json()
  const http = createNodeClient()
  const client = campaignClient(campaignAddress(`${baseUrl}/campaigns/${campaign_id}`), { http, patienceMillis: 0 })
  await runCampaign({ client, origin: baseUrl, http, clock: now })
  const { steps } = await (await fetch(`${baseUrl}/campaigns/${campaign_id}`)).json()
  sessions = steps.map((step: { session: { session_id: string } }) => step.session.session_id)
  bundle = await bytesAt(`/coverage/bundle?${of}`)
  report = await bytesAt(`/campaigns/${campaign_id}/report?format=tar`)
  token = await tokenFor('Fernwood Labs', ['quillfern', 'fernwood'])
  other = await tokenFor('Somebody Else', ['else', 'quillfern'])
  writeFileSync(join(folder, 'root.pem'), container.ports.rootCertificate.pem)
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function bytesAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${world.service.baseUrl}${path}`)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

async function tokenFor(organisation: string, slugs: readonly string[]): Promise<string> {
  const { ports } = world.service.container
  const made = makePublishToken(ports)
  const digest = digestOf(made, ports.sha256)
  await ports.published.addToken({ organisation, slugs, createdAt: ports.now(), digest })
  return made
}

const ask = (method: string, path: string, init: RequestInit & { readonly by?: string } = {}) => {
  const { by = token, headers, ...others } = init
  return fetch(`${world.service.baseUrl}${path}`, {
    method,
    ...others,
    headers: { ...(by === '' ? {} : { authorization: `Bearer ${by}` }), ...(headers as object) },
  })
}
const publish = (query: string, init: { readonly by?: string; readonly body?: Uint8Array<ArrayBuffer> } = {}) =>
  ask('POST', `/wallets?${query}`, { body: bundle, headers: { 'content-type': 'application/x-tar' }, ...init })
const badge = async (slug = 'quillfern') => (await ask('GET', `/badge/wallet/${slug}.svg`, { by: '' })).text()
const errorOf = async (answer: Response) => [answer.status, (await answer.json()).error]

/** Runs `verify-report` on bytes, with the root of this installation. */
async function verify(bytes: Uint8Array): Promise<{ readonly code: number; readonly text: string }> {
  const file = join(folder, 'statement.tar')
  writeFileSync(file, bytes)
  return verifyReport([file, '--root', join(folder, 'root.pem')])
}

describe('POST /wallets', () => {
  it('takes nothing without a token, with a wrong, a foreign or a revoked one', async () => {
    for (const by of ['', 'wcp_guess', makePublishToken(world.service.container.ports)])
      expect(await errorOf(await publish('slug=quillfern', { by }))).toEqual([401, 'invalid_publish_token'])
    expect(await errorOf(await publish('slug=else'))).toEqual([403, 'foreign_slug'])
    const ended = await tokenFor('Ended', ['ended'])
    const { published, now } = world.service.container.ports
    const [{ id = '' } = {}] = await published.tokens()
    await published.revokeToken(id, now())
    expect(await errorOf(await publish('slug=ended', { by: ended }))).toEqual([401, 'invalid_publish_token'])
  })

  it('refuses a bundle with a changed byte, of another kind, and what is no bundle, and says why', async () => {
    const changed = Uint8Array.from(bundle)
    const at = Buffer.from(bundle).indexOf('"ics_version"') + 20
    changed[at] = (changed[at] ?? 0) ^ 1
    const refused = async (body: Uint8Array<ArrayBuffer>) => {
      const answer = await publish('slug=quillfern', { body })
      return [answer.status, (await answer.json()).error_description]
    }
    expect(await refused(changed)).toEqual([400, expect.stringMatching(/^The bundle was changed/)])
    expect(await refused(bundle.subarray(0, 100_000))).toEqual([400, expect.stringMatching(/^The bundle was changed/)])
    expect(await refused(new Uint8Array(2000))).toEqual([400, 'The body is not an evidence bundle.'])
    expect(await refused(report)).toEqual([400, expect.stringMatching(/^Only the bundle of official cases/)])
    const json = await ask('POST', '/wallets?slug=quillfern', { body: '{}' })
    expect((await json.json()).error_description).toMatch(/application\/x-tar/)
    expect((await ask('GET', '/badge/wallet/quillfern.svg', { by: '' })).status).toBe(404)
  })

  it('publishes verdicts without sessions, exchanges and testers, signed so that verify-report accepts them', async () => {
    const answer = await publish('slug=quillfern&contact=https://fernwood.example/wallet&days=30')
    const { baseUrl } = world.service
    expect([answer.status, await answer.json()]).toEqual([
      201,
      {
        slug: 'quillfern',
        wallet,
        page_url: `${baseUrl}/wallets/quillfern`,
        version_url: `${baseUrl}/wallets/quillfern/2.4.1`,
        badge_url: `${baseUrl}/badge/wallet/quillfern.svg`,
        expires_at: expect.any(String),
      },
    ])
    const archive = await bytesAt('/wallets/quillfern/2.4.1/statement.tar')
    expect(await verify(archive)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/published statement of a wallet.*Quillfern 2\.4\.1/s),
    })
    const text = Buffer.from(archive).toString()
    expect(text).toContain('"organisation":"Fernwood Labs"')
    for (const session of sessions) expect(text).not.toContain(session)
    expect(text).not.toMatch(/session_id|exchange_id|tester|"items"/)
    const changed = Uint8Array.from(archive)
    changed[text.indexOf('"passed"')] = 88
    expect((await verify(changed)).code).toBe(1)
    expect(await errorOf(await ask('GET', '/wallets/quillfern/2.4.1/bundle.tar', { by: '' }))).toEqual([
      ...[404, 'wallet_not_found'],
    ])
    expect(await badge()).toMatch(/Quillfern 2\.4\.1: \d+\/\d+/)
  })

  it('lets nobody else use the slug, and replaces a statement by a newer one, with its bundle if that is wanted', async () => {
    expect(await errorOf(await publish('slug=quillfern', { by: other }))).toEqual([403, 'foreign_slug'])
    expect(await errorOf(await ask('DELETE', '/wallets/quillfern/2.4.1', { by: other }))).toEqual([403, 'foreign_slug'])
    expect((await publish('slug=quillfern&whole=true')).status).toBe(201)
    expect(Buffer.compare(Buffer.from(await bytesAt('/wallets/quillfern/2.4.1/bundle.tar')), Buffer.from(bundle))).toBe(
      0,
    )
    expect(await world.service.container.ports.published.statements('quillfern')).toHaveLength(1)
    expect((await publish('slug=quillfern')).status).toBe(201)
    expect((await ask('GET', '/wallets/quillfern/2.4.1/bundle.tar', { by: '' })).status).toBe(404)
  })

  it('keeps each edition of a version, with its own address, and shows the newest where none is named', async () => {
    const second = await bytesAt(`/coverage/bundle?${of}&edition=2026-09`)
    expect((await publish('slug=fernwood', { body: second })).status).toBe(201)
    expect((await publish('slug=fernwood')).status).toBe(201)
    const address = (query: string) => `/wallets/fernwood/2.4.1/statement.tar${query}`
    for (const edition of ['2026-07', '2026-09']) {
      const archive = await bytesAt(address(`?edition=${edition}`))
      expect(await verify(archive)).toMatchObject({ code: 0, text: expect.stringContaining(edition) })
      expect(Buffer.from(archive).toString()).toContain(`"edition":"${edition}"`)
    }
    const newest = await bytesAt(address(''))
    expect(Buffer.compare(newest, await bytesAt(address('?edition=b38239b')))).toBe(0)
    expect(await badge('fernwood')).toMatch(/Quillfern 2\.4\.1: \d+\/\d+ · 2026-09/)
    for (const query of ['?edition=2026-08', '?edition=', '?edition=2026-07&edition=2026-09']) {
      expect(await errorOf(await ask('GET', address(query), { by: '' }))).toEqual([404, 'wallet_not_found'])
      expect((await ask('DELETE', `/wallets/fernwood/2.4.1${query}`)).status).toBe(404)
    }

    expect((await ask('DELETE', '/wallets/fernwood/2.4.1?edition=2026-09')).status).toBe(204)
    expect((await ask('GET', address('?edition=2026-09'), { by: '' })).status).toBe(410)
    const left = await bytesAt(address(''))
    expect(Buffer.compare(left, await bytesAt(address('?edition=2026-07')))).toBe(0)
    expect(await badge('fernwood')).toContain('· 2026-07')
    expect((await publish('slug=fernwood', { body: second })).status).toBe(201)
    expect((await ask('DELETE', '/wallets/fernwood/2.4.1')).status).toBe(204)
    for (const query of ['', '?edition=2026-07', '?edition=2026-09'])
      expect((await ask('GET', address(query), { by: '' })).status).toBe(410)
  })

  it('is the operator’s too, who names an organisation', async () => {
    const byOperator = (query: string) =>
      world.call(`/wallets?${query}`, {
        method: 'POST',
        body: bundle,
        headers: { 'content-type': 'application/x-tar' },
      })
    expect((await byOperator('slug=operator')).status).toBe(400)
    expect((await byOperator('slug=operator&organisation=Acme')).status).toBe(201)
    const wrong = await ask('POST', '/wallets?slug=operator', { headers: { 'x-api-key': `${testAdminKey}x` } })
    expect(wrong.status).toBe(401)
  })
})

describe('a published wallet', () => {
  it('expires, and is removed by its publisher for good', async () => {
    world.service.advance(91 * day)
    expect(await badge('operator')).toContain('expired')
    expect((await ask('DELETE', '/wallets/quillfern/9')).status).toBe(404)
    expect((await ask('DELETE', '/wallets/quillfern/2.4.1')).status).toBe(204)
    expect(await badge()).toMatch(/wallet: removed/)
    for (const file of ['statement.tar', 'bundle.tar'])
      expect(await errorOf(await ask('GET', `/wallets/quillfern/2.4.1/${file}`, { by: '' }))).toEqual([
        ...[410, 'wallet_removed'],
      ])
    const rows = await world.client.sdk.collection('published_statements').getFullList()
    const removed = rows.find(({ slug }) => slug === 'quillfern')
    expect([removed?.document, removed?.statement, removed?.bundle]).toEqual([null, '', ''])
  })

  it('is deleted a year after it expired', async () => {
    world.service.advance(366 * day)
    expect((await publish('slug=fernwood')).status).toBe(201)
    expect(await world.service.container.ports.published.listed()).toMatchObject([{ slug: 'fernwood' }])
  })

  it('is not published too often from one address', async () => {
    let last = 201
    for (let count = 0; last !== 429 && count < 40; count++) last = (await publish('slug=fernwood&days=1')).status
    expect(last).toBe(429)
    let wrong = 401
    for (let count = 0; wrong === 401 && count < 40; count++)
      wrong = (await ask('DELETE', '/wallets/fernwood/1', { by: 'x' })).status
    expect(wrong).toBe(429)
    expect((await ask('DELETE', '/wallets/fernwood/2.4.1')).status).toBe(204)
  })
})
