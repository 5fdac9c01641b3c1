import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createBrowserPresenter } from '@/lib/testing/browser-presenter'
import { startService, type TestService } from '@/lib/testing/service'
import { redOf } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What a browser hands back, as the page of the session posts it. OpenID4VP 1.0 appendix A.4 */

let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(() => service.close())

const unsigned = 'openid4vp-v1-unsigned'
const signed = 'openid4vp-v1-signed'
/** What is red but for the issuer, which has no https here. */
const wrongOf = (view: PresentationSessionView) => redOf(view).filter((id) => id !== 'vp.sdjwt.iss')
const start = (body: JsonObject = {}) => createBrowserPresenter(service, credential, body)

describe('an answer through a browser', () => {
  it.each<[string, JsonObject]>([
    ['signed, encrypted', {}],
    ['signed, in the clear', { response_mode: 'direct_post' }],
    ['unsigned, encrypted', { dc_api_protocols: [unsigned] }],
    ['unsigned, in the clear', { dc_api_protocols: [unsigned], response_mode: 'direct_post' }],
  ])('is accepted: %s', async (_name, body) => {
    const presenter = await start(body)
    const [entry] = presenter.entries
    const answer = await presenter.answer(entry!.protocol, presenter.data(entry!, presenter.token(entry!)))
    expect([answer.status, answer.body]).toEqual([200, '{}'])
    const view = await presenter.view()
    expect(wrongOf(view)).toEqual([])
    expect(view.status).toBe('presentation_validated')
  })
})
