import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpAnswer, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { generateKey } from '@/lib/wallet/jose/key'

/** A request for many credentials lets others have their turn between two of them. */
const count = 6
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'
const deferred = { deferred: { interval: 1, pending: 0 } }

/** A wallet with a key for each credential, and what it asks for them with. */
async function walletFor(keys: number, session: JsonRecord, laboratory: JsonRecord) {
  const wallet = await createHandWallet(service, {
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    dpop_nonce: 'off',
    ...session,
    laboratory: { batch: { size: count }, ...laboratory },
  })
  const token = await wallet.obtainToken()
  const nonce = await wallet.freshNonce()
  const jwt = Array.from({ length: keys }, () =>
    wallet.proof(nonce, null, (draft) => {
      const key = generateKey()
      Object.assign(draft, { key })
      Object.assign(draft.header, { jwk: { ...key.publicJwk } })
    }),
  )
  const ask = () =>
    wallet.requestCredential({
      nonce,
      request: (request) => {
        request.proofs = { jwt }
      },
    })
  return { wallet, token, ask }
}

const comeBack = (wallet: HandWallet, token: string, transaction_id: unknown) =>
  http({
    method: 'POST',
    path: wallet.path('deferred'),
    headers: [
      ['Authorization', `DPoP ${token}`],
      ['Content-Type', 'application/json'],
      ['DPoP', wallet.dpop('deferred', token)],
    ],
    body: JSON.stringify({ transaction_id }),
  })

/** Answers a request; `atTurn` runs at each turn that others have meanwhile. */
async function withTurns(answer: () => Promise<HttpAnswer>, atTurn: () => unknown): Promise<HttpAnswer> {
  const { ports } = service.container
  const { turn } = ports
  Object.assign(ports, {
    turn: async () => {
      await atTurn()
      return turn()
    },
  })
  return answer().finally(() => Object.assign(ports, { turn }))
}

async function turnsFor(answer: () => Promise<HttpAnswer>, keys: number): Promise<number> {
  let turns = 0
  const { status, body } = await withTurns(answer, () => {
    turns += 1
  })
  expect(status, body).toBe(200)
  expect((JSON.parse(body) as { credentials: unknown[] }).credentials).toHaveLength(keys)
  return turns
}

describe('a long response', () => {
  /** One credential with so many texts of 4000 characters. */
  const walletOf = (texts: number) => {
    const claims = Object.fromEntries(Array.from({ length: texts }, (_, index) => [`c${index}`, 'x'.repeat(4000)]))
    const own = { credentials: [{ id: 'own', format: 'mso_mdoc', doctype: 'own', claims }] }
    return walletFor(1, { credential_configuration_id: 'own' }, own)
  }
  const turnsOf = async (answer: () => Promise<HttpAnswer>) => {
    let turns = 0
    const { status, body } = await withTurns(answer, () => {
      turns += 1
    })
    expect(status, body).toBe(200)
    return turns
  }

  it('is redacted in turns', async () => {
    expect(await turnsOf((await walletOf(1)).ask)).toBe(0)
    expect(await turnsOf((await walletOf(15)).ask)).toBeGreaterThan(10)
  })
})

describe.each([
  ['SD-JWT VCs', {}],
  ['mdocs', { credential_configuration_id: mdoc }],
] as const)('a batch of %s', (_format, session) => {
  it('is read and issued with a turn between two proofs, and between two credentials', async () => {
    const turns = async (keys: number) => turnsFor((await walletFor(keys, session, {})).ask, keys)
    expect([await turns(1), await turns(count)]).toEqual([0, 2 * (count - 1)])
  })

  it('that was deferred is issued with a turn between two credentials', async () => {
    const turns = async (keys: number) => {
      const { wallet, token, ask } = await walletFor(keys, session, deferred)
      const { transaction_id: id } = (await ask()).object()
      return turnsFor(() => comeBack(wallet, token, id), keys)
    }
    expect([await turns(1), await turns(count)]).toEqual([0, count - 1])
  })

  covers('D4')
  it('lets another request be answered before it is issued', async () => {
    const { ask } = await walletFor(count, session, {})
    const answered: string[] = []
    const answer = await withTurns(ask, async () => {
      if (answered.length === 0)
        answered.push(
          `other ${(await http({ path: '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound' })).status}`,
        )
    })
    answered.push(`batch ${answer.status}`)
    expect(answered).toEqual(['other 200', 'batch 200'])
  })
})
