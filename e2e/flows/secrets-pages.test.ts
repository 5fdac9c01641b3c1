import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecretProbe, type ReadPlace } from '@/lib/server/pipelines/secret-probe'
import { createWalletDriver } from '@/lib/server/pipelines/wallet-driver'
import { adminKeyOf, endStarts, ready, type Start, started, withoutTemporal } from '@/lib/testing/npm-start'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import { findSecrets, type Place, secretsOf } from '@/lib/wallet/secrets/wallet-secrets'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/presenting-wallet'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { inTurn } from '@/scripts/thorough.mjs'

/**
 * No page contains a secret that a wallet sent, neither in the document nor in the data for rendering it again. Only a
 * session's pages show the code of its offer, on purpose.
 */
const pid = 'urn:eu.europa.ec.eudi:pid:1'
const ways: readonly (readonly [
  what: string,
  session: object,
  run: { profile?: Partial<WalletProfile>; misbehave?: string },
])[] = [
  ['code flow with attestation', { flow: 'authorization_code' }, { profile: { clientAuthentication: 'attestation' } }],
  [
    'encrypted mdoc',
    { credential_configuration_id: `${pid}.mdoc.key-attestation-required` },
    { profile: { encrypt: true } },
  ],
  ['attestation proof', {}, { profile: { proof: 'attestation', attestedKeys: 2 } }],
  ['refused proof', { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, { misbehave: 'vci.proof.jwt.aud' }],
]

let service: Start
beforeAll(async () => {
  service = await started({ ...withoutTemporal, SESSION_RATE_LIMIT: '0' })
  await ready(service)
})
afterAll(endStarts, 120_000)

const tabs = ['raw', 'decoded', 'diff']

/** Reads a page as a document, and as the data that Next sends to render it again. */
async function read(path: string): Promise<Place[]> {
  const document = await fetch(service.origin + path)
  const data = await fetch(service.origin + path, { headers: { RSC: '1' } })
  expect([document.status, data.status]).toEqual([200, 200])
  expect(data.headers.get('content-type')).toContain('text/x-component')
  return [
    { name: path, bytes: Buffer.from(await document.arrayBuffer()) },
    { name: `${path} as data`, bytes: Buffer.from(await data.arrayBuffer()) },
  ]
}

/** The tabs of each exchange. Without `THOROUGH` one of them, and another for the same request of the next test. */
async function readTabs(inspector: string, exchanges: readonly { id: string }[], turn: number): Promise<Place[]> {
  const pages: Place[] = []
  for (const [index, { id }] of exchanges.entries())
    for (const tab of inTurn(tabs, turn + index)) pages.push(...(await read(`${inspector}?exchange=${id}&tab=${tab}`)))
  return pages
}

it.each(ways.map((way, turn) => [...way, turn] as const))(
  'no page shows a secret of a wallet: %s',
  async (what, session, options, turn) => {
    const made = await fetch(`${service.origin}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flow: 'pre_authorized_code', ...session }),
    })
    const created = await made.json()
    const run = await runAtIssuer({ deeplink: created.deeplink, ...options })
    expect(run.outcome).toBe(options.misbehave === undefined ? 'credential_stored' : 'refused_by_issuer')
    const secrets = secretsOf(run, what)
    expect(secrets.size).toBeGreaterThan(20)

    const inspector = `/inspect/issuance/${created.session_id}`
    const { exchanges } = await (await fetch(`${service.origin}/sessions/${created.session_id}`)).json()
    const pages = await readTabs(inspector, exchanges, turn)
    pages.push(...(await read(`${inspector}?all=1`)))
    const isOffer = (name: string) => name.includes('pre-authorized_code')
    const beyondOffer = new Map([...secrets].filter(([name]) => !isOffer(name)))
    // The code is one value, whatever the name it was sent under.
    for (const [name, value] of secrets)
      if (isOffer(name)) for (const [other, same] of beyondOffer) if (same === value) beyondOffer.delete(other)
    expect(findSecrets(pages, beyondOffer)).toEqual([])
    expect(findSecrets(await read('/ledger'), secrets)).toEqual([])
    // Shows that the search finds what is there.
    const shown = new Map([['the session', String(created.session_id)]])
    expect(new Set(findSecrets(pages, shown).map(({ place }) => place)).size).toBe(pages.length)
  },
  180_000,
)

/** A claim name that a page must not interpret as markup. */
const hostileName = '<img src=x onerror=alert(1)>'

it.each([
  ['direct_post', 0],
  ['direct_post.jwt', 1],
])(
  'no page shows a value, salt or token of a presentation, or markup of its issuer: %s',
  async (response_mode, turn) => {
    const value = (name: string) => `Otter-${name}-${randomBytes(9).toString('hex')}`
    const shown = {
      family_name: value('family'),
      [hostileName]: value('hostile'),
      address: { locality: value('place') },
    }
    const credential = await holdCredential(await createCredentialMaker(Date.now()), { payload: shown })
    const secrets = new Map(
      [shown.family_name, shown[hostileName], shown.address.locality].map((text) => [String(text), String(text)]),
    )
    const [jwt = '', ...disclosures] = credential.raw.split('~')
    for (const part of jwt.split('.').slice(1)) secrets.set(`of the issuer-signed JWT: ${part.slice(0, 8)}`, part)
    for (const disclosure of disclosures.filter((part) => part !== '')) {
      secrets.set(`Disclosure ${disclosure.slice(0, 8)}`, disclosure)
      secrets.set(`salt of ${disclosure.slice(0, 8)}`, JSON.parse(Buffer.from(disclosure, 'base64url').toString())[0])
    }

    const claims = [{ path: ['family_name'] }, { path: [hostileName] }, { path: ['address', 'locality'] }]
    const credentials = [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }]
    const made = await fetch(`${service.origin}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_mode, dcql_query: { credentials } }),
    })
    const { session_id, deeplink } = await made.json()
    const run = await runAtVerifier({ deeplink, credentials: [credential] })
    expect(run.outcome).toBe('presented')
    const session = await (await fetch(`${service.origin}/openid4vp/sessions/${session_id}`)).json()
    expect(session.status).toBe('presentation_validated')

    const inspector = `/inspect/presentation/${session_id}`
    const pages = await read(`${inspector}?all=1`)
    pages.push(...(await readTabs(inspector, session.exchanges, turn)), ...(await read('/ledger')))
    expect(findSecrets(pages, secrets)).toEqual([])
    const documents = pages.filter(({ name }) => !name.endsWith('as data'))
    expect(documents.filter(({ bytes }) => bytes.includes(hostileName)).map(({ name }) => name)).toEqual([])
    // Shows that the search finds what is there: the claim name, written as text.
    expect(pages[0]?.bytes.toString()).toContain('&lt;img src=x onerror=alert(1)&gt;')
  },
  180_000,
)

