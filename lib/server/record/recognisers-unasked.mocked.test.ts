import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Counts the calls of each recogniser, wherever they come from. */
const calls = vi.hoisted(() => ({ whatIs: 0, nearName: 0, whatForm: 0, whoSigned: 0 }))
vi.mock('@/lib/core/shared/recognise/what-is', async (original) => {
  const module = await original<typeof import('@/lib/core/shared/recognise/what-is')>()
  const whatIs: typeof module.whatIs = (...input) => {
    calls.whatIs += 1
    return module.whatIs(...input)
  }
  return { ...module, whatIs }
})
vi.mock('@/lib/core/shared/recognise/near-name', async (original) => {
  const module = await original<typeof import('@/lib/core/shared/recognise/near-name')>()
  const nearName: typeof module.nearName = (...input) => {
    calls.nearName += 1
    return module.nearName(...input)
  }
  return { ...module, nearName }
})
vi.mock('@/lib/core/shared/recognise/what-form', async (original) => {
  const module = await original<typeof import('@/lib/core/shared/recognise/what-form')>()
  const whatForm: typeof module.whatForm = (...input) => {
    calls.whatForm += 1
    return module.whatForm(...input)
  }
  return { ...module, whatForm }
})
vi.mock('@/lib/core/shared/recognise/who-signed', async (original) => {
  const module = await original<typeof import('@/lib/core/shared/recognise/who-signed')>()
  const whoSigned: typeof module.whoSigned = (...input) => {
    calls.whoSigned += 1
    return module.whoSigned(...input)
  }
  return { ...module, whoSigned }
})

const none = { whatIs: 0, nearName: 0, whatForm: 0, whoSigned: 0 }

const service = serviceForTests()
beforeEach(() => {
  Object.assign(calls, none)
})

const newWallet = () => createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })

describe('a right request', () => {
  it('of an issuance asks no recogniser', async () => {
    const wallet = await newWallet()
    await wallet.obtainToken()
    expect((await wallet.requestCredential()).status).toBe(200)
    expect(calls).toEqual(none)
  })

  it('of a refresh, a deferred credential and a notification asks no recogniser', async () => {
    const wallet = await createHandWallet(service, {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      dpop_nonce: 'off',
      laboratory: { refresh: {}, deferred: { interval: 1, pending: 0 } },
    })
    const { refresh_token: refreshToken } = (await wallet.requestToken()).object()
    const refreshed = await wallet.requestToken({
      form: (form) => {
        form.set('grant_type', 'refresh_token')
        form.delete('pre-authorized_code')
        form.set('refresh_token', String(refreshToken))
      },
    })
    const token = String(refreshed.object().access_token)
    const { transaction_id: id } = (await wallet.requestCredential({ accessToken: token })).object()
    const post = (endpoint: string, body: object) =>
      wallet.http({
        method: 'POST',
        path: wallet.path(endpoint),
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', `DPoP ${token}`],
          ['DPoP', wallet.dpop(endpoint, token)],
        ],
        body: JSON.stringify(body),
      })
    service.advance(2)
    const issued = await post('deferred', { transaction_id: id })
    expect(issued.status).toBe(200)
    const { notification_id } = issued.object()
    expect((await post('notification', { notification_id, event: 'credential_accepted' })).status).toBe(204)
    expect(calls).toEqual(none)
  })

  it('of a presentation asks no recogniser', async () => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    for (const response_mode of ['direct_post', 'direct_post.jwt']) {
      const presenter = await createHandPresenter(service, credentials[0] as HeldCredential, { response_mode })
      expect((await presenter.answer(presenter.payload())).status).toBe(200)
    }
    expect(calls).toEqual(none)
  })

  it('is counted: a wrong one asks', async () => {
    const wallet = await newWallet()
    const token = await wallet.obtainToken()
    await wallet.requestCredential({ nonce: token })
    expect(calls.whatIs).toBeGreaterThan(0)
    await wallet.requestCredential({
      proof: (draft) => {
        draft.key = wallet.dpopKey
      },
    })
    expect(calls.whoSigned).toBeGreaterThan(0)
  })
})
