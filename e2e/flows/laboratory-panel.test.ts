import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const post = async (path: string, body: JsonRecord) =>
  (
    await http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
  ).object()
const created = async (body: JsonRecord): Promise<JsonRecord & { readonly id: string }> => {
  const answer = await post('/sessions', { flow: 'pre_authorized_code', ...body })
  return { ...answer, id: String(answer.session_id) }
}
const served = async (id: string) => service.container.queries.issuance.laboratory(id)

describe('what pages say of the documents of a laboratory', () => {
  it.each([
    ['issuer_metadata_other_issuer', /\n\s+"credential_issuer": ".+\/issuers\//],
    ['issuer_metadata_redirect_other', /^HTTP status 302\n[^{]*Location: /],
    ['issuer_metadata_html', /\nContent-Type: text\/html\n/],
    ['issuer_metadata_not_json', /These are no metadata\.$/],
    ['signed_metadata_wrong_typ', /"typ": "JWT"/],
    ['as_metadata_500', /^HTTP status 500\n/],
  ])('show what %s alters, and nothing else', async (fault, altered) => {
    const { id } = await created({ fault })
    const { documents = [] } = (await served(id)) ?? {}
    expect(documents.length).toBeGreaterThan(3)
    for (const { served, right, deviates } of documents) expect(served !== right).toBe(deviates)
    const texts = documents.filter(({ deviates }) => deviates).map((one) => one.served)
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.some((text) => altered.test(text))).toBe(true)
    for (const { right } of documents) expect(right).not.toMatch(altered)
  })

  it('show what the next fetch gets, and that a signature alone is altered', async () => {
    const altered = async (id: string) =>
      ((await served(id)) ?? { documents: [] }).documents
        .filter(({ deviates }) => deviates)
        .map(({ name, right, served }) => [name, right === served])
    const changed = await created({ fault: 'issuer_metadata_changed' })
    expect(await altered(changed.id)).toEqual([])
    await http({ path: new URL(String(changed.laboratory_url)).pathname })
    expect(await altered(changed.id)).toEqual([
      ['Credential issuer metadata', false],
      ['Signed credential issuer metadata', false],
    ])
    const { id } = await created({ fault: 'signed_metadata_bad_signature' })
    expect(await altered(id)).toEqual([['Signed credential issuer metadata', true]])
  })

  it('are those that a fetch gets, at their addresses, and none of it is on record', async () => {
    const laboratory = {
      authorization_servers: 'first_dead',
      credentials: [{ id: 'ticket', format: 'dc+sd-jwt', claims: { seat: '7A' }, binding: 'none' }],
    }
    const { id } = await created({ issuer_configuration_id: 'eu-pid-jwt-proof-only', laboratory })
    const { documents = [], certificates = [] } = (await served(id)) ?? {}
    const names = documents.map(({ name }) => name.replace(/http.*\//, ''))
    expect(names).toEqual([
      'Credential issuer metadata',
      'Signed credential issuer metadata',
      'Authorization server metadata of gone',
      'Authorization server metadata of as',
      'JWT VC issuer metadata',
      'Type metadata of ticket',
    ])
    const { exchanges } = (await http({ path: `/sessions/${id}` })).object()
    expect(exchanges).toEqual([])
    for (const { name, address, right, served: text } of documents) {
      expect([name, text]).toEqual([name, right])
      const accept = name.startsWith('Signed') ? 'application/jwt' : 'application/json'
      const answer = await http({ path: new URL(address).pathname, headers: [['Accept', accept]] })
      expect(text).toContain(`HTTP status ${answer.status}\nContent-Type: ${accept}\n`)
      const body = accept === 'application/json' ? answer.object() : null
      if (body !== null) expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual(body)
    }
    expect(certificates.map(({ name, facts }) => [name, facts?.subject.includes('lab:')])).toEqual([
      ['Signs SD-JWT VC, status lists and metadata', true],
      ['Signs mdoc', true],
    ])
  })

  it('end with it', async () => {
    const { id } = await created({ laboratory: { lifetime_seconds: 60 } })
    expect(await served(id)).not.toBeNull()
    service.advance(61)
    expect(await served(id)).toBeNull()
  })
})

it('a further offer is shown until a wallet took it, in its own session alone', async () => {
  const [{ id }, other] = [await created({ laboratory: {} }), await created({ laboratory: {} })]
  const offer = await post(`/sessions/${id}/laboratory/offers`, {})
  const offerId = String(offer.offer_url).split('/').at(-1) ?? ''
  const { issuance } = service.container.queries
  expect(await issuance.laterOffer(id, offerId)).toEqual(offer)
  expect(await issuance.laterOffer(other.id, offerId)).toBeUndefined()
  expect(await issuance.laterOffer(id, 'never')).toBeUndefined()
  const trustAnchors = [service.container.keyStore.rootPem()]
  const run = await runAtIssuer({ deeplink: String(offer.deeplink), clock: service.now, trustAnchors })
  expect(run.outcome).toBe('credential_stored')
  expect(await issuance.laterOffer(id, offerId)).toBeNull()
})

it.each(['html', 'md', 'junit', 'json', 'har'])('the %s report of a laboratory says what it is', async (format) => {
  const { id, issuer_identifier: identifier } = await created({ laboratory: { token_c_nonce: true } })
  const text = (await http({ path: `/sessions/${id}/report?format=${format}` })).body
  for (const words of [String(identifier), 'Laboratory', 'of this session alone, made from eu-pid-device-bound'])
    expect(text.includes(words), words).toBe(true)
  // A JUnit report has no title.
  if (format !== 'junit') expect(/laboratory \\?\(device/.test(text)).toBe(true)
})
