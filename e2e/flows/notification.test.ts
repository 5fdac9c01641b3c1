import { describe, expect, it } from 'vitest'
import { expectError, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet, type DpopChoice, type HandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()

interface Stored {
  readonly wallet: HandWallet
  readonly id: string
  /** Sends a notification with the access token of the credential, or with the given one. */
  notify(
    body: unknown,
    changes?: { readonly token?: string | null; readonly dpop?: DpopChoice; readonly query?: string },
  ): ReturnType<HandWallet['requestToken']>
}

/** A wallet with a credential that may now notify the issuer. */
async function stored(): Promise<Stored> {
  const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
  const accessToken = await wallet.obtainToken()
  const answer = await wallet.requestCredential()
  const id = answer.object().notification_id
  if (typeof id !== 'string') throw new Error(`No notification_id: ${answer.body}`)
  return {
    wallet,
    id,
    notify: (body, { token = accessToken, dpop, query = '' } = {}) => {
      const change = typeof dpop === 'function' ? dpop : undefined
      const headers: [string, string][] = [['Content-Type', 'application/json']]
      if (token !== null) headers.push(['Authorization', `DPoP ${token}`])
      if (dpop !== null) headers.push(['DPoP', wallet.dpop('notification', token ?? accessToken, change)])
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return wallet.http({ method: 'POST', path: wallet.path('notification') + query, headers, body: text })
    },
  }
}

const accepted = (id: string): JsonRecord => ({ notification_id: id, event: 'credential_accepted' })

describe('the notification endpoint', () => {
  it('is in the metadata, and each credential answer has an id of its own', async () => {
    const { wallet, id } = await stored()
    const metadata = await (
      await fetch(`${service.baseUrl}/.well-known/openid-credential-issuer/issuers/eu-pid-jwt-proof-only`)
    ).json()
    expect(metadata.notification_endpoint).toBe(`${wallet.created.issuer_identifier}/notification`)
    const second = (await wallet.requestCredential()).object().notification_id
    expect(id).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(id)
    expect(JSON.stringify(await wallet.view())).not.toContain(id)
  })

  it('takes the same notification twice, 204 each time (N101)', async () => {
    const { wallet, id, notify } = await stored()
    for (const count of [1, 2]) {
      const answer = await notify(accepted(id))
      expect([answer.status, answer.body]).toEqual([204, ''])
      expect(answer.header('cache-control')).toBe('no-store')
      const view = await wallet.view()
      expect(view.status).toBe('credential_accepted')
      expect(view.events.filter(({ type }) => type === 'notification_received')).toHaveLength(count)
      expect(view.observed.notification).toMatchObject({ event: 'credential_accepted', event_description: null })
    }
  })

  it.each(['credential_failure', 'credential_deleted'])(
    'knows from %s that the wallet has no credential',
    async (event) => {
      const { wallet, id, notify } = await stored()
      expect((await notify({ notification_id: id, event, event_description: 'Out of storage.' })).status).toBe(204)
      const view = await wallet.view()
      expect(view.status).toBe('credential_rejected')
      expect(view.observed.notification).toMatchObject({ event, event_description: 'Out of storage.' })
      expect((await lastExchange(wallet, wallet.path('notification'))).body).toMatchObject({
        notification_id: { redacted: true },
        event,
      })
    },
  )

  const bad: readonly [name: string, error: string, body: (id: string) => unknown][] = [
    ['an unknown id (N100)', 'invalid_notification_id', () => accepted('unknown')],
    [
      'an unknown id and an unknown event',
      'invalid_notification_id',
      () => ({ notification_id: 'x', event: 'stored' }),
    ],
    ['an unknown event (N100)', 'invalid_notification_request', (id) => ({ notification_id: id, event: 'stored' })],
    ['no id', 'invalid_notification_request', () => ({ event: 'credential_accepted' })],
    [
      'a quotation mark in its description (N100)',
      'invalid_notification_request',
      (id) => ({ ...accepted(id), event_description: 'a "word"' }),
    ],
    ['an array', 'invalid_notification_request', () => []],
    ['no JSON', 'invalid_notification_request', () => 'no JSON'],
    ['nothing', 'invalid_notification_request', () => ''],
  ]
  it.each(bad)('refuses %s', async (_name, error, body) => {
    const { wallet, id, notify } = await stored()
    const answer = await notify(body(id))
    expectError(answer, 400, error)
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/checks/vci.notification.wellformed`)
    const view = await wallet.view()
    expect(view.status).toBe('credential_issued')
    expect(view.observed.notification).toBeNull()
  })

  it('refuses the id of another session', async () => {
    const [one, other] = [await stored(), await stored()]
    expectError(await one.notify(accepted(other.id)), 400, 'invalid_notification_id')
  })

  it('wants the access token and a proof of its key, as the credential endpoint does', async () => {
    const { id, notify } = await stored()
    const without = await notify(accepted(id), { token: null })
    expectError(without, 401, 'invalid_token')
    expect(without.header('www-authenticate')).toBe('DPoP algs="ES256"')
    expectError(await notify(accepted(id), { token: 'garbage' }), 401, 'invalid_token')
    expectError(await notify(accepted(id), { dpop: null }), 401, 'invalid_dpop_proof')
    expectError(await notify(accepted(id), { query: '?access_token=x' }), 400, 'invalid_request')
    const elsewhere = await notify(accepted(id), {
      dpop: ({ claims }) => {
        claims.htu = `${service.baseUrl}/elsewhere`
      },
    })
    expectError(elsewhere, 401, 'invalid_dpop_proof')
    expect((await notify(accepted(id))).status).toBe(204)
  })

  it('answers another method 405', async () => {
    const { wallet } = await stored()
    const answer = await wallet.http({ path: wallet.path('notification') })
    expect([answer.status, answer.header('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('the reference wallet', () => {
  const run = async (options: { dpop_nonce?: string }) => {
    const response = await fetch(`${service.baseUrl}/sessions`, {
      method: 'POST',
      body: JSON.stringify({ flow: 'pre_authorized_code', ...options }),
    })
    const { session_id, deeplink } = await response.json()
    return { deeplink, view: async () => (await fetch(`${service.baseUrl}/sessions/${session_id}`)).json() }
  }

  it.each(['off', 'offered', 'required'])(
    'tells that it stored the credential (DPoP nonces %s)',
    async (dpop_nonce) => {
      const { deeplink, view } = await run({ dpop_nonce })
      expect((await runAtIssuer({ deeplink })).outcome).toBe('credential_stored')
      const session = await view()
      expect(session.status).toBe('credential_accepted')
      expect(session.checks.summary.verdict).toBe('pass')
      const sent = session.checks.conformance.find(({ id }: { id: string }) => id === 'vci.notification.sent')
      expect(sent.status).toBe('pass')
    },
  )

  it('reports why it did not store one', async () => {
    const { deeplink, view } = await run({})
    const { rootPem } = await createKeyAttester(Date.now())
    const refused = await runAtIssuer({ deeplink, trustAnchors: [rootPem] })
    expect(refused).toMatchObject({ outcome: 'stopped_by_wallet', credentials: [] })
    const session = await view()
    expect(session.status).toBe('credential_rejected')
    expect(session.observed.notification).toMatchObject({
      event: 'credential_failure',
      event_description: refused.reason,
    })
  })
})

describe('an installation without notifications', () => {
  it('publishes no endpoint, gives no id and answers 404', async () => {
    const quiet = await startService({ env: { NOTIFICATION_ENDPOINT: 'off' } })
    try {
      const wallet = await createHandWallet(quiet, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const answer = await wallet.requestCredential()
      expect(answer.object()).not.toHaveProperty('notification_id')
      expectError(
        await wallet.http({ method: 'POST', path: wallet.path('notification'), body: '{}' }),
        404,
        'not_found',
      )
      const metadata = await (
        await fetch(`${quiet.baseUrl}/.well-known/openid-credential-issuer/issuers/eu-pid-jwt-proof-only`)
      ).json()
      expect(metadata).not.toHaveProperty('notification_endpoint')
    } finally {
      await quiet.close()
    }
  })
})
