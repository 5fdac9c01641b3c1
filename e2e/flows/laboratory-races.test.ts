import { LRUCache } from 'lru-cache'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Commit } from '@/lib/core/ground/ports/store-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { type HttpAnswer, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** Of two requests that decide the same at the same time one wins, whatever the other one has read by then. */
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const open = (laboratory: JsonRecord) =>
  createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', laboratory })

/** Sends `slow`, and between its decision and its commit sends `fast` and waits for the response. */
async function overtaken(slow: () => Promise<HttpAnswer>, fast: () => Promise<HttpAnswer>) {
  const { store } = service.container.ports
  const { commit } = store
  const first: HttpAnswer[] = []
  Object.assign(store, {
    commit: async (decided: Commit) => {
      Object.assign(store, { commit })
      first.push(await fast())
      return commit(decided)
    },
  })
  try {
    const second = await slow()
    const [one] = first
    if (one === undefined) throw new Error('The request was never overtaken.')
    return { fast: one, slow: second }
  } finally {
    Object.assign(store, { commit })
  }
}

it('an issuer that this process made is known without storage, and one that it did not make is not', async () => {
  const { laboratorySessions: known, store } = service.container.ports
  const { oneTimeValue } = store
  const asked: string[] = []
  Object.assign(store, {
    oneTimeValue: (...[kind, digest]: Parameters<typeof oneTimeValue>) => {
      asked.push(kind)
      return oneTimeValue(kind, digest)
    },
  })
  try {
    const wallet = await open({})
    const metadata = new URL(wallet.created.issuer_identifier).pathname
    const fetched = async () => (await wallet.http({ path: `/.well-known/openid-credential-issuer${metadata}` })).status
    expect([await fetched(), asked.includes('laboratory')]).toEqual([200, false])
    if (known instanceof LRUCache) known.clear()
    expect([await fetched(), asked.includes('laboratory')]).toEqual([200, true])
  } finally {
    Object.assign(store, { oneTimeValue })
  }
})

const refresh = (wallet: HandWallet, token: string) =>
  wallet.requestToken({
    form: (form) => {
      form.delete('pre-authorized_code')
      form.set('grant_type', 'refresh_token')
      form.set('refresh_token', token)
    },
  })

it.each(['none', 'every'])('a refresh is lost to the revocation that overtakes it: rotation %s', async (rotation) => {
  const wallet = await open({ refresh: { rotation } })
  const given = (await wallet.requestToken()).object() as { access_token: string; refresh_token: string }
  const { fast, slow } = await overtaken(
    () => refresh(wallet, given.refresh_token),
    () => wallet.requestToken(),
  )
  expectError(fast, 400, 'invalid_grant')
  expectError(slow, 400, 'invalid_grant')
  expect((await wallet.view()).events.map(({ type }) => type)).not.toContain('token_refreshed')
})

it('a revocation that a refresh overtakes ends the new token too', async () => {
  const wallet = await open({ refresh: {} })
  const given = (await wallet.requestToken()).object() as { access_token: string; refresh_token: string }
  const { fast, slow } = await overtaken(
    () => wallet.requestToken(),
    () => refresh(wallet, given.refresh_token),
  )
  expect([fast.status, slow.status]).toEqual([200, 400])
  const accessToken = String(fast.object().access_token)
  expectError(await wallet.requestCredential({ accessToken }), 401, 'invalid_token')
})

it.each(['issue', 'deny', 'lose'])(
  'a transaction is decided once, by the tester or by a request: %s',
  async (outcome) => {
    for (const first of ['tester', 'wallet']) {
      const wallet = await open({ deferred: { pending: 0, interval: 1, outcome } })
      const token = await wallet.obtainToken()
      const { transaction_id } = (await wallet.requestCredential()).object()
      const [transaction] = (await wallet.view()).laboratory?.transactions ?? []
      const post = (path: string, body: JsonRecord, headers: [string, string][] = []) =>
        wallet.http(jsonPost(path, body, headers))
      const poll = () =>
        post(wallet.path('deferred'), { transaction_id }, [
          ['Authorization', `DPoP ${token}`],
          ['DPoP', wallet.dpop('deferred', token)],
        ])
      const decided = outcome === 'deny' ? 'issue' : 'deny'
      const decide = () =>
        post(`/sessions/${wallet.created.session_id}/laboratory/transactions`, {
          transaction: transaction?.transaction ?? '',
          outcome: decided,
        })
      const told = { issue: 200, deny: 'credential_request_denied', lose: 'invalid_transaction_id' }
      const cameTo = ({ status, object }: HttpAnswer) => (status === 200 ? 200 : object().error)
      if (first === 'tester') {
        const { fast, slow } = await overtaken(poll, decide)
        expect([fast.status, cameTo(slow)]).toEqual([200, told[decided]])
      } else {
        const { fast, slow } = await overtaken(decide, poll)
        expect(cameTo(fast)).toBe(told[outcome as keyof typeof told])
        expectError(slow, 409, 'transaction_decided')
      }
      const { events } = await wallet.view()
      expect(events.filter(({ type }) => type === 'deferred_decided')).toHaveLength(first === 'tester' ? 1 : 0)
      expect(events.filter(({ type }) => type === 'deferred_polled')).toHaveLength(1)
    }
  },
)
