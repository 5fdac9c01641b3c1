import { beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { sessionId } from '@/lib/core/shared/ports/ids'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { JsonObject } from '@/lib/wallet/json'
import { hashTransaction } from '@/lib/wallet/verifier/response/vp-token'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import type { PresentationProfile } from '@/lib/wallet/verifier/settings'

const service = serviceForTests()
let card: HeldCredential
let logins: HeldCredential
let diploma: HeldCredential

const category = 'urn:eu:europa:ec:eudi:sua:sca'
const http = createNodeClient()

beforeAll(async () => {
  const claims = { pan_last_four: '1234', scheme: 'Test scheme' }
  const every = ['payment', 'login_risk_transaction', 'account_access', 'emandate']
  card = await issued({ id: 'sca_card', claims, category, transaction_types: every })
  logins = await issued({ id: 'sca_card', claims, category, transaction_types: ['login_risk_transaction'] })
  diploma = await issued({ id: 'diploma', claims: { title: 'Test degree' } })
})

async function issued(type: JsonObject): Promise<HeldCredential> {
  const laboratory = { credentials: [{ format: 'dc+sd-jwt', ...type }] }
  const body = JSON.stringify({ flow: 'pre_authorized_code', laboratory })
  const created = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
  const { credentials } = await runAtIssuer({ deeplink: created.deeplink, http })
  return credentials[0] as HeldCredential
}

const payload = { transaction_id: '8D8AC610', payee: { name: 'Bookshop', id: 'DE98' }, currency: 'EUR', amount: 12.5 }
const paying = (credential: HeldCredential, more: JsonObject = {}): JsonObject => ({
  dcql_query: { credentials: [{ id: 'card', format: 'dc+sd-jwt', meta: { vct_values: [credential.type] } }] },
  transaction_data: [
    { type: 'urn:eudi:sca:payment:1', credential_ids: ['card'], transaction_data_hashes_alg: ['sha-256'], payload },
  ],
  ...more,
})
const statusOf = ({ checks }: PresentationSessionView, id: string): string | undefined =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const failed = ({ checks }: PresentationSessionView): string[] =>
  checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

const rightClaims = {
  jti: 'deeec2b0-3bea-4477-bd5d-e3462a709481',
  response_mode: 'direct_post.jwt',
  amr: [{ knowledge: 'pattern' }, { inherence: 'face_device' }],
}

/** Pays with a wallet driven by hand, whose proof has these claims beside the hash. */
async function paid(claims: JsonObject, body = paying(card), held = card) {
  const presenter = await createHandPresenter(service, held, body)
  const [sent = ''] = presenter.request.transaction_data as string[]
  const answer = await presenter.answer(
    presenter.payload({
      keyBinding: (draft) =>
        void Object.assign(draft.claims, {
          transaction_data_hashes: [hashTransaction(sent)],
          transaction_data_hashes_alg: 'sha-256',
          ...claims,
        }),
    }),
  )
  return { answer, presenter, view: await presenter.view() }
}

describe('a payment with a card', () => {
  it('passes with the reference wallet, in every form of the request', async () => {
    for (const more of [{}, { profile: 'haip' }, { response_mode: 'direct_post' }]) {
      const presenter = await createHandPresenter(service, card, paying(card, more))
      const run = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [card] })
      expect(run.outcome).toBe('presented')
      const view = await presenter.view()
      expect([view.checks.summary.verdict, view.request_problems]).toEqual(['pass', []])
      for (const id of ['jti', 'response_mode', 'amr', 'amr_values', 'type_allowed'])
        expect([id, statusOf(view, `vp.sca.${id}`)]).toEqual([id, 'pass'])
      expect(statusOf(view, 'vp.kb.claims_known')).toBe('pass')
      expect(view.observed.transactions).toEqual([
        {
          type: 'urn:eudi:sca:payment:1',
          expected: 'answer',
          confirmed_by: 'dc+sd-jwt',
          amr: ['knowledge', 'inherence'],
        },
      ])
      expect(statusOf(view, 'vp.txn.pid_key')).toBe('not_applicable')
    }
  })

  it('passes with another client whose claims are right; a wrong one alone is refused by its check', async () => {
    const right = await paid(rightClaims)
    expect([right.answer.status, failed(right.view)]).toEqual([200, []])
    const { jti: _, ...withoutJti } = rightClaims
    for (const [claims, id] of [
      [withoutJti, 'vp.sca.jti'],
      [rightClaims, 'vp.sca.jti'],
      [{ ...rightClaims, jti: 'another-jti-of-one-payment', amr: [{ knowledge: 'pattern' }] }, 'vp.sca.amr'],
      [{ ...rightClaims, jti: 'a-third-jti-of-one-payment', response_mode: 'direct_post' }, 'vp.sca.response_mode'],
    ] as const) {
      const wrong = await paid(claims)
      expect([wrong.answer.status, wrong.answer.object().failed_checks]).toEqual([400, [id]])
      expect(failed(wrong.view)).toEqual([id])
    }
    const dotted = await paid({ ...rightClaims, jti: 'a-fourth-jti-of-one-payment', response_mode: 'dc_api.jwt' })
    expect(dotted.view.cause?.headline).toBe(
      'The response_mode of the Key Binding JWT is dc_api.jwt, which is not that of the request.',
    )
    expect((await paid(rightClaims)).view.cause?.headline).toBe(
      'The jti was in an earlier presentation: it is the authentication code of one payment.',
    )
  })

  it('needs another jti in each presentation of one response', async () => {
    const [asked] = (paying(card).dcql_query as { credentials: JsonObject[] }).credentials
    const [entry] = paying(card).transaction_data as JsonObject[]
    const bodyFor = (...ids: readonly string[][]) => ({
      dcql_query: { credentials: ['one', 'other'].map((id) => ({ ...asked, id })) },
      transaction_data: ids.map((credential_ids) => ({ ...entry, credential_ids })),
    })
    const answered = async (presenter: Awaited<ReturnType<typeof createHandPresenter>>, texts: readonly string[]) => {
      const vp_token = { one: [texts[0] ?? ''], other: [texts.at(-1) ?? ''] }
      const { status } = await presenter.answer({ vp_token, state: String(presenter.request.state) })
      const results = (await presenter.view()).checks.conformance.filter(({ id }) => id === 'vp.sca.jti')
      return [status, ...results.map((found) => found.status)]
    }
    const body = bodyFor(['one'], ['other'])
    const pay = async (...jtis: readonly [string, string]) => {
      const presenter = await createHandPresenter(service, card, body)
      const sent = presenter.request.transaction_data as string[]
      const presented = jtis.map((jti, place) => {
        const hashed = {
          transaction_data_hashes: [hashTransaction(sent[place] ?? '')],
          transaction_data_hashes_alg: 'sha-256',
        }
        return presenter.present(
          { keyBinding: ({ claims }) => void Object.assign(claims, { ...rightClaims, ...hashed, jti }) },
          place,
        )
      })
      return answered(presenter, presented)
    }
    expect(await pay('one-jti-for-both-cards', 'one-jti-for-both-cards')).toEqual([400, 'pass', 'fail'])
    expect(await pay('the-jti-of-one-card', 'the-jti-of-the-other')).toEqual([200, 'pass', 'pass'])
    // One presentation for both queries is one confirmation with one jti.
    const presenter = await createHandPresenter(service, card, bodyFor(['one', 'other']))
    const transaction_data_hashes = [hashTransaction(String((presenter.request.transaction_data as string[])[0]))]
    const jti = 'one-jti-of-one-presentation'
    const hashed = { ...rightClaims, jti, transaction_data_hashes, transaction_data_hashes_alg: 'sha-256' }
    const presented = presenter.present({ keyBinding: ({ claims }) => void Object.assign(claims, hashed) }, 0)
    expect(await answered(presenter, [presented])).toEqual([200, 'pass', 'pass'])
  })

  it('leaves no jti anywhere: it is the authentication code of the payment', async () => {
    const jti = 'planted-authentication-code-0001'
    const { presenter, view } = await paid({ ...rightClaims, jti })
    const id = view.session_id
    const stored = await service.container.ports.store.exchanges(sessionId(id))
    const reports = await Promise.all(
      ['md', 'html', 'har', 'junit'].map(
        async (format) => (await presenter.http({ path: `/openid4vp/sessions/${id}/report?format=${format}` })).body,
      ),
    )
    const events = await service.container.ports.store.events(sessionId(id))
    for (const text of [JSON.stringify([view, stored, events]), ...reports]) expect(text).not.toContain(jti)
  })
})

