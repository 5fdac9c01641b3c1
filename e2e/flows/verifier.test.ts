import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCombinations } from '@/lib/testing/combinations'
import { covers } from '@/lib/testing/covers'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let credentials: HeldCredential[]
beforeAll(async () => {
  service = await startService()
  const get = { origin: service.baseUrl, http: createNodeClient() }
  const sdJwt = await obtainCredential({ ...get, format: 'dc+sd-jwt' })
  const mdoc = await obtainCredential({ ...get, format: 'mso_mdoc' })
  credentials = [...sdJwt.credentials, ...mdoc.credentials]
})
afterAll(() => service.close())

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const read = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()
const failedMusts = (session: { checks: { conformance: Entry[] } }): string[] =>
  session.checks.conformance
    .filter(({ level, profile, status }) => level === 'must' && profile !== 'haip' && status === 'fail')
    .map(({ id }) => id)
interface Entry {
  readonly id: string
  readonly level: string
  readonly profile: string
  readonly status: string
}

/** Sends responses to the URL that all sessions share, where `state` names the session. */
const byGenericDoor =
  (http: SendHttp, state: string): SendHttp =>
  (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/response')) return http(request)
    const form = new URLSearchParams(String(request.body))
    if (!form.has('state')) form.set('state', state)
    return http({ ...request, url: `${service.baseUrl}/openid4vp/response`, body: form.toString() })
  }

const sdJwtQuery = {
  id: 'sd-jwt',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }, { path: ['birthdate'] }],
}
const pidType = 'eu.europa.ec.eudi.pid.1'
const mdocQuery = {
  id: 'mdoc',
  format: 'mso_mdoc',
  meta: { doctype_value: pidType },
  claims: [{ path: [pidType, 'family_name'] }, { path: [pidType, 'birth_date'] }],
}
const queries = { sd_jwt: [sdJwtQuery], mdoc: [mdocQuery], both: [sdJwtQuery, mdocQuery] }

/** Every combination there is. */
const choices = allCombinations(
  {
    asked: ['sd_jwt', 'mdoc', 'both'],
    request: ['get', 'post with nonce', 'post without nonce'],
    request_delivery: ['by_reference', 'by_value'],
    response_mode: ['direct_post', 'direct_post.jwt'],
    door: ['session', 'generic'],
  },
  // Nobody fetches a request by value, so that no nonce comes and one of two ways to POST is enough.
  ({ request, request_delivery }) => request !== 'post with nonce' || request_delivery === 'by_reference',
)

/** What is shown of a credential: an SD-JWT VC with its signatures, an mdoc with its device authentication. */
const shownOf: Readonly<Record<string, object>> = {
  'dc+sd-jwt': { signature: 'valid', key_binding: { signature: 'valid' } },
  mso_mdoc: { documents: [{ doc_type: pidType, device_signed: { methods: ['deviceSignature'], elements: [] } }] },
}

covers('A1.3', 'A2.20', 'A2.23', 'A4.23', 'A4.24')
describe('the reference wallet presents its PID', () => {
  it.each(choices.map((choice) => [Object.values(choice).join(', '), choice] as const))(
    '%s',
    async (_words, choice) => {
      const { asked, request, door, request_delivery, response_mode } = choice
      const body = { request_delivery, response_mode, request_uri_method: request === 'get' ? 'get' : 'post' }
      const dcql_query = { credentials: queries[asked] }
      const created = await (await post('/openid4vp/sessions', { ...body, dcql_query })).json()
      expect(created).toMatchObject({ ...body, status: 'created' })
      const http = createNodeClient()
      const run = await runAtVerifier({
        deeplink: created.deeplink,
        credentials,
        profile: { walletNonce: request === 'post with nonce' },
        http: door === 'generic' ? byGenericDoor(http, created.authorization_request.state) : http,
      })
      expect(run.outcome, run.reason ?? run.refusal?.toString()).toBe('presented')
      const session = await read(created.session_id)
      expect(failedMusts(session)).toEqual([])
      expect(session).toMatchObject({
        status: 'presentation_validated',
        checks: {
          presentation_valid: true,
          vp_token_format_valid: true,
          nonce_verified: true,
          holder_binding_verified: true,
          dcql_query_matched: true,
          signature_valid: true,
          issuer_trusted: true,
          data_minimised: true,
          summary: { verdict: 'pass' },
        },
        observed: {
          wallet_nonce: request === 'post with nonce' ? expect.any(String) : null,
          presentations: queries[asked].map(({ format }) => ({ format, decoded: shownOf[format] })),
        },
      })
    },
  )
})
