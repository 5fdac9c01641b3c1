import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGuardedFetch, statusLists } from '@/lib/adapters/fetch/guarded-fetch'
import type { FetchDocument } from '@/lib/core/ground/ports/ports'
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
/** The same, but it fetches no lists: the default. */
let fetchless: TestService
const fetchDocument = vi.fn<FetchDocument>()
beforeAll(async () => {
  issuing = await startService({ tls: true })
  const { pem } = issuing.container.ports.rootCertificate
  const guarded = createGuardedFetch({
    now: () => epochMillis(Date.now()),
    ...statusLists,
    isAllowed: () => true,
    authorities: [pem],
    timeoutMillis: 20_000,
  })
  fetchDocument.mockImplementation(guarded)
  const files = { 'trust/issuers/other.pem': pem }
  verifying = await startService({ env: { FETCH_STATUS_LISTS: 'on' }, files, fetchDocument })
  fetchless = await startService({ files, fetchDocument })
})
afterAll(async () => {
  for (const one of [fetchless, verifying, issuing]) await one.close()
})

const send = () => createNodeClient({ ca: [issuing.container.ports.rootCertificate.pem] })

async function post(url: string, body: JsonRecord): Promise<JsonRecord> {
  const headers: [string, string][] = [['Content-Type', 'application/json']]
  const answer = await send()({ method: 'POST', url, headers, body: JSON.stringify(body) })
  return JSON.parse(answer.body) as JsonRecord
}

const sdJwt = {
  id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
  group: 'vp.sdjwt',
  query: { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['family_name'] }] },
}
const mdoc = {
  id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
  group: 'vp.mdoc',
  query: {
    format: 'mso_mdoc',
    meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
    claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
  },
}
type Kind = typeof sdJwt | typeof mdoc

/** A wallet that holds a credential of the other host, and shows it. */
async function holder({ id, group, query }: Kind, status: JsonRecord) {
  const issuance = await post(`${issuing.baseUrl}/sessions`, {
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_configuration_id: id,
    laboratory: { status },
  })
  const { credentials, reason } = await runAtIssuer({ deeplink: String(issuance.deeplink), http: send() })
  expect(reason).toBeNull()
  return {
    revoke: () =>
      post(`${issuing.baseUrl}/sessions/${issuance.session_id}/laboratory/statuses`, { all: true, status: 'invalid' }),
    /** What the verifier finds of the list and of the entry, and of whom it got a list. */
    present: async ({ baseUrl }: TestService, check_status: boolean) => {
      const session = await post(`${baseUrl}/openid4vp/sessions`, {
        dcql_query: { credentials: [{ id: 'pid', ...query }] },
        check_status,
      })
      const run = await runAtVerifier({
        deeplink: String(session.deeplink),
        credentials,
        profile: { checkStatus: false },
      })
      const view = (await createHttpClient(baseUrl)({ path: `/openid4vp/sessions/${session.session_id}` })).object()
      const { conformance } = view.checks as { conformance: { id: string; status: string }[] }
      const found = ['token', 'value'].map(
        (name) => conformance.findLast((one) => one.id === `${group}.status_${name}`)?.status,
      )
      const events = (view.events as { type: string; detail: JsonRecord }[]).filter(
        ({ type }) => type === 'vp_status_list_fetched',
      )
      return [run.outcome, ...found, ...events.map(({ detail }) => [detail.own, detail.outcome])]
    },
  }
}

describe.each([
  ['an SD-JWT VC and a JWT', sdJwt, { format: 'jwt' }],
  ['an SD-JWT VC and a CWT', sdJwt, { format: 'cwt' }],
  ['an mdoc and a JWT', mdoc, { format: 'jwt' }],
  ['an mdoc and a CWT', mdoc, { format: 'cwt' }],
] as const)('status lists of another host, with %s', (_name, kind, status) => {
  it('are fetched where session and installation ask for it, and obeyed', async () => {
    const { present, revoke } = await holder(kind, status)
    expect(await present(verifying, true)).toEqual(['presented', 'pass', 'pass', [false, 'used']])
    await revoke()
    expect(await present(verifying, true)).toEqual(['refused_by_verifier', 'pass', 'fail', [false, 'used']])
    fetchDocument.mockClear()
    expect(await present(verifying, false)).toEqual(['presented', 'not_observed', 'not_observed'])
    expect(await present(fetchless, true)).toEqual([
      'presented',
      'not_observed',
      'not_observed',
      [false, 'not_fetched'],
    ])
    expect(fetchDocument).not.toHaveBeenCalled()
  })
})

it.each([
  ['an SD-JWT VC', sdJwt, 'jwt'],
  ['an mdoc', mdoc, 'cwt'],
] as const)('a wrong list of another host is relied on for nothing: %s', async (_name, kind, format) => {
  const { present } = await holder(kind, { format, form: 'list_bad_signature' })
  expect(await present(verifying, true)).toEqual([
    'refused_by_verifier',
    'fail',
    'not_applicable',
    [false, 'signature'],
  ])
})
