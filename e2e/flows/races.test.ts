import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpAnswer } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { thorough } from '@/scripts/thorough.mjs'

/**
 * What may be used once is used once, even by two simultaneous requests.
 */
let pocketBase: TestPocketBase
let service: TestService
/** A second server over the same storage: the two know of each other only through it. */
let twin: TestService
beforeAll(async () => {
  pocketBase = await startPocketBase()
  service = await startService({ pocketBase })
  twin = await startService({ pocketBase, env: { BASE_URL: service.baseUrl } })
})
afterAll(async () => {
  await service.close()
  await twin.close()
  await pocketBase.remove()
})

const counts = (answers: readonly HttpAnswer[]): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const answer of answers) {
    const name = answer.status === 200 ? '200' : `${answer.status} ${String(answer.object().error)}`
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

const exchangesOf = async (wallet: HandWallet, operation: string) =>
  (await wallet.view()).exchanges.filter((exchange) => exchange.operation === operation)

describe('one pre-authorized code', () => {
  it('is redeemed once by two parallel requests, both are on record, and the token ends', async () => {
    for (let round = 0; round < (thorough ? 20 : 6); round++) {
      const wallet = await createHandWallet(service)
      const answers = await Promise.all([wallet.requestToken(), wallet.requestToken()])
      expect(counts(answers)).toEqual({ '200': 1, '400 invalid_grant': 1 })
      const kept = await exchangesOf(wallet, 'requestToken')
      expect(kept.map(({ response }) => response.status).sort()).toEqual([200, 400])
      const { conformance } = (await wallet.view()).checks
      expect(
        conformance.filter(({ id, status }) => id === 'vci.token.preauth_code_once' && status === 'fail'),
      ).toHaveLength(1)
      const accessToken = String(answers.find(({ status }) => status === 200)?.object().access_token)
      const used = await wallet.requestCredential({ accessToken })
      expect(counts([used])).toEqual({ '401 invalid_token': 1 })
      wallet.http.close()
    }
  })

  it('is redeemed once by ten parallel requests of ten connections', async () => {
    const wallet = await createHandWallet(service)
    const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.requestToken()))
    expect(counts(answers)).toEqual({ '200': 1, '400 invalid_grant': 9 })
    expect(await exchangesOf(wallet, 'requestToken')).toHaveLength(10)
  })

  it('is redeemed once although two processes are asked at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const wallet = await createHandWallet(service)
      const elsewhere = { ...wallet, http: createHttpClient(twin.baseUrl) }
      const form = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': wallet.code,
      }).toString()
      const ask = ({ http }: HandWallet) =>
        http({
          method: 'POST',
          path: wallet.path('token'),
          body: form,
          headers: [
            ['Content-Type', 'application/x-www-form-urlencoded'],
            ['DPoP', wallet.dpop('token')],
          ],
        })
      const answers = await Promise.all([ask(wallet), ask(elsewhere)])
      expect(counts(answers)).toEqual({ '200': 1, '400 invalid_grant': 1 })
      elsewhere.http.close()
    }
  })
})

describe('one c_nonce', () => {
  it('brings one credential to five parallel requests, and all are on record', async () => {
    for (let round = 0; round < 4; round++) {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answers = await Promise.all(Array.from({ length: 5 }, () => wallet.requestCredential({ nonce })))
      expect(counts(answers)).toEqual({ '200': 1, '400 invalid_nonce': 4 })
      expect(await exchangesOf(wallet, 'requestCredential')).toHaveLength(5)
      const issued = (await wallet.view()).events.filter(({ type }) => type === 'credential_issued')
      expect(issued).toHaveLength(1)
    }
  })

  it('of its own is enough for each of five parallel requests', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answers = await Promise.all(Array.from({ length: 5 }, () => wallet.requestCredential()))
    expect(counts(answers)).toEqual({ '200': 5 })
  })
})

describe('one DPoP proof', () => {
  it('is taken once of four parallel requests with nonces of their own', async () => {
    for (let round = 0; round < 4; round++) {
      const wallet = await createHandWallet(service)
      const accessToken = await wallet.obtainToken()
      const dpop = { values: [wallet.dpop('credential', accessToken)] }
      const answers = await Promise.all(Array.from({ length: 4 }, () => wallet.requestCredential({ dpop })))
      expect(counts(answers)).toEqual({ '200': 1, '401 invalid_dpop_proof': 3 })
      const { conformance } = (await wallet.view()).checks
      expect(conformance.filter(({ id, status }) => id === 'vci.dpop.jti_unique' && status === 'fail')).toHaveLength(3)
    }
  })
})
