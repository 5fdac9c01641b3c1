import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { JsonObject } from '@/lib/wallet/json'

/** Types that extend types, and the hashes of their metadata. SDJWTVC19-2.2.2.2, SDJWTVC19-5.4, SDJWTVC19-6 */
const service = serviceForTests()
const { http } = service

const ticket = { format: 'dc+sd-jwt', claims: { seat: 'Test seat 1' } }

/** Issues the first of these types. */
async function issued(credentials: JsonRecord[], more: JsonRecord = {}) {
  const created = await http(jsonPost('/sessions', { laboratory: { credentials }, ...more }))
  expect(created.status, created.body).toBe(201)
  const { deeplink, issuer_identifier: identifier } = created.object()
  const run = await runAtIssuer({ deeplink: String(deeplink) })
  const [held] = run.credentials
  const claims: JsonRecord = held?.claims ?? {}
  return { held: held as HeldCredential, claims, types: `${new URL(String(identifier)).pathname}/types` }
}

/** Presents a credential to a verifier that wants a claim of this type. */
async function presented(held: HeldCredential, vct: string, claim = 'seat', more: JsonObject = {}) {
  const query = { id: 'own', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims: [{ path: [claim] }] }
  const presenter = await createHandPresenter(service, held, { dcql_query: { credentials: [query] }, ...more })
  const disclosures = (shown: string[], all: readonly string[]) => void shown.splice(0, shown.length, ...all)
  const answer = await presenter.answer(presenter.payload({ disclosures }))
  return { answer, view: await presenter.view() }
}
const resultOf = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('a credential whose type extends another', () => {
  it('is taken for that one by aka_vcts and by extends, and for no other', async () => {
    const parent = { ...ticket, id: 'parent' }
    const { held, claims, types } = await issued([
      { ...ticket, id: 'child', extends: 'parent', aka_vcts: ['urn:example:ticket', 'urn:example:pass'] },
      parent,
    ])
    expect(claims.aka_vcts).toEqual(['urn:example:ticket', 'urn:example:pass'])
    const actuals = []
    for (const vct of ['urn:example:pass', `${service.baseUrl}${types}/2`, held.type]) {
      const { answer, view } = await presented(held, vct)
      expect([vct, answer.status, resultOf(view, 'vp.dcql.vct')?.status]).toEqual([vct, 200, 'pass'])
      expect(resultOf(view, 'vp.sdjwt.aka_vcts')?.status).toBe('pass')
      actuals.push(resultOf(view, 'vp.dcql.vct')?.actual)
    }
    expect(actuals).toEqual(['by aka_vcts', 'by extends', held.type])
    const other = await presented(held, 'urn:example:other')
    expect([other.answer.status, resultOf(other.view, 'vp.dcql.vct')?.status]).toEqual([400, 'fail'])
  })

  it('is judged as a PID where its name alone tells, with a warning, and by aka_vcts without one', async () => {
    const german = { ...ticket, id: 'german', vct: 'urn:eudi:pid:de:1', claims: { family_name: 'Test' } }
    const named = await issued([german])
    const warned = await presented(named.held, 'urn:eudi:pid:1', 'family_name')
    expect([warned.answer.status, resultOf(warned.view, 'vp.dcql.vct')?.status]).toEqual([200, 'warn'])
    const listed = await issued([{ ...german, aka_vcts: ['urn:eudi:pid:1'] }])
    const taken = await presented(listed.held, 'urn:eudi:pid:1', 'family_name')
    expect([taken.answer.status, resultOf(taken.view, 'vp.dcql.vct')?.status]).toEqual([200, 'pass'])
    const second = await issued([{ ...german, vct: 'urn:eudi:pid:2' }])
    const version = await presented(second.held, 'urn:eudi:pid:1', 'family_name')
    expect([version.answer.status, resultOf(version.view, 'vp.dcql.vct')]).toMatchObject([
      200,
      { status: 'warn', cause: expect.stringContaining('Another type of PID') },
    ])
    const reversed = await presented(second.held, 'urn:eudi:pid:3', 'family_name')
    expect([reversed.answer.status, resultOf(reversed.view, 'vp.dcql.vct')?.status]).toEqual([400, 'fail'])
    for (const { view } of [warned, taken, version])
      expect(['pass', 'fail', 'warn']).toContain(resultOf(view, 'vp.pid.known_names')?.status)
  })

  it('keeps the names of its types in evidence, though they repeat each other', async () => {
    const types = ['urn:example:ticket', 'urn:eudi:pid:1']
    const { held } = await issued([{ ...ticket, id: 'named', vct: 'urn:example:ticket:de', aka_vcts: types }])
    const { view } = await presented(held, 'urn:example:ticket:de')

    const [shown] = view.observed.presentations
    expect(shown).toMatchObject({ decoded: { claims: { vct: 'urn:example:ticket:de', aka_vcts: types } } })
  })

  it('has the hashes of the octets that are served, where asked', async () => {
    const child = { ...ticket, id: 'child', extends: 'parent', integrity: true }
    const { claims, types } = await issued([child, { ...ticket, id: 'parent' }])
    const [own, extended] = [await http({ path: `${types}/1` }), await http({ path: `${types}/2` })]
    expect(claims['vct#integrity']).toBe(hashOf(own.body))
    expect(own.object()).toMatchObject({
      extends: `${service.baseUrl}${types}/2`,
      'extends#integrity': hashOf(extended.body),
    })
    expect(Object.keys(extended.object())).toEqual(['vct', 'name', 'display', 'claims'])
  })

  it.each<[string, JsonRecord, string, string]>([
    ['extends no type', { extends: 'nothing' }, 'unsupported_laboratory_option', 'extends'],
    ['has no other name', { aka_vcts: [] }, 'unsupported_laboratory_option', 'aka_vcts'],
    ['has nine', { aka_vcts: [...'123456789'].map((n) => `urn:x:${n}`) }, 'unsupported_laboratory_option', 'aka_vcts'],
    ['has one twice', { aka_vcts: ['urn:x', 'urn:x'] }, 'unsupported_laboratory_option', 'aka_vcts'],
    ['has its own', { vct: 'urn:x', aka_vcts: ['urn:x'] }, 'unsupported_laboratory_option', 'aka_vcts'],
    ['is an mdoc', { format: 'mso_mdoc', doctype: 'x', integrity: true }, 'unsupported_laboratory_option', 'integrity'],
    ['extends itself', { extends: 'own' }, 'conflicting_laboratory_options', 'extends'],
    ['extends one that extends it', { extends: 'back' }, 'conflicting_laboratory_options', 'extends'],
    ['has no metadata', { vct: 'urn:x', extends: 'urn:y' }, 'conflicting_laboratory_options', 'extends'],
  ])('is refused where it %s', async (_words, type, error, member) => {
    const credentials = [
      { ...ticket, id: 'own', ...type },
      { ...ticket, id: 'back', extends: 'own' },
    ]
    const refused = await http(jsonPost('/sessions', { laboratory: { credentials } }))
    const answer = refused.object() as { error?: string; member?: string; members?: string[] }
    expect([refused.status, answer.error]).toEqual([400, error])
    expect(answer.members?.[0] ?? answer.member).toBe(`/laboratory/credentials/0/${member}`)
  })
})

