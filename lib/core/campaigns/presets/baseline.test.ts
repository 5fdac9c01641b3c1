import { describe, expect, it } from 'vitest'
import { isObject } from '../../shared/values/json'
import { listPreset, presetById, presets } from '.'

const facts = { authorityKeyIdentifier: '', scopeAlias: null }
const listed = (id: string) => listPreset(presetById(id)!, facts)
const claimsOf = (id: string) => {
  const { dcql_query: query } = listed(id).body
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return credentials.flatMap((one) => (isObject(one) && Array.isArray(one.claims) ? one.claims : []))
}

describe('the presets of the baseline', () => {
  it.each([
    ['haip_vci_scheme', 'haip-vci://', 'credential_offer_uri'],
    ['eu_eaa_offer_scheme', 'eu-eaa-offer://', 'credential_offer_uri'],
    ['offer_by_value', 'eu-eaa-offer://', 'credential_offer'],
  ])('%s offers the PID of HAIP by %s, as %s', (id, scheme, credential_offer_mode) => {
    expect(listed(id)).toMatchObject({
      kind: 'issuance',
      expects: 'answer',
      body: {
        issuer_configuration_id: 'eu-pid-device-bound',
        flow: 'authorization_code',
        scheme,
        credential_offer_mode,
      },
    })
  })

  it.each([
    ['one_claim_sd_jwt', 'answer', 1],
    ['one_element_mdoc', 'answer', 1],
    ['two_claims_sd_jwt', 'answer', 2],
    ['two_elements_mdoc', 'answer', 2],
    ['one_unknown_claim_sd_jwt', 'refusal', 1],
    ['unknown_element_of_two', 'refusal', 2],
  ])('%s expects the %s to a query for %i claims', (id, expects, count) => {
    expect([listed(id).expects, claimsOf(id).length]).toEqual([expects, count])
    expect(listed(id).body.expect).toBe(expects === 'refusal' ? 'refusal' : undefined)
  })

  it('asks back parts of a list of three, each another one', () => {
    const asked = ['list_entry_first', 'list_entry_one', 'list_entry_last', 'list_entries_all', 'object_member']
    expect(asked.map((id) => listed(id).follows)).toEqual(asked.map(() => 'own.degrees'))
    expect(asked.flatMap(claimsOf)).toEqual([
      { path: ['degrees', 0] },
      { path: ['degrees', 1] },
      { path: ['degrees', 2] },
      { path: ['degrees', null] },
      { path: ['address', 'locality'] },
    ])
    expect(listed('own.degrees').body).toMatchObject({
      laboratory: { credentials: [{ claims: { degrees: [{ type: 'Bachelor of Science' }, {}, {}] } }] },
    })
  })

  it('names each preset once', () => {
    const ids = presets.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
