import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

describe('offers of a laboratory', () => {
  const service = serviceForTests()

  const post = (path: string, body: unknown) =>
    service.http({
      method: 'POST',
      path,
      headers: [['Content-Type', 'application/json']],
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const get = (path: string) => service.http({ path })
  const view = async (session: unknown): Promise<IssuanceSessionView> =>
    (await get(`/sessions/${session}`)).json() as IssuanceSessionView

  const issue = (deeplink: unknown, txCode?: unknown) =>
    runAtIssuer({
      deeplink: String(deeplink),
      trustAnchors: [service.container.keyStore.rootPem()],
      clock: service.now,
      ...(typeof txCode === 'string' ? { txCode } : {}),
    })

  const ticket = { id: 'ticket', format: 'dc+sd-jwt', vct: 'urn:example:ticket', claims: { seat: '12A' } }
  const pass = { ...ticket, id: 'pass', vct: 'urn:example:pass', binding: 'none' }
  const start = async (more: JsonRecord = {}) =>
    (await post('/sessions', { laboratory: { credentials: [ticket, pass] }, ...more })).object()
  const offersOf = (created: JsonRecord) => `/sessions/${created.session_id}/laboratory/offers`

  it('an issuer of its own offers again, by each flow and each of its types, and all is in one session', async () => {
    const created = await start({ flow: 'pre_authorized_code', tx_code: true })
    expect((await issue(created.deeplink, created.tx_code)).credentials[0]?.type).toBe('urn:example:ticket')
    // The session is over; its issuer is not.
    service.advance(1800)
    const asked = [
      [{}, 'urn:example:ticket'],
      [{ credential_configuration_id: 'pass', credential_offer_mode: 'credential_offer_uri' }, 'urn:example:pass'],
      [{ flow: 'authorization_code', credential_configuration_id: 'pass' }, 'urn:example:pass'],
    ] as const
    const links = new Set([created.deeplink])
    for (const [body, type] of asked) {
      const answer = await post(offersOf(created), body)
      expect(answer.status).toBe(201)
      const offer = answer.object()
      links.add(offer.deeplink)
      expect([type, typeof offer.tx_code]).toEqual([type, 'flow' in body ? 'undefined' : 'string'])
      const [, path = ''] = /^https?:\/\/[^/]+(.*)$/.exec(String(offer.offer_url)) ?? []
      expect((await get(path)).object().credential_issuer).toBe(created.issuer_identifier)
      const run = await issue(offer.deeplink, offer.tx_code)
      expect([run.outcome, run.reason, run.credentials[0]?.type]).toEqual(['credential_stored', null, type])
      // The offer is used up, and the code of another offer does not help it.
      expect((await issue(offer.deeplink, offer.tx_code)).outcome).toBe(
        'flow' in body ? 'credential_stored' : 'refused_by_issuer',
      )
      const found = (await post('/sessions/find', { deeplink: offer.deeplink })).object()
      expect(found.session_id).toBe(created.session_id)
    }
    expect(links.size).toBe(asked.length + 1)
    const { events, exchanges } = await view(created.session_id)
    const types = events.map(({ type }) => type)
    expect(types.filter((type) => type === 'credential_offer_generated')).toHaveLength(asked.length + 1)
    expect(types.filter((type) => type === 'credential_issued').length).toBeGreaterThan(asked.length)
    for (const { path, correlation } of exchanges) expect([path, correlation]).toEqual([path, 'exact'])
  })

  it('a second flow of one session breaks no rule that the first one kept', async () => {
    const created = await start({ flow: 'authorization_code' })
    await issue(created.deeplink)
    const offer = (await post(offersOf(created), '')).object()
    await issue(offer.deeplink)
    const { checks, status } = await view(created.session_id)
    const failed = checks.conformance.filter((one) => one.status === 'fail').map(({ id }) => id)
    expect([status, failed]).toEqual(['credential_accepted', []])
  })

  it('a wrong transaction code spends the attempts of its own offer alone', async () => {
    const created = await start({ flow: 'pre_authorized_code', tx_code: { length: 6 } })
    const later = (await post(offersOf(created), {})).object()
    const left = async (deeplink: unknown) => {
      expect((await issue(deeplink, '000000')).outcome).toBe('refused_by_issuer')
      const { events } = await view(created.session_id)
      return events.findLast(({ detail }) => detail.wrong_tx_code === true)?.detail.attempts_left
    }
    const ofFirst = [await left(created.deeplink), await left(created.deeplink), await left(created.deeplink)]
    expect(ofFirst).toEqual([4, 3, 2])
    expect([await left(later.deeplink), await left(created.deeplink), await left(later.deeplink)]).toEqual([4, 1, 3])
    expect((await issue(later.deeplink, later.tx_code)).outcome).toBe('credential_stored')
  })

  it('nothing is offered that the issuer has not, that it is not, or that no longer is', async () => {
    const created = await start()
    const path = offersOf(created)
    const unknown = await post(path, { credential_configuration_id: 'other' })
    expectError(unknown, 400, 'unsupported_credential_configuration')
    expect(unknown.object().legal_values).toEqual(['ticket', 'pass'])
    for (const [body, member] of [
      [{ flow: 'implicit' }, 'flow'],
      [{ credential_offer_mode: 1 }, 'credential_offer_mode'],
      [{ more: 1 }, undefined],
      [[], undefined],
      ['{', undefined],
    ] as const) {
      const refused = await post(path, body)
      expectError(refused, 400, 'invalid_request')
      expect(refused.object().member).toBe(member)
    }
    expectError(await post(offersOf((await post('/sessions', {})).object()), {}), 404, 'issuer_not_found')
    expectError(await post('/sessions/nobody/laboratory/offers', {}), 404, 'session_not_found')
    const short = (await post('/sessions', { laboratory: { lifetime_seconds: 60 } })).object()
    service.advance(61)
    expectError(await post(offersOf(short), {}), 404, 'issuer_not_found')
  })
})

describe('the panel of a laboratory', () => {
  const service = serviceForTests()
  const { http } = service

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
})
