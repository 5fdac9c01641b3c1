import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recount } from '@/scripts/recount-cases.mjs'
import { checkById } from '../../issuer-and-verifier'
import { onlyForPid } from '../../verifier/read/request/refused-transactions'
import { builtInCampaigns, isOfTrust, usesBrowser } from '../built-in'
import { presetById, presets } from '../presets'
import { baselineAnswers, baselineRefusals, listPresets } from '../presets/baseline'
import { officialCases } from './cases'
import { personCase, presetOfPersonCase } from './cases-of-presets'
import { frameworkDefects } from './defects'
import { defaultEdition } from './editions'
import { caseTextUrl, framework } from './framework'
import { listCases } from './list-cases'
import { isDecidable } from './official-case'
import { pairedCase } from './paired-cases'
import { parseCases } from './parse-cases'
import { tableCsv } from './table-csv'
import { foldCoverage } from './wallet-coverage'

const sha256 = (bytes: string | Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())

const csv = readFileSync(join(import.meta.dirname, 'editions/2026-07/cases.csv'), 'utf8')

const [head = '', ...lines] = csv.trimEnd().split('\n')

const decidable = officialCases.filter(isDecidable)

const refusals = ['vp.negative.rejected', 'vci.fault.refused']

/** Number of cases that nothing decides yet. It may only fall; whoever raises it must say why in CHANGELOG.md. */
const gapsMax = 0

