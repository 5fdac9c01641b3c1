import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuardedFetch, statusLists } from '@/lib/adapters/fetch/guarded-fetch'
import { epochMillis } from '@/lib/core/ground/time/time'
import { createHttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/**
 * Status lists of another host, a second service. Both listen on the loopback interface, which the service never asks: the
 * guard that allows it is made here and handed in.
 */
let issuing: TestService
let verifying: TestService
beforeAll(async () => {
  issuing = await startService({ tls: true })
  const { pem } = issuing.container.ports.rootCertificate
  verifying = await startService({
    env: { FETCH_STATUS_LISTS: 'on' },
    files: { 'trust/issuers/other.pem': pem },
    fetchDocument: createGuardedFetch({
      now: () => epochMillis(Date.now()),
      ...statusLists,
      isAllowed: () => true,
      authorities: [pem],
      timeoutMillis: 20_000,
    }),
  })
})
afterAll(async () => {
  await verifying.close()
  await issuing.close()
})

const send = () => createNodeClient({ ca: [issuing.container.ports.rootCertificate.pem] })

async function post(url: string, body: JsonRecord): Promise<JsonRecord> {
  const headers: [string, string][] = [['Content-Type', 'application/json']]
  const answer = await send()({ method: 'POST', url, headers, body: JSON.stringify(body) })
  return JSON.parse(answer.body) as JsonRecord
}

it('are fetched where session and installation ask for it, and obeyed', async () => {
  const issuance = await post(`${issuing.baseUrl}/sessions`, {
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
    laboratory: { status: {} },
  })
  const { credentials, reason } = await runAtIssuer({ deeplink: String(issuance.deeplink), http: send() })
  expect(reason).toBeNull()
  const present = async (check_status: boolean) => {
    const query = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
    const session = await post(`${verifying.baseUrl}/openid4vp/sessions`, {
      dcql_query: { credentials: [{ ...query, claims: [{ path: ['family_name'] }] }] },
      check_status,
    })
    await runAtVerifier({ deeplink: String(session.deeplink), credentials })
    const path = `/openid4vp/sessions/${session.session_id}`
    const view = (await createHttpClient(verifying.baseUrl)({ path })).object()
    const { conformance } = view.checks as { conformance: { id: string; status: string }[] }
    const found = ['token', 'value'].map(
      (name) => conformance.findLast(({ id }) => id === `vp.sdjwt.status_${name}`)?.status,
    )
    const events = view.events as { type: string; detail: JsonRecord }[]
    return [...found, ...events.flatMap((one) => (one.type === 'vp_status_list_fetched' ? [one.detail.own] : []))]
  }
  expect(await present(true)).toEqual(['pass', 'pass', false])
  await post(`${issuing.baseUrl}/sessions/${issuance.session_id}/laboratory/statuses`, { all: true, status: 'invalid' })
  expect(await present(true)).toEqual(['pass', 'fail', false])
  expect(await present(false)).toEqual(['not_observed', 'not_observed'])
})
