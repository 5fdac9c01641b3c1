import { describe, expect, it } from 'vitest'
import { issuerDeviations } from '../issuer/deviations'
import { builtInCampaign, builtInCampaigns, isOfLaboratory } from './built-in'
import { presetById } from './presets'

const presetsOf = (id: string) => builtInCampaign(id)?.presets ?? []
const facts = { authorityKeyIdentifier: '', scopeAlias: null }
const bodyOf = (id: string) => presetById(id)?.body(facts)

describe('a campaign of issuers that sessions have for themselves', () => {
  it.each([
    ['nonce', 6],
    ['lifecycle', 12],
    ['status_refusals', 18],
    ['metadata', 30],
    ['european_laboratory', 41],
    ['trust_issuance', 9],
    ['european_trust', 6],
  ])('%s has %i sessions, each of a preset that is in no other kind of campaign', (id, sessions) => {
    const presets = presetsOf(id)
    expect(new Set(presets).size).toBe(sessions)
    expect(presets).toHaveLength(sessions)
    expect(presets.filter((preset) => presetById(preset) === null || !isOfLaboratory(preset))).toEqual([])
  })

  it('leaves every other campaign without such an issuer', () => {
    const mixed = builtInCampaigns.filter(
      ({ presets }) => presets.some(isOfLaboratory) && !presets.every(isOfLaboratory),
    )
    expect(mixed).toEqual([])
  })

  it('needs one scan and no login, but for the fault that pushed requests show', () => {
    const byLogin = builtInCampaigns
      .filter(({ presets }) => presets.every(isOfLaboratory))
      .flatMap(({ presets }) => presets)
      .filter((id) => presetById(id)?.kind === 'issuance' && bodyOf(id)?.flow === 'authorization_code')
    expect(byLogin).toEqual(['fault.as_metadata_no_par'])
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
