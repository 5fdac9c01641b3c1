import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import type { Exchange, HeaderField, Reply } from '@/lib/core/shared/http/exchange'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import type { Signer } from '@/lib/core/shared/ports/ports'
import { epochMillis } from '@/lib/core/shared/time/time'
import { utf8 } from '@/lib/core/shared/values/base64url'
import { deviationOf, verifierDeviations } from '@/lib/core/verifier/deviations'
import type { VerifierDeviation } from '@/lib/core/verifier/deviations/verifier-deviation'
import { readEnvironment } from '../basics/env'
import type { Container } from '../container'
import { answerExchange } from '../http/router'
import { createContainer } from '../wiring/create-container'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-capture-worlds-'))
})
afterAll(() => rm(directory, { recursive: true }))

const baseUrl = 'http://localhost:3999'
const at = epochMillis(Date.UTC(2026, 5, 1))
const now = () => at
/** The same in both services compared. It is created once, because nothing else in them is random. */
let responseKey: Awaited<ReturnType<Container['ports']['verifierKeys']['createResponseKey']>> | null = null

/** A deterministic service. */
async function openWorld() {
  const settings = readEnvironment({
    PORT: '3999',
    BASE_URL: baseUrl,
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    SESSION_RATE_LIMIT: '0',
  })
  const store = createMemoryStore({ now, ledgerSize: settings.ledgerSize })
  const commits: unknown[] = []
  const container = await createContainer({
    settings,
    now,
    openStore: async () => ({
      ...store,
      commit: (commit) => {
        commits.push(commit)
        return store.commit(commit)
      },
      healthy: async () => 'up',
      purge: async () => ({ sessions: 0, exchanges: 0, values: 0, keys: 0 }),
      close: async () => undefined,
    }),
  })
  const { ports } = container
  responseKey ??= await ports.verifierKeys.createResponseKey()
  const key = responseKey
  let count = 0
  const uuid = () => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`
  const random = (bytes: number) => new Uint8Array(bytes).fill(count++ % 256)
  const foretold = (signer: Signer): Signer => ({
    ...signer,
    sign: (data) => new Uint8Array([...ports.sha256(data), ...ports.sha256(data)]),
  })
  const { verifierKeys } = ports
  const world: Container = {
    ...container,
    monotonicMillis: () => 0,
    ports: {
      ...ports,
      uuid,
      random,
      verifierKeys: {
        secondSigner: verifierKeys.secondSigner && foretold(verifierKeys.secondSigner),
        requestSigner: foretold(verifierKeys.requestSigner),
        selfSignedSigner: foretold(verifierKeys.selfSignedSigner),
        signerByCertificate: (hash) => {
          const signer = verifierKeys.signerByCertificate(hash)
          return signer && foretold(signer)
        },
        wrongSigner: (how) => verifierKeys.wrongSigner(how),
        attestationIssuer: async () => foretold(await verifierKeys.attestationIssuer()),
        createResponseKey: async () => key,
        openResponseKey: (sealed) => verifierKeys.openResponseKey(sealed),
      },
    },
  }
  const send = async (
    method: string,
    target: string,
    body = '',
    headers: readonly HeaderField[] = [],
  ): Promise<Reply> => {
    const [path = '', query = null] = target.split('?')
    const exchange: Exchange = {
      id: exchangeId(uuid()),
      at,
      method,
      path,
      query,
      headers: [['Host', 'localhost:3999'], ...headers],
      body: utf8(body),
      bodyOverflow: false,
      bodyBytes: utf8(body).length,
      remoteAddress: '127.0.0.1',
    }
    const reply = await answerExchange(exchange, world)
    if (reply === null) throw new Error(`${target} is a page.`)
    return reply
  }
  return { send, commits, close: () => container.close() }
}

const json: readonly HeaderField[] = [['Content-Type', 'application/json']]
const form: readonly HeaderField[] = [['Content-Type', 'application/x-www-form-urlencoded']]

/** Everything that the service sends and stores for sessions with these members. */
async function artefacts(bodies: readonly object[]): Promise<string> {
  const { send, commits, close } = await openWorld()
  const replies: Reply[] = []
  for (const body of bodies) {
    const created = await send('POST', '/openid4vp/sessions', JSON.stringify(body), json)
    replies.push(created)
    if (created.body?.kind !== 'json') throw new Error('The session was not made.')
    const { session_id, authorization_request } = created.body.value as {
      session_id: string
      authorization_request: { state: string }
    }
    const session = `/openid4vp/sessions/${session_id}`
    const nonce = 'wallet_nonce=of-the-wallet-0123456789'
    const error = `error=access_denied&state=${authorization_request.state}`
    replies.push(
      await send('GET', `${session}/deeplink`),
      await send('GET', `${session}/request`),
      await send('POST', `${session}/request`, nonce, form),
      await send('POST', `${session}/response`, error, form),
      await send('GET', `${session}/request`),
      await send('GET', session),
      await send('GET', `${session}/events`),
    )
  }
  await close()
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  return JSON.stringify({ replies, commits }, null, 1)
}

/** What the registry lists; it is restored afterwards. */
async function withEmptyRegistry<T>(act: () => Promise<T>): Promise<T> {
  const list = verifierDeviations as VerifierDeviation[]
  const kept = list.splice(0)
  try {
    return await act()
  } finally {
    list.push(...kept)
  }
}

const plain = [{}, { request_delivery: 'by_value', response_mode: 'direct_post' }, { request_uri_method: 'post' }]

it('a session without a refusal test is byte for byte what it would be were there no such tests', async () => {
  const usual = await artefacts(plain)
  expect(usual).toContain('oauth-authz-req+jwt')
  expect(await artefacts(plain)).toBe(usual)
  expect(await artefacts(plain.map((body) => ({ ...body, negative_test: null })))).toBe(usual)
  expect(await artefacts(plain.map((body) => ({ ...body, negative_test: 'no_typ' })))).not.toBe(usual)
  // Nor does what says that there is nothing of the European trust framework.
  const withoutTrust = { trust_framework: 'test_root', registration_certificate: 'auto', wallet_policy: 'warn' }
  expect(await artefacts(plain.map((body) => ({ ...body, ...withoutTrust })))).toBe(usual)

  const usualWithoutRegistry = await withEmptyRegistry(async () => {
    expect(deviationOf({ options: { negative_test: 'no_typ' } })).toBeNull()
    return artefacts(plain)
  })
  expect(usualWithoutRegistry).toBe(usual)
  expect(deviationOf({ options: { negative_test: 'no_typ' } })).not.toBeNull()
})