describe('a payment over what is a PID by another name', () => {
  const claims = { family_name: 'Test' }
  it.each<[string, JsonObject]>([
    ['a domestic PID', { id: 'de', claims, vct: 'urn:eudi:pid:de:1' }],
    ['by aka_vcts', { id: 'aka', claims, aka_vcts: ['urn:eudi:pid:1'] }],
    ['by extends', { id: 'extends', claims, extends: 'urn:eudi:pid:1' }],
  ])('%s: a refusal is expected, and what is presented is answered and fails', async (_words, type) => {
    const pid = await issued(type)
    const meta = { vct_values: [pid.type] }
    const query = { id: 'card', format: 'dc+sd-jwt', meta, claims: [{ path: ['family_name'] }] }
    for (const more of [{}, { profile: 'haip' }, { trust_framework: 'eu' }]) {
      const { answer, view } = await paid({}, paying(pid, { ...more, dcql_query: { credentials: [query] } }), pid)
      expect([view.options.expect, view.options.expect_because]).toEqual(['refusal', 'pid_key'])
      expect(view.request_problems).toContainEqual(
        expect.objectContaining({ code: 'pid_key_asked', pointer: '/transaction_data/0/credential_ids' }),
      )
      expect([answer.status, view.checks.summary.verdict]).toEqual([200, 'fail'])
      const red = failed(view).filter((id) => id.startsWith('vp.txn') || id.startsWith('vp.sca'))
      expect(red).toEqual(['vp.txn.pid_key'])
      expect(failed(view)).toContain('vp.negative.rejected')
      expect(view.cause?.headline).toBe('The key of a PID signed transaction data.')
      expect(['pass', 'fail', 'warn']).toContain(statusOf(view, 'vp.pid.known_names'))
    }
  })

  it('leads with the key of the PID, also where its hash is refused', async () => {
    const pid = await issued({ id: 'de', claims, vct: 'urn:eudi:pid:de:1' })
    const { answer, view } = await paid({ transaction_data_hashes: ['AAAA'] }, paying(pid, { expect: 'answer' }), pid)
    expect([answer.status, statusOf(view, 'vp.txn.hashes_match')]).toEqual([400, 'fail'])
    expect([view.cause?.check, view.cause?.refused_by]).toEqual(['vp.txn.pid_key', 'vp.txn.hashes_match'])
  })
})

