import { describe, expect, it } from 'vitest'
import { recount } from '@/scripts/recount-cases.mjs'
import { issuerDeviations } from '../issuer/deviations'
import { builtInCampaign, builtInCampaigns, usesBrowser, usesLaboratory } from './built-in'
import { offerOf } from './campaign-offer'
import { officialCases } from './official-cases/cases'
import { newestEdition } from './official-cases/editions'
import { isDecidable } from './official-cases/official-case'
import { presetById } from './presets'
import { missingOfTemplate } from './presets/preset'

const presetsOf = (id: string) => builtInCampaign(id)?.presets ?? []
const facts = { authorityKeyIdentifier: '', scopeAlias: null }
const bodyOf = (id: string) => presetById(id)?.body(facts)

describe('a campaign of issuers that sessions have for themselves', () => {
  it.each([
    ['nonce', 6],
    ['lifecycle', 32],
    ['status_refusals', 18],
    ['metadata', 31],
    ['european_laboratory', 41],
    ['trust_issuance', 9],
    ['wallet_units', 8],
    ['european_trust', 6],
  ])('%s has %i sessions, each of a preset that is in no other kind of campaign', (id, sessions) => {
    const presets = presetsOf(id)
    expect(new Set(presets).size).toBe(sessions)
    expect(presets).toHaveLength(sessions)
    expect(presets.filter((preset) => presetById(preset) === null || !usesLaboratory(preset))).toEqual([])
  })

  it('leaves every other campaign without such an issuer, but for the baseline and the card that transactions need', () => {
    const mixed = builtInCampaigns.filter(
      ({ presets }) => presets.some(usesLaboratory) && !presets.every(usesLaboratory),
    )
    expect(mixed.map(({ id }) => id)).toEqual(['baseline', 'baseline_presentation', 'european_transactions'])
  })

  it('needs one scan and no login, but for what the code grant shows', () => {
    const byLogin = builtInCampaigns
      .filter(({ presets }) => presets.every(usesLaboratory))
      .flatMap(({ presets }) => presets)
      .filter((id) => presetById(id)?.kind === 'issuance' && bodyOf(id)?.flow === 'authorization_code')
    expect(byLogin).toEqual([
      'lab.scope_other',
      'lab.scope_shared',
      'lab.request_object',
      'fault.offer_no_grants',
      'fault.as_metadata_no_par',
    ])
    expect(bodyOf('fault.nonce_404')).toMatchObject({ flow: 'pre_authorized_code', laboratory: {} })
  })

  it('has every fault of its area of which a text says what a wallet does, and lifecycle the others too', () => {
    const deviationsOf = (...prefixes: string[]) =>
      issuerDeviations.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)))
    const wanted = deviationsOf('issuer_metadata_', 'signed_metadata_', 'as_metadata_', 'authorization_server_')
      .filter(({ expects }) => expects !== 'report')
      .map(({ id }) => `fault.${id}`)
    expect(presetsOf('metadata')).toEqual(wanted)
    expect(presetsOf('lifecycle')).toEqual(
      expect.arrayContaining(deviationsOf('deferred_', 'batch_', 'refresh_').map(({ id }) => `fault.${id}`)),
    )
  })

  it('issues each credential before it asks it back', () => {
    for (const { presets } of builtInCampaigns)
      for (const [place, id] of presets.entries()) {
        const follows = presetById(id)?.follows
        if (follows !== undefined)
          expect([id, presets.slice(0, place)]).toEqual([id, expect.arrayContaining([follows])])
      }
  })
})

