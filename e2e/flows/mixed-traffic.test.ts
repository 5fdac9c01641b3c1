import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { WireRequest } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** One client with two sessions of one issuer: what it does in one must not change what the other came to. */
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const send = createNodeClient()

interface Created {
  readonly session_id: string
  readonly deeplink: string
  readonly issuer_identifier: string
  readonly offer_url: string
}

async function create(offer = 'credential_offer'): Promise<Created> {
  const body = JSON.stringify({ flow: 'authorization_code', credential_offer_mode: offer })
  return (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
}

/** Runs the reference wallet; `before` is called with each request that it is about to send. */
const run = ({ deeplink }: Created, before: (request: WireRequest) => Promise<void> = async () => {}) =>
  runAtIssuer({
    deeplink,
    clock: service.now,
    http: async (request) => {
      await before(request)
      return send(request)
    },
  })

/** Runs the wallet under another name up to a pushed request that is refused, and names no session. */
const pushUnnamed = (userAgent: string, { deeplink }: Created) =>
  runAtIssuer({
    deeplink,
    misbehave: 'vci.par.dpop_present',
    clock: service.now,
    http: ({ headers, body, ...request }) =>
      send({
        ...request,
        headers: headers.map(([name, value]) => [name, name === 'User-Agent' ? userAgent : value]),
        body: body?.replace(/&?issuer_state=[^&]*/, '') ?? null,
      }),
  })

/** Everything that counts or numbers, in the interface and on the page. */
async function counted({ session_id: id }: Created) {
  const view: IssuanceSessionView = await (await fetch(`${service.baseUrl}/sessions/${id}`)).json()
  const { conformance: _findings, ...checks } = view.checks
  const { exchanges } = inspectSession(issuerFlow, { session: view, intended: {} })
  const numbers = exchanges.flatMap(({ number }) => number ?? [])
  const report = await (await fetch(`${service.baseUrl}/sessions/${id}/report?format=junit`)).text()
  const tests = ['<testcase ', '<failure', '<skipped'].map((tag) => report.split(tag).length - 1)
  return { status: view.status, checks, outcome: view.outcome, numbers, tests, recorded: view.recorded.exchanges }
}

/** A session in which the wallet starts another one before the last step. `disturb` sends what names no session. */
async function overlapped(disturb: (created: Created, userAgent: string) => Promise<void> = async () => {}) {
  const [slow, quick] = [await create(), await create()]
  await run(slow, async ({ url, headers }) => {
    if (url.endsWith('/credential')) await run(quick)
    const userAgent = headers.find(([name]) => name === 'User-Agent')?.[1] ?? ''
    if (url.endsWith('/notification')) await disturb(slow, userAgent)
  })
  return counted(slow)
}

describe('a session', () => {
  it('keeps verdict, counts and numbers when its client goes on to another session', async () => {
    const first = await create()
    expect((await run(first)).outcome).toBe('credential_stored')
    const alone = await counted(first)
    expect(alone).toMatchObject({ status: 'credential_accepted', checks: { summary: { mixed_traffic: false } } })
    const second = await create()
    await run(second)
    expect(await counted(first)).toEqual(alone)
    expect(await counted(second)).toMatchObject({ status: alone.status, checks: { summary: { mixed_traffic: false } } })
  })

  it('keeps what named no session when its client starts again at once', async () => {
    const client: [string, string] = ['User-Agent', `wallet/${randomUUID()}`]
    const open = async () => {
      const created = await create('credential_offer_uri')
      await send({ method: 'GET', url: created.offer_url, headers: [client], body: null })
      return created
    }
    const first = await open()
    const { origin, pathname } = new URL(first.issuer_identifier)
    const metadata = `${origin}/.well-known/openid-credential-issuer${pathname}`
    expect((await send({ method: 'POST', url: metadata, headers: [client], body: null })).status).toBe(405)
    const alone = await counted(first)
    expect(alone.numbers).toEqual([1, 2])
    await open()
    expect(await counted(first)).toEqual(alone)
  })

  it('each gets the refused request that a client pushed without issuer_state', async () => {
    const userAgent = `wallet/${randomUUID()}`
    for (let attempt = 0; attempt < 3; attempt++) {
      const created = await create('credential_offer_uri')
      await pushUnnamed(userAgent, created)
      expect((await counted(created)).outcome).toMatchObject({ id: 'refused', sentence: 'A request was refused' })
    }
  })

  it('under way with another says so, and neither counts nor numbers what names neither', async () => {
    await overlapped()
    // From here on the wallet is known: what it did in an earlier session is judged too.
    const usual = await overlapped()
    const disturbed = await overlapped(async ({ issuer_identifier }, userAgent) => {
      const { origin, pathname } = new URL(issuer_identifier)
      const metadata = `${origin}/.well-known/openid-credential-issuer${pathname}`
      const client: [string, string] = ['User-Agent', userAgent]
      expect((await send({ method: 'GET', url: metadata, headers: [client], body: null })).status).toBe(200)
      const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
      const body = 'client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=a.b.c'
      const refused = await send({ method: 'POST', url: `${issuer_identifier}/par`, headers: [client, form], body })
      expect(refused.status).toBe(400)
    })
    expect(usual.checks.summary.mixed_traffic).toBe(true)
    expect(disturbed).toEqual({ ...usual, recorded: usual.recorded + 2 })
    expect(usual.numbers).toEqual(usual.numbers.map((_number, index) => index + 1))
  })
})
