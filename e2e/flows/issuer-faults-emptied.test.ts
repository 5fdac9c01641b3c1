import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import type { Ports, Signer } from '@/lib/core/ground/ports/ports'
import type { JsonObject } from '@/lib/core/ground/values/json'
import { issuerDeviations, needsOwnIssuer } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp, WireAnswer } from '@/lib/wallet/http/wire'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import { ofEachKind } from '@/scripts/thorough.mjs'

/** Service and wallet are deterministic here, so that equal sessions give equal bytes. */
let service: TestService
let attester: KeyAttester
let ports: Ports
const keys = Array.from({ length: 12 }, () => generateKey())
const send = createNodeClient()
const now = Date.now()

beforeAll(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  // The OpenAPI document does not describe deliberately wrong answers, and the control below sends all of them.
  service = await startService({ compared: false })
  attester = await createKeyAttester(now)
  ports = { ...service.container.ports }
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})

const hashed = (text: string | Uint8Array, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) =>
    createHash('sha256')
      .update(String(index >> 5))
      .update(text)
      .digest()
      .readUInt8(index & 31),
  )

/**
 * Real signatures are random; these are constant. The access token keeps a valid one, because the service verifies it.
 */
const withoutChance = (signer: Signer): Signer => ({ ...signer, sign: (data) => hashed(data, 64) })

/** What is still random: the signature of the access token, and a name derived from the exchange id. */
const withoutRest = (text: string): string =>
  text.replace(/("access_token":"[^".]+\.[^".]+\.)[^"]+/, '$1').replace(/("notification_id":")[^"]+/, '$1')

/** Starts over: an empty store, and the same values in the same order. */
function restart(): void {
  let values = 0
  const next = () => `value ${values++}`
  const { now: clock } = ports
  Object.assign(service.container.ports, {
    store: createMemoryStore({ now: clock }),
    random: (length: number) => hashed(next(), length),
    uuid: () => `00000000-0000-4000-8000-${String(++values).padStart(12, '0')}`,
    issuerKeys: (id: string) => {
      const own = ports.issuerKeys(id)
      return {
        ...own,
        credential: withoutChance(own.credential),
        mdoc: withoutChance(own.mdoc),
      }
    },
  })
}

/** Each answer that the tester and the wallet get, in order. */
async function artefacts(body: JsonObject, encrypt = false): Promise<string[]> {
  restart()
  const answers: string[] = []
  const seen = ({ status, headers, body: text }: WireAnswer): void => {
    const fields = headers.filter(([name]) => name.toLowerCase() !== 'date')
    answers.push(JSON.stringify([status, fields, withoutRest(text)]))
  }
  const noting: SendHttp = async (request) => {
    const answer = await send(request)
    seen(answer)
    return answer
  }
  const ask = (method: string, path: string, text: string | null = null) =>
    noting({ method, url: `${service.baseUrl}${path}`, headers: [], body: text })
  const made = await ask('POST', '/sessions', JSON.stringify(body))
  expect(made.status, made.body).toBe(201)
  const { session_id, deeplink, tx_code } = JSON.parse(made.body)
  await ask('GET', `/sessions/${session_id}/offer`)
  await ask('GET', `/sessions/${session_id}/deeplink`)
  let key = 0
  let random = 0
  const run = await runAtIssuer({
    deeplink,
    profile: { encrypt },
    ...(tx_code === undefined ? {} : { txCode: tx_code }),
    http: noting,
    clock: () => now,
    keys: () => keys[key++]!,
    random: (bytes) => hashed(`wallet ${random++}`, bytes),
    attester,
  })
  expect(run.log.length).toBeGreaterThan(0)
  return answers
}

/** What the registry lists; it is restored afterwards. */
async function withEmptyRegistry<T>(act: () => Promise<T>): Promise<T> {
  const list = issuerDeviations as IssuerDeviation[]
  const kept = list.splice(0)
  try {
    return await act()
  } finally {
    list.push(...kept)
  }
}

/** Compares step by step, so that a difference names its place and prints no credential. */
const digests = (answers: readonly string[] = []): string[] =>
  answers.map((answer) => `${answer.slice(0, 40)} ${createHash('sha256').update(answer).digest('hex')}`)

/** One for each answer that a deviation can change, and each endpoint that can refuse: where the registry is asked. */
const shared = issuerDeviations.filter((deviation) => !needsOwnIssuer(deviation))
const faults = ofEachKind(shared, ({ changes }) => [...Object.keys(changes).sort(), changes.refusal?.at].join(' ')).map(
  (fault) => [fault.id, fault] as const,
)
const ordinary = ({ needs }: IssuerDeviation): JsonObject => ({
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  ...needs,
})

describe('with the registry of deviations emptied', () => {
  it.each(faults)('a session with %s gives the bytes of one without', async (id, fault) => {
    const [without, faulty] = await withEmptyRegistry(async () => [
      await artefacts(ordinary(fault)),
      await artefacts({ ...ordinary(fault), fault: id }),
    ])
    expect(without?.some((answer) => answer.includes('notification_id'))).toBe(true)
    expect(digests(faulty)).toEqual(digests(without))
  })

  // A late answer has the bytes of one in time, and an encrypted one other bytes each time.
  const inBytes = faults.filter(([, { changes }]) => !changes.plain && changes.holdSeconds === undefined)
  it.each(inBytes)('%s is what makes the difference', async (id, fault) => {
    const without = await artefacts(ordinary(fault))
    expect(digests(await artefacts({ ...ordinary(fault), fault: id }))).not.toEqual(digests(without))
    expect(digests(await artefacts(ordinary(fault)))).toEqual(digests(without))
  })

  it.each(faults.filter(([, { changes }]) => changes.plain))('%s makes an answer plain', async (id, fault) => {
    // Ciphertext differs each time, so only its shape can be compared.
    const types = async (body: JsonObject) =>
      (await artefacts(body, true)).map((answer) => /"Content-Type","([^"]+)"/.exec(answer)?.[1] ?? null)
    const without = await types(ordinary(fault))
    expect(without).toContain('application/jwt')
    expect(await types({ ...ordinary(fault), fault: id })).not.toContain('application/jwt')
  })
})