describe('a credential that is not made for the payment', () => {
  it.each([
    ['a diploma', () => diploma],
    ['a card for logins alone', () => logins],
  ])('%s: the reference wallet refuses, and one that confirms fails', async (_words, credentialOf) => {
    const credential = credentialOf()
    const wise = await createHandPresenter(service, credential, paying(credential))
    const refused = await runAtVerifier({ deeplink: wise.created.deeplink, credentials: [credential] })
    expect(refused.declined).toMatchObject({ error: 'invalid_transaction_data' })
    const careless = await createHandPresenter(service, credential, paying(credential))
    await runAtVerifier({
      deeplink: careless.created.deeplink,
      credentials: [credential],
      misbehave: 'vp.sca.type_allowed',
    })
    const view = await careless.view()
    expect([view.status, failed(view)]).toEqual(['presentation_validated', ['vp.sca.type_allowed']])
  })
})

describe('a payment that breaks the rules of its type', () => {
  it('is sent as given, listed, and refused by a good wallet; one that confirms is answered and fails', async () => {
    const { payee: _, ...withoutPayee } = payload
    const wrong = paying(card, {
      transaction_data: [
        {
          type: 'urn:eudi:sca:payment:1',
          credential_ids: ['card'],
          transaction_data_hashes_alg: ['sha-256'],
          payload: withoutPayee,
        },
      ],
    })
    const wise = await createHandPresenter(service, card, wrong)
    expect((await wise.view()).request_problems).toMatchObject([
      { code: 'invalid_transaction_data', severity: 'violation', pointer: '/transaction_data/0/payload/payee' },
    ])
    const refused = await runAtVerifier({ deeplink: wise.created.deeplink, credentials: [card] })
    expect(refused.declined).toMatchObject({ error: 'invalid_transaction_data' })
    const right = await wise.view()
    expect([right.outcome.id, right.options.expect_because]).toEqual(['passed', 'transaction_data'])
    const careless = await createHandPresenter(service, card, wrong)
    await runAtVerifier({
      deeplink: careless.created.deeplink,
      credentials: [card],
      profile: { ignoresTypeMetadata: true },
    })
    const view = await careless.view()
    expect([view.status, failed(view)]).toEqual(['presentation_validated', ['vp.negative.rejected']])
  })

  it.each<[string, JsonObject]>([
    ['transaction_data_hashes_alg', { credential_ids: ['card'], transaction_data_hashes_alg: 'sha-256' }],
    ['credential_ids/0', { credential_ids: ['nobody'], transaction_data_hashes_alg: ['sha-256'] }],
    ['credential_ids', { transaction_data_hashes_alg: ['sha-256'] }],
  ])('in its %s calls for a refusal too, and is shown', async (member, entry) => {
    const { view } = await createHandPresenter(
      service,
      card,
      paying(card, { transaction_data: [{ type: 'urn:eudi:sca:payment:1', payload, ...entry }] }),
    )
    const { options, observed, request_problems } = await view()
    expect(request_problems).toMatchObject([
      { code: 'invalid_transaction_data', severity: 'violation', pointer: `/transaction_data/0/${member}` },
    ])
    expect([options.expect, options.expect_because]).toEqual(['refusal', 'transaction_data'])
    expect(observed.transactions).toEqual([
      { type: 'urn:eudi:sca:payment:1', expected: 'refusal', confirmed_by: null, amr: [] },
    ])
  })
})

