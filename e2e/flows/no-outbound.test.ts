import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { FetchDocument } from '@/lib/core/shared/ports/ports'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** The service sends nothing of its own accord. */
let service: TestService
/** Present, but never switched on. */
const fetchDocument = vi.fn<FetchDocument>(async () => ({ answered: false, error: 'unreachable' }))
beforeAll(async () => {
  service = await startService({ fetchDocument })
})
// Files share their modules, so replacements must be restored even when a test fails half way.
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.close())

covers('A6.3')
it('a whole flow with refusals and a notification opens no connection but those to the service', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const wallet = await createHandCodeWallet(service, { credential_offer_mode: 'credential_offer_uri' })
  await wallet.http({ path: new URL(wallet.created.offer_url).pathname })
  await wallet.push({ form: (form) => form.set('request_uri', 'https://wallet.example/request') })
  await wallet.push({ headers: (headers) => headers.push(...wallet.attested()) })
  const code = await wallet.obtainCode()
  const accessToken = String((await wallet.redeem(code)).object().access_token)
  await wallet.requestCredential({
    accessToken,
    proof: ({ header }) => Object.assign(header, { jku: 'https://wallet.example/jwks', x5u: 'https://wallet.example' }),
  })
  const issued = await wallet.requestCredential({ accessToken })
  expect(issued.status).toBe(200)
  const notified = await wallet.http({
    method: 'POST',
    path: wallet.path('notification'),
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', `DPoP ${accessToken}`],
      ['DPoP', wallet.dpop('notification', accessToken)],
    ],
    body: JSON.stringify({ notification_id: issued.object().notification_id, event: 'credential_accepted' }),
  })
  expect(notified.status).toBe(204)
  const ports = connect.mock.calls.flat(2).flatMap((given) => portsIn(given))
  expect(ports.length).toBeGreaterThan(0)
  expect(new Set(ports)).toEqual(new Set([Number(new URL(service.baseUrl).port)]))
})

covers('A6.3')
it('N45: a presentation that names addresses wherever it can opens no connection but those to the service', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const issued = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  const elsewhere = 'http://169.254.169.254/latest'
  const presenter = await createHandPresenter(service, issued.credentials[0] as HeldCredential, {
    request_uri_method: 'post',
  })
  const metadata = { jwks_uri: elsewhere, issuer: elsewhere, vp_formats_supported: { 'dc+sd-jwt': {} } }
  const fetched = await presenter.http({
    method: 'POST',
    path: presenter.requestPath,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({ wallet_metadata: JSON.stringify(metadata) }).toString(),
  })
  expect(fetched.status).toBe(200)
  const { vp_token, state } = presenter.payload({
    keyBinding: ({ header }) => Object.assign(header, { jku: elsewhere, x5u: elsewhere }),
  })
  const answered = await presenter.answer({ vp_token, state, iss: elsewhere }, ({ header }) =>
    Object.assign(header, { jku: elsewhere }),
  )
  expect(answered.status).toBe(200)
  // It names its issuer only by a URL, which the service does not fetch.
  const told = await createHandPresenter(service, issued.credentials[0] as HeldCredential)
  const { deeplink } = told.created
  const stranger = await runAtVerifier({ deeplink, misbehave: 'vp.sdjwt.key_resolved', http: createNodeClient() })
  expect(stranger.outcome).toBe('refused_by_verifier')
  expect(fetchDocument).not.toHaveBeenCalled()
  const { checks, events } = await told.view()
  expect(checks.conformance.find(({ id }) => id === 'vp.sdjwt.key_resolved')).toMatchObject({
    status: 'fail',
    hint: expect.stringMatching(/FETCH_ISSUER_METADATA=on\.$/),
  })
  expect(events.map(({ type }) => type)).not.toContain('vp_issuer_metadata_fetched')
  const ports = connect.mock.calls.flat(2).flatMap((given) => portsIn(given))
  expect(new Set(ports)).toEqual(new Set([Number(new URL(service.baseUrl).port)]))
})

/** Ports in the arguments of a `connect`, which are an options object or an array. */
function portsIn(given: unknown): number[] {
  if (Array.isArray(given)) return given.flatMap(portsIn)
  if (typeof given !== 'object' || given === null || !('port' in given)) return []
  return [Number(given.port)]
}
