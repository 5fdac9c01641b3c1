import { beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { findPresentationMisbehaviour } from '@/lib/wallet/misbehaviours/verifier/registry'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
const pids: HeldCredential[] = []

beforeAll(async () => {
  for (const format of ['dc+sd-jwt', 'mso_mdoc'] as const satisfies PresentableFormat[])
    pids.push(...(await obtainCredential({ origin: service.baseUrl, http: createNodeClient(), format })).credentials)
})

const kinds: [string, JsonObject][] = [
  ['bare', {}],
  ['with HAIP', { profile: 'haip' }],
  ['in the framework', { trust_framework: 'eu' }],
  ['in the framework with HAIP', { trust_framework: 'eu', profile: 'haip' }],
]

describe.each(['vp.txn.pid_key', 'vp.txn.pid_key~mdoc'])('a payment that only a PID could confirm: %s', (misbehave) => {
  /** Runs the wallet against a session that asks for it. */
  async function pay(options: JsonObject, careless: boolean) {
    const { needs = {} } = findPresentationMisbehaviour(misbehave)
    const response = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...needs.sessionOptions, ...options }),
    })
    const created = await response.json()
    expect(response.status, created.error_description).toBe(201)
    const isForeign = careless && needs.profile?.credential === 'foreign'
    const run = await runAtVerifier({
      deeplink: created.deeplink,
      credentials: isForeign ? [] : pids,
      ...(careless ? { misbehave } : {}),
    })
    const url = `${service.baseUrl}/openid4vp/sessions/${created.session_id}`
    const view = (await (await fetch(url)).json()) as PresentationSessionView
    const failed = view.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
    return { run, view, failed }
  }

  it.each(kinds)('is answered and fails where the wallet presents, %s', async (_words, options) => {
    const { run, view, failed } = await pay(options, true)
    // Only an answer of 200 lets the wallet say so.
    expect(run.outcome, run.reason ?? '').toBe('presented')
    expect([view.options.expect_because, view.checks.summary.verdict]).toEqual(['pid_key', 'fail'])
    // This wallet evaluates no trust.
    expect(failed.filter((id) => id !== 'vp.trust.registration_status_read').sort()).toEqual([
      'vp.negative.rejected',
      'vp.txn.pid_key',
    ])
    expect(view.cause?.headline).toBe('The key of a PID signed transaction data.')
    expect(view.observed.transactions).toMatchObject([{ expected: 'refusal' }])
  })

  it.each(kinds)('passes where the wallet refuses, %s', async (_words, options) => {
    const { run, view, failed } = await pay(options, false)
    expect(run.declined).toMatchObject({ error: 'invalid_transaction_data' })
    expect([view.checks.summary.verdict, failed]).toEqual(['pass', []])
    expect(view.outcome).toMatchObject({ success: true })
    expect(view.observed.transactions).toMatchObject([{ expected: 'refusal', confirmed_by: null }])
  })
})
