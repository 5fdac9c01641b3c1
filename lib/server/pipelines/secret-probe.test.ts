import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { secretsOf } from '@/lib/wallet/secrets/wallet-secrets'
import { createSecretProbe, type ReadPlace } from './secret-probe'
import { createWalletDriver } from './wallet-driver'

const adminKey = 'an-admin-key-of-this-test'
const run = 'a-run'
const pipeline = 'apipeline'
const { signal } = new AbortController()
let service: TestService
let wallet: ReturnType<typeof createWalletDriver>
let sessions: { readonly id: string; readonly kind: 'issuance' | 'presentation' }[]

async function made(path: string, body: object): Promise<{ session_id: string; deeplink: string; tx_code?: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(201)
  return response.json()
}

beforeAll(async () => {
  service = await startService({ env: { ADMIN_API_KEY: adminKey, DPOP_NONCE: 'required' } })
  wallet = createWalletDriver({ baseUrl: service.baseUrl, adminKey, http: createNodeClient({ timeoutMillis: 60_000 }) })
  const issued = await made('/sessions', { flow: 'authorization_code' })
  const presented = await made('/openid4vp/sessions', {})
  sessions = [
    { id: issued.session_id, kind: 'issuance' },
    { id: presented.session_id, kind: 'presentation' },
  ]
  const task = { run, pipeline, txCode: null, signal }
  const { session_id: first, deeplink: offer } = issued
  const { session_id: second, deeplink: request } = presented
  await wallet.session({ ...task, kind: 'issuance', sessionId: first, deeplink: offer })
  await wallet.session({ ...task, kind: 'presentation', sessionId: second, deeplink: request })
})
afterAll(() => service.close())

const texts = new Map<string, Promise<string>>()
const textOf = (path: string): Promise<string> => {
  const text = texts.get(path) ?? fetch(service.baseUrl + path).then((response) => response.text())
  texts.set(path, text)
  return text
}

/** A page with the mark of the tab that it shows. */
const drawn = (path: string): string =>
  `<main>${path}<a aria-current="page" href="${path.replace(/^[^?]*/, '').replace('&', '&amp;')}">here</a></main>`

/** What the service shows, but for its pages, which the flow tests read; `leak` changes it. */
const reading =
  (leak: (path: string, text: string) => string = (_path, text) => text): ReadPlace =>
  async (path) => {
    if (path.startsWith('/inspect/')) return { status: 200, bytes: Buffer.from(leak(path, drawn(path))) }
    return { status: 200, bytes: Buffer.from(leak(path, await textOf(path))) }
  }
const probe = (read: ReadPlace, memoryOf = wallet.memoryOf) =>
  createSecretProbe({ memoryOf, read })({ run, pipeline: 'apipeline', sessions, campaigns: [], signal })
const secrets = (): ReadonlyMap<string, string> => {
  const memory = wallet.memoryOf(run)
  return secretsOf({ log: memory?.exchanges ?? [], credentials: memory?.credentials ?? [] }, 'wallet')
}

describe('the secret probe', () => {
  it('passes where the service shows none of the secrets of the wallet', async () => {
    expect(await probe(reading())).toEqual({ passed: true, detail: '' })
  })

  it('reads everything for the pipeline of its run, whose sessions alone are open to that', async () => {
    const pipelines = new Set<string>()
    const read = reading()
    await probe((path, asked) => {
      pipelines.add(asked.pipeline)
      return read(path, asked)
    })
    expect([...pipelines]).toEqual(['apipeline'])
  })

  it.each([
    ['a code', / sent code$/],
    ['a verifier of it', / sent code_verifier$/],
    ['a token', / got access_token$/],
    ['a nonce', / got c_nonce$/],
    ['a nonce for DPoP', / DPoP-Nonce$/],
    ['a proof', / sent (jwt|key_attestation)$/],
    ['a DPoP proof', / DPoP$/],
    ['a credential', /stored credential 0$/],
    ['a presentation', / presentation$/],
  ])('fails where %s is shown, in each place and encoding, and repeats nothing of it', async (_what, name) => {
    const [, secret = ''] = [...secrets()].find(([known]) => name.test(known)) ?? []
    expect(secret.length).toBeGreaterThan(11)
    const second: string = JSON.parse(await textOf(`/sessions/${sessions[0]?.id}`)).exchanges[1].id
    for (const [place, isThere] of [
      ['JSON', (path: string) => !path.startsWith('/inspect') && !path.includes('/report')],
      ['HTML', (path: string) => path.endsWith('?all=1')],
      ['HTML of exchange 2, raw', (path: string) => path.endsWith(`?exchange=${second}&tab=raw`)],
      ['HTML report', (path: string) => path.endsWith('=html')],
      ['HAR', (path: string) => path.endsWith('=har')],
    ] as const)
      for (const shown of [secret, encodeURIComponent(secret), Buffer.from(`x${secret}`).toString('base64')]) {
        const { passed, detail } = await probe(
          reading((path, text) => {
            if (!isThere(path)) return text
            return place === 'JSON'
              ? JSON.stringify({ ...JSON.parse(text), shown })
              : text.replace(/.$/s, ` ${shown} $&`)
          }),
        )
        expect([passed, detail]).toEqual([false, expect.stringContaining(` in ${place} `)])
        expect(detail).not.toContain(secret)
        expect(detail).not.toContain(secret.slice(0, 12))
      }
  })

  it('names a secret once, with all its places, whatever names it was sent under', async () => {
    const [name = '', secret = ''] = [...secrets()].find(([known]) => / got access_token$/.test(known)) ?? []
    const [first] = sessions
    const { detail } = await probe(
      reading((path, text) =>
        path === `/inspect/issuance/${first?.id}?all=1` || path.endsWith('=har') ? `${text} ${secret} ${secret}` : text,
      ),
    )
    const found = detail.split('; ')
    const ofToken = found.filter((one) => one.startsWith(`${name} in `) || one.includes(' Authorization in '))
    expect(ofToken).toEqual([`${name} in HTML as it is, HAR as it is`])
    expect(new Set(found.map((one) => one.split(' in ')[0])).size).toBe(found.length)
  })

  it('says nothing of a run whose wallet was in another process, or whose evidence it cannot read', async () => {
    await expect(probe(reading(), () => null)).rejects.toThrow('in another process')
    await expect(probe(async () => ({ status: 401, bytes: Buffer.alloc(0) }))).rejects.toThrow('answered 401')
    await expect(probe(async () => ({ status: 200, bytes: Buffer.from('{}') }))).rejects.toThrow('not that of')
    const otherTab = reading((path, text) => (path.endsWith('&tab=decoded') ? text.replace('tab=decoded"', '"') : text))
    await expect(probe(otherTab)).rejects.toThrow('The HTML of exchange 1, decoded is not that of the session.')
  })
})