it('the secret probe reads each tab of each exchange, and finds a secret that only one of them shows', async () => {
  const http = createNodeClient({ timeoutMillis: 60_000 })
  const wallet = createWalletDriver({ baseUrl: service.origin, adminKey: adminKeyOf(service), http })
  const { signal } = new AbortController()
  const sessions: { readonly id: string; readonly kind: 'issuance' | 'presentation' }[] = []
  for (const [kind, path, body] of [
    ['issuance', '/sessions', { flow: 'authorization_code' }],
    ['presentation', '/openid4vp/sessions', {}],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const made = await fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { session_id: sessionId, deeplink } = await made.json()
    sessions.push({ id: sessionId, kind })
    await wallet.session({ run: 'a-run', pipeline: 'apipeline', kind, sessionId, deeplink, txCode: null, signal })
  }
  const memory = wallet.memoryOf('a-run')
  const secret = [...secretsOf({ log: memory?.exchanges ?? [], credentials: [] }, '')].find(([name]) =>
    name.endsWith('got access_token'),
  )?.[1]
  expect(secret).toMatch(/.{12}/)
  const pages = new Map<string, Buffer>()
  const reading =
    (leak: (path: string) => string): ReadPlace =>
    async (path) => {
      const known = pages.get(path)
      const bytes = known ?? Buffer.from(await (await fetch(service.origin + path)).arrayBuffer())
      pages.set(path, bytes)
      return { status: 200, bytes: Buffer.concat([bytes, Buffer.from(path.startsWith('/inspect/') ? leak(path) : '')]) }
    }
  const probe = (leak: (path: string) => string) =>
    createSecretProbe({ memoryOf: wallet.memoryOf, read: reading(leak) })({
      run: 'a-run',
      pipeline: 'apipeline',
      sessions,
      campaigns: [],
      signal,
    })
  expect(await probe(() => '')).toEqual({ passed: true, detail: '' })
  const responses = [...pages.keys()].filter((path) => path.endsWith('&tab=raw'))
  expect(responses.length).toBeGreaterThan(10)
  const [one] = responses
  expect(await probe((path) => (path === one ? ` ${secret}` : ''))).toMatchObject({
    passed: false,
    detail: expect.stringContaining('HTML of exchange 1, raw'),
  })
}, 180_000)
