import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { obtainCredential } from '@/lib/wallet/presentation/obtain-credential'
import { runPresentation } from '@/lib/wallet/presentation/run-presentation'

let service: TestService
let credentials: HeldCredential[]
beforeAll(async () => {
  service = await startService()
  const issued = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credentials = [...issued.credentials]
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

/** Sends answers to the address that all sessions share, with the `state` that names the session there. */
const byGenericDoor =
  (http: SendHttp, state: string): SendHttp =>
  (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/response')) return http(request)
    const form = new URLSearchParams(String(request.body))
    if (!form.has('state')) form.set('state', state)
    return http({ ...request, url: `${service.baseUrl}/openid4vp/response`, body: form.toString() })
  }

const choices = [
  { request_uri_method: 'get', request_delivery: 'by_reference', walletNonce: true },
  { request_uri_method: 'get', request_delivery: 'by_value', walletNonce: true },
  { request_uri_method: 'post', request_delivery: 'by_reference', walletNonce: true },
  { request_uri_method: 'post', request_delivery: 'by_reference', walletNonce: false },
].flatMap((request) =>
  ['direct_post', 'direct_post.jwt'].flatMap((response_mode) =>
    ['session', 'generic'].map((door) => ({ ...request, response_mode, door })),
  ),
)

describe('the reference wallet presents its PID', () => {
  it.each(choices.map((choice) => [Object.values(choice).join(', '), choice] as const))(
    '%s',
    async (_words, choice) => {
      const { walletNonce, door, ...body } = choice
      const created = await (await post('/openid4vp/sessions', body)).json()
      expect(created).toMatchObject({ ...body, status: 'created' })
      const http = createNodeClient()
      const run = await runPresentation({
        deeplink: created.deeplink,
        credentials,
        profile: { walletNonce },
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
        observed: { presentations: [{ decoded: { signature: 'valid', key_binding: { signature: 'valid' } } }] },
      })
    },
  )
})