describe('the presets that ask for what a type extends', () => {
  /** Runs them, and reads what became of each. */
  async function verdicts(name: string) {
    const presets = ['own.child_type', 'vct_parent_aka', 'vct_parent_extends', 'vct_parent_unrelated']
    const created = await http(jsonPost('/campaigns', { presets, wallet: { name, version: '1' } }))
    const path = `/campaigns/${created.object().campaign_id}`
    const send = createNodeClient()
    const client = campaignClient(campaignAddress(`${service.baseUrl}${path}`), { http: send, patienceMillis: 0 })
    await runCampaign({
      client,
      origin: service.baseUrl,
      http: send,
      clock: service.now,
    })
    const { steps, verdict } = (await http({ path })).json() as CampaignView
    return { verdict, of: Object.fromEntries(steps.map((step) => [step.preset, step.verdict])) }
  }

  it('pass where a wallet presents by a name or refuses, and fail where it presents what nobody wants', async () => {
    const good = await verdicts('Extends')
    expect(good).toEqual({
      verdict: 'pass',
      of: {
        'own.child_type': 'pass',
        vct_parent_aka: 'pass',
        vct_parent_extends: 'pass',
        vct_parent_unrelated: 'pass',
      },
    })
    const { held } = await issued([{ ...ticket, id: 'own' }])
    const careless = await presented(held, 'urn:example:unrelated-ticket', 'seat', { expect: 'refusal' })
    expect(resultOf(careless.view, 'vp.negative.rejected')?.status).toBe('fail')
  })
})