describe('transaction data over an mdoc whose key signs no element', () => {
  it.each([
    [undefined, ['refusal', 'key_authorizations']],
    [['transaction_data_hash'], ['answer', undefined]],
  ])('with transaction_elements %j expects %j', async (transaction_elements, expected) => {
    const type = { id: 'mdoc', format: 'mso_mdoc', doctype: 'org.example.card.1', claims: { number: '1' } }
    const laboratory = { credentials: [transaction_elements ? { ...type, transaction_elements } : type] }
    const body = JSON.stringify({ flow: 'pre_authorized_code', laboratory })
    const created = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
    const { view } = await createHandPresenter(service, card, {
      follows: created.session_id,
      transaction_data: [{ type: 'payment', credential_ids: ['own_type'] }],
    })
    const { options } = await view()
    expect([options.expect, options.expect_because]).toEqual(expected)
  })

  it('expects a refusal where a PID as mdoc is the only other that could confirm', async () => {
    const type = { id: 'mdoc', format: 'mso_mdoc', doctype: 'org.example.card.1', claims: { number: '1' } }
    const body = JSON.stringify({ flow: 'pre_authorized_code', laboratory: { credentials: [type] } })
    const created = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
    const asked = (id: string, doctype_value: string) => ({ id, format: 'mso_mdoc', meta: { doctype_value } })
    const { view } = await createHandPresenter(service, card, {
      follows: created.session_id,
      dcql_query: { credentials: [asked('card', 'org.example.card.1'), asked('pid', 'eu.europa.ec.eudi.pid.1')] },
      transaction_data: [{ type: 'payment', credential_ids: ['card', 'pid'] }],
    })
    expect((await view()).options).toMatchObject({ expect: 'refusal', expect_because: 'key_authorizations' })
  })
})

describe('a payment with a card whose type is wrong on purpose', () => {
  it.each(['type_no_category', 'type_other_transactions', 'type_no_labels', 'type_404', 'vct_integrity_wrong'])(
    '%s: a refusal is expected of what follows, though nobody said so',
    async (fault) => {
      const body = JSON.stringify({ flow: 'pre_authorized_code', fault })
      const created = await (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
      const [entry] = paying(card).transaction_data as JsonObject[]
      const { view } = await createHandPresenter(service, card, {
        follows: created.session_id,
        transaction_data: [{ ...entry, credential_ids: ['own_type'] }],
      })
      const { options, observed } = await view()
      expect([options.expect, options.expect_because]).toEqual(['refusal', 'type_metadata'])
      expect(observed.transactions).toMatchObject([{ expected: 'refusal' }])
    },
  )
})

describe('the campaign payments', () => {
  async function campaign(name: string, presents: Partial<PresentationProfile> = {}): Promise<CampaignView> {
    const answer = await fetch(`${service.baseUrl}/campaigns`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ campaign: 'payments', wallet: { name, version: '1' } }),
    })
    const { campaign_id: id } = (await answer.json()) as CampaignView
    const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), { http, patienceMillis: 0 })
    await runCampaign({ client, origin: service.baseUrl, http, clock: service.now, presents })
    return (await fetch(`${service.baseUrl}/campaigns/${id}`)).json()
  }

  it('is green with a good wallet, and each wrong session is red with its careless twin', async () => {
    const good = await campaign('Pays')
    expect(good.steps.map(({ preset, verdict }) => [preset, verdict])).toEqual(
      good.steps.map(({ preset }) => [preset, 'pass']),
    )
    expect([good.status, good.verdict]).toEqual(['finished', 'pass'])
    const careless = await campaign('Pays anything', { confirmsWithPid: true, ignoresTypeMetadata: true })
    const red = careless.steps.flatMap(({ preset, verdict }) => (verdict === 'fail' ? [preset] : []))
    expect(red).toEqual([
      'payments.pid_or_card',
      'payments.over_pid',
      'payments.over_pid_mdoc',
      'payments.not_allowed',
      'payments.no_payee',
      'payments.type_no_category',
      'payments.vct_integrity_wrong',
    ])
  })
})