describe('the official cases', () => {
  it('are 559, each once, and the generated table is what the reviewed one says', () => {
    expect(parseCases(csv)).toEqual(officialCases)
    expect(new Set(officialCases.map(({ id }) => id)).size).toBe(559)
  })

  it('name checks and presets that there are: of presentations, or of credentials that a wallet must not keep', () => {
    for (const { id, checks, preset } of officialCases) {
      for (const check of checks) expect([id, check, checkById(check) !== null]).toEqual([id, check, true])
      const kind = checks[0]?.startsWith('vci.') ? 'issuance' : 'presentation'
      for (const name of preset === null
        ? []
        : [preset, ...(pairedCase(id).alongside ?? []), ...(pairedCase(id).instead ?? [])])
        expect([id, name, presets.find((one) => one.id === name)?.kind]).toEqual([id, name, kind])
    }
  })

  it('that need more than their session name presets that there are, in one campaign with it', () => {
    const paired = officialCases.flatMap(({ id, preset }) => {
      const { alongside = [], control } = pairedCase(id)
      const names = [...alongside, ...(control === undefined ? [] : [control.preset])]
      return names.length === 0 ? [] : [{ id, names: [preset ?? '', ...names] }]
    })
    expect(paired.map(({ id }) => id.replace('WS_RP_', ''))).toEqual([
      'IA_MainInteraction_006',
      'IA_MainInteraction_010',
      'MS_Metadata_089',
      'MS_Metadata_099',
      ...['025', '026', '027', '154', '155', '156', '157', '158'].map((number) => `MS_ProtocolMessages_${number}`),
      'SM_IssuerIntegrity_012',
      'SM_TrustMechanisms_010',
      'SM_TrustMechanisms_011',
      'SM_TrustMechanisms_015',
      'SH_Cryptography_CryptographicHash_010',
    ])
    for (const { id, names } of paired)
      expect([id, builtInCampaigns.some((one) => names.every((name) => one.presets.includes(name)))]).toEqual([
        id,
        true,
      ])
  })

  it.each([
    ['WS_RP_SM_RpIntegrity_027', 'SecurityMechanisms/RpIntegrity/WS_RP_SM_RpIntegrity__027.md'],
    [
      'WS_RP_SM_RpIntegrity_CryptographicSignature_002',
      'SecurityMechanisms/RpIntegrity/WS_RP_SM_RpIntegrity_CryptographicSignature_002.md',
    ],
    [
      'WS_RP_DM_AddressData_Emailaddress_PID_IETF-sd-jwt-vc_001',
      'DataModel/AddressData/WS_RP_DM_AddressData_Emailaddress_PID_IETF-sd-jwt-vc_001.md',
    ],
  ])('lead to the text of a case: %s', (id, path) => {
    const found = officialCases.find((one) => one.id === id)
    expect(found && caseTextUrl(found)).toBe(
      `${framework.repository}/blob/de378aac/docs/fcaf/suts/wallet_solution/relying_party/${path}`,
    )
  })

  it('pay over a PID with no preset: the two that do test that a wallet refuses, and decide no case', () => {
    const facts = { authorityKeyIdentifier: '', scopeAlias: null, followedType: 'https://issuer.example/types/1' }
    const overPid = presets.filter((preset) => {
      const { dcql_query: query, transaction_data: sent } = preset.body(facts)
      const entries = Array.isArray(sent) ? sent : []
      return (
        onlyForPid(
          entries.map((data, index) => ({ at: `/${index}`, data }) as never),
          query,
        ).length > 0
      )
    })
    expect(overPid.map(({ id }) => id)).toEqual(['payments.over_pid', 'payments.over_pid_mdoc'])
    expect(decidable.filter(({ preset }) => overPid.some(({ id }) => id === preset))).toEqual([])
  })

  it('use every presentation preset but those that answer no case of the framework', () => {
    const used = new Set(decidable.flatMap(({ preset, packed }) => [preset, packed]))
    const ofBaseline = new Set([...baselineAnswers, ...baselineRefusals, ...listPresets].map(({ id }) => id))
    const unused = presets.filter(
      ({ kind, id }) =>
        kind === 'presentation' &&
        !used.has(id) &&
        !isOfTrust(id) &&
        !usesBrowser(id) &&
        // Newer than the framework.
        !id.startsWith('payments.') &&
        !id.startsWith('vct_parent_') &&
        !ofBaseline.has(id) &&
        personCase(id) === null,
    )
    expect(unused.map(({ id }) => id)).toEqual([
      'long_state_nonce',
      'reordered_query',
      'enc_key_without_use',
      'enc_key_after_sig_key',
      'unusable_enc_key',
      'response_uri_slash',
      'redirect_on_response',
      'fewer_claims',
      'no_vp_formats',
      'redirect_on_request',
      'expired_request',
      'alg_none',
    ])
  })

  it('of browsers are decided by sessions that one carries, but for the one that needs a setting of the wallet', () => {
    const ofBrowsers = officialCases.filter(({ channel }) => channel === 'dc_api')
    expect(ofBrowsers.map(({ class: kind }) => kind)).toEqual([
      'auto',
      'auto_negative',
      'manual',
      ...['auto_config', 'auto_negative', 'auto_config', 'auto_config', 'auto_config', 'auto_config'],
    ])
    expect(ofBrowsers.filter(({ preset }) => preset !== null && !usesBrowser(preset))).toEqual([])
    expect(officialCases.filter(({ channel, preset }) => channel !== 'dc_api' && usesBrowser(preset ?? ''))).toEqual([])
  })

  it('that a session asks a person about are manual ones, each of one preset', () => {
    const asked = officialCases.filter(({ id }) => presetOfPersonCase(id) !== null)
    expect(asked.map((one) => [one.class, presetById(presetOfPersonCase(one.id) ?? '')?.id])).toEqual([
      ['manual', 'answer_without_redirect'],
      ['manual', 'answer_not_json'],
      ['manual', 'answer_400'],
    ])
    expect(asked.map(({ id }) => personCase(presetOfPersonCase(id) ?? '')?.id)).toEqual(asked.map(({ id }) => id))
  })

  it('lead with the refusal where the preset expects one, unless the error itself is the point', () => {
    const led = decidable.filter(({ preset }) => presets.find(({ id }) => id === preset)?.expects === 'refusal')
    expect(led.filter(({ checks }) => !refusals.includes(checks[0] ?? '')).map(({ preset }) => preset)).toEqual([
      'empty_scope',
      'user_denies',
      'user_fails_pin',
    ])
  })

  it('are undecided in no more cases than before', () => {
    expect(officialCases.filter(({ class: kind }) => kind === 'gap').length).toBeLessThanOrEqual(gapsMax)
  })

  it('are those that the defects of the framework name, each in one note', () => {
    const named = frameworkDefects.flatMap(({ cases }) => cases)
    expect(named.filter((id) => !officialCases.some((one) => one.id === id))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it('give the numbers of a recount by a script that shares no code', () => {
    const { counts, groups, headline } = foldCoverage([])
    const { wallet, pid_content, credential } = listCases(defaultEdition, sha256).counts
    const counted = recount()
    expect({
      cases: counts.cases,
      decidable: counts.decidable,
      conditional: counts.conditional,
      manual: counts.manual,
      gap: counts.gap,
      out_of_scope: counts.out_of_scope,
      populations: { wallet, pid_content, credential },
      headline: headline.of,
      presets: new Set(decidable.map(({ preset }) => preset)).size,
      groups: Object.fromEntries(
        groups.map(({ area, relevancy, population, counts }) => [`${area} ${relevancy} ${population}`, counts.cases]),
      ),
    }).toEqual(counted)
    expect(counts.not_run).toBe(counts.decidable)
    expect(counts.out).toBe(counts.gap + counts.out_of_scope)
    expect(wallet + pid_content + credential).toBe(counts.decidable)
    expect(counted.populations).toMatchObject({ pid_content: 138, credential: 13 })
    expect(counted.decidable).toBeGreaterThanOrEqual(523)
  })
})

describe('a table that does not fit', () => {
  const good = lines[0] ?? ''
  const change = (from: string | RegExp, to: string) => parseCases([head, good.replace(from, to)].join('\n'))

  it('is refused with the line and the reason', () => {
    expect(parseCases([head, good].join('\r\n'))).toHaveLength(1)
    expect(() => parseCases([head, good, good].join('\n'))).toThrow(/line 3: .* is there twice/)
    expect(() => parseCases(good)).toThrow('line 1')
    expect(() => change('optional', 'EUDI_optional')).toThrow('line 2: "EUDI_optional" is none of')
    expect(() => change('credential_content', 'automatic')).toThrow('is none of')
    expect(() => change(',pid_content,', ',,')).toThrow('It says whom it judges exactly where')
    expect(() => change(',pid_content,', ',wallet,')).toThrow('It judges a credential exactly where')
    expect(() => change(',pid_content,', ',issuer,')).toThrow('is none of wallet, pid_content, credential')
    expect(() => change('credential_content', 'gap')).toThrow('It has a preset exactly where')
    expect(() => change('sd_jwt_baseline', '')).toThrow('It has a preset exactly where')
    expect(() => change(/vp\.[^,]*/, '')).toThrow('No check decides it')
    expect(() => change('is present', 'is '.repeat(20))).toThrow('words')
    expect(() => change('WS_RP_DM', 'DM')).toThrow('The id')
    expect(() => change(/,sd_jwt_vc$/, '')).toThrow('15 cells')
    expect(() => change(/,,,,,sd_jwt_vc$/, ',weather,,,,sd_jwt_vc')).toThrow('"weather" is none of')
    expect(() => change(/sd_jwt_vc$/, 'sd_jwt')).toThrow('"sd_jwt" names nothing that is declared')
    expect(() => change(/sd_jwt_vc$/, 'sd_jwt_vc:x')).toThrow('sd_jwt_vc is yes or no')
  })
})

it('the table is written byte for byte as it was reviewed', () => {
  expect(tableCsv()).toBe(readFileSync(join(import.meta.dirname, 'editions/2026-07/cases.csv'), 'utf8'))
})