describe('the campaigns of official cases', () => {
  const everywhere = { baseUrl: 'https://capture.example', namesHost: true, hasScope: true }
  const offered = (id: string, installation = everywhere) => {
    const campaign = builtInCampaign(id)
    expect(campaign).not.toBeNull()
    return offerOf(campaign!, installation)
  }
  const casesOf = (id: string) => offered(id).cases.map((one) => one.id)
  /** Each decidable case is in one of these. A control that is in several counts with the first. */
  const parts = [
    'european_answers',
    'european_requests',
    'european_refusals',
    'malformed',
    'european_transactions',
    'european_prefixes',
    'european_laboratory',
    'digital_credentials',
  ]

  it.each([
    ['european_answers', 27, 295, 0, 16],
    ['european_requests', 31, 36, 0, 34],
    ['european_refusals', 42, 61, 0, 49],
    ['malformed', 44, 46, 0, 52],
    ['european_transactions', 13, 17, 0, 14],
    ['european_prefixes', 21, 30, 0, 20],
    ['european_laboratory', 41, 35, 0, 37],
    ['payments', 17, 0, 0, 20],
    ['wallet_units', 8, 0, 0, 5],
    ['european_trust', 6, 0, 0, 5],
    ['european_persons', 3, 0, 14, 21],
    ['digital_credentials', 39, 8, 0, 40],
    ['european', 139, 433, 0, 148],
    ['status_refusals', 18, 10, 0, 22],
    ['smoke', 7, 148, 0, 5],
  ])('%s has %i sessions, decides %i cases and leaves %i to a person, in %i minutes', (id, ...expected) => {
    const { presets, cases, byPerson, minutes } = offered(id)
    expect([presets.length, cases.length, byPerson.length, minutes]).toEqual(expected)
  })

  it('hold each decidable case once, but for those of the two controls', () => {
    const times = new Map<string, number>()
    for (const id of parts.flatMap(casesOf)) times.set(id, (times.get(id) ?? 0) + 1)
    expect([...times.keys()].sort()).toEqual(
      officialCases
        .filter(isDecidable)
        .map(({ id }) => id)
        .sort(),
    )
    expect(times.size).toBe(recount().decidable)
    const controls = officialCases.filter(({ preset }) => preset === 'no_state' || preset === 'no_enc_values')
    expect([...times].filter(([, count]) => count > 1).map(([id]) => id)).toEqual(controls.map(({ id }) => id))
  })

  it('are all that the first four hold together, each preset once, with no refusal far from a response', () => {
    const together = new Set(parts.slice(0, 4).flatMap((id) => presetsOf(id)))
    const presets = presetsOf('european')
    expect(presets).toHaveLength(together.size)
    expect(new Set(presets)).toEqual(together)
    for (const id of ['european', 'european_requests', 'european_refusals', 'malformed']) {
      const runs = presetsOf(id)
        .map((preset) => (presetById(preset)?.expects === 'refusal' ? 'r' : ' '))
        .join('')
        .split(' ')
      // A wait of a minute each, and half an hour to the next response on either side.
      expect([id, Math.max(...runs.map((run) => run.length)) <= 44]).toEqual([id, true])
    }
  })

  it('stop where nothing was wrong and the wallet failed: each has its controls before what they show', () => {
    for (const { id, presets, mustPass = [] } of builtInCampaigns.filter(({ id }) => parts.slice(0, 4).includes(id))) {
      expect([id, mustPass.some((control) => presets.slice(0, 4).includes(control))]).toEqual([id, true])
      expect(mustPass.filter((control) => presetById(control)?.expects !== 'answer')).toEqual([])
    }
  })

  it('begin with what is right where a browser carries the request: who answers there can refuse there', () => {
    const presets = presetsOf('digital_credentials').map((id) => presetById(id)!)
    expect(presets.slice(0, 7).every(({ body }) => body(facts).negative_test === undefined)).toBe(true)
    const wanted = presets.map(({ expects }) => expects)
    expect(wanted.lastIndexOf('answer')).toBeLessThan(wanted.indexOf('refusal'))
    const others = builtInCampaigns.filter(({ id }) => id !== 'digital_credentials' && !id.startsWith('baseline'))
    expect(others.flatMap((one) => one.presets).filter(usesBrowser)).toEqual([])
  })

  it('leave out what an installation cannot make: a scope, a host name, https', () => {
    const bare = { baseUrl: 'http://192.0.2.1:3000', namesHost: false, hasScope: false }
    expect(offered('european_answers', bare).presets).toHaveLength(26)
    expect(offered('european_prefixes', bare).presets).toHaveLength(18)
    const left = presetsOf('european').filter((id) => !offered('european', bare).presets.includes(id))
    expect(left).toEqual(['scope', 'request_uri_http', 'san_dns_under_haip'])
  })

  it('need a transaction in one of them only', () => {
    const needing = parts.filter((id) => presetsOf(id).some((one) => missingOfTemplate(presetById(one)!, undefined)))
    expect(needing).toEqual(['european_transactions'])
  })
})

describe('the campaigns of the baseline', () => {
  const everywhere = { baseUrl: 'https://capture.example', namesHost: true, hasScope: true }
  const offered = (id: string) => offerOf(builtInCampaign(id)!, everywhere)

  it.each([
    ['baseline_issuance', 9, 10],
    ['baseline_presentation', 35, 32],
  ])('%s has %i sessions, and takes %i minutes by hand', (id, sessions, minutes) => {
    expect([offered(id).presets.length, offered(id).minutes]).toEqual([sessions, minutes])
  })

  it('are together the first that is offered, and cover every decidable case of the newest baseline', () => {
    expect(builtInCampaigns[0]?.id).toBe('baseline')
    const presets = presetsOf('baseline')
    expect(new Set(presets)).toEqual(
      new Set([...presetsOf('baseline_issuance'), ...presetsOf('baseline_presentation')]),
    )
    expect(new Set(presets).size).toBe(presets.length)
    const cases = newestEdition.cases.filter((one) => one.baseline && isDecidable(one))
    expect(cases).toHaveLength(122)
    const others = cases.filter(({ preset }) => !presets.includes(preset ?? ''))
    const { ifDeclared = {} } = builtInCampaigns[0] ?? {}
    expect(others.map(({ preset, applies_if }) => [preset, applies_if])).toEqual(
      Array(3).fill(['lab.request_object', 'par_request_object']),
    )
    expect(ifDeclared).toMatchObject({ 'lab.request_object': 'par_request_object' })
  })
})
