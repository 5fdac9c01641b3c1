import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCsv } from '@/lib/testing/read-csv'
import { checkById } from '../../issuer-and-verifier'
import { presetById } from '../presets'
import { judgeCase, type Run } from './case-verdict'
import { contradictionBefore, defectOf } from './defects'
import { decidableIn, defaultEdition, type Edition, editionNamed, editionOf, editions, newestEdition } from './editions'
import frozen from './editions/frozen.json'
import { caseTextUrl } from './framework'
import { isDecidable, type OfficialCase, remarkOn } from './official-case'
import { parseCases } from './parse-cases'
import { tableCsv } from './table-csv'

const folder = join(import.meta.dirname, 'editions')
const read = (id: string, name: string) => readFileSync(join(folder, id, name), 'utf8')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const [first, second] = ['2026-07', '2026-09'].map((id) => editionNamed(id)) as [Edition, Edition]

describe('editions', () => {
  it('are the folders, newest first, one of them complete', () => {
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
      existsSync(join(folder, one.name, 'edition.json')) ? [one.name] : [],
    )
    expect(editions.map(({ facts }) => facts.id)).toEqual(names.sort().reverse())
    expect(newestEdition.facts.id).toBe(names.at(0))
    expect(editions.filter(({ facts }) => facts.complete)[0]).toBe(defaultEdition)
    expect(first.facts).toMatchObject({ id: '2026-07', complete: true, commit: 'de378aac' })
    expect(decidableIn(first)).toBe(523)
    for (const { facts } of editions.slice(0, -1)) expect(editionNamed(facts.previous ?? '')).not.toBeNull()
  })

  it('are counted in the README as they are here', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8').replace(/\s+/g, ' ')
    const [, all, whole, decided, of, older] =
      /decide all (\d+) official European test cases of the edition (\S+), and (\d+) of the (\d+) of (\d{4}-\d{2}[a-z]?)/.exec(
        readme,
      ) ?? []
    const counts = (id = '') => {
      const edition = editionNamed(id)
      return edition && [decidableIn(edition), edition.cases.length].map(String)
    }
    expect(counts(whole)).toEqual([all, all])
    expect(counts(older)).toEqual([decided, of])
  })

  it('are named by id, or by seven digits of the commit', () => {
    expect(editionNamed('2026-07')).toBe(first)
    for (const name of ['de378aa', 'de378aac', 'de378aac21bf214108015c2ebd1fa4dc07645e5f'])
      expect(editionNamed(name)).toBe(first)
    for (const name of [
      'de378a',
      'de378aad',
      'de378aac0000000000000000000000000000000f',
      'DE378AAC',
      '2026',
      '2026-08',
      '',
      '../2026-07',
    ])
      expect(editionNamed(name)).toBeNull()
  })

  it('that were published stay as they are, to the byte of their table', () => {
    for (const [id, hash] of Object.entries(frozen)) {
      expect([id, sha256(read(id, 'cases.csv'))]).toEqual([id, hash])
      expect(editionNamed(id)?.facts.table_sha256).toBe(hash)
    }
    const published = editions.filter(({ facts }) => facts.table_sha256 !== null).map(({ facts }) => facts.id)
    expect(Object.keys(frozen).sort()).toEqual(published.sort())
  })

  it.each(editions.map((one) => [one.facts.id, one] as const))('%s fits its files', (id, edition) => {
    const csv = read(id, 'cases.csv')
    expect(parseCases(csv)).toEqual(edition.cases)
    expect(tableCsv(edition)).toBe(csv)
    expect(Object.keys(edition.texts).sort()).toEqual(edition.cases.map((one) => one.id).sort())
    for (const one of edition.reviewNeeded) expect(Object.keys(edition.texts)).toContain(one)
    const previous = editionNamed(edition.facts.previous ?? '')
    for (const one of edition.cases) {
      expect(editionOf(one)).toBe(edition)
      expect(edition.facts.sides).toContain(one.side)
      // A case that is decided has a check and a preset; every other says why.
      for (const check of isDecidable(one) ? one.checks : [])
        expect([one.id, checkById(check)?.id]).toEqual([one.id, check])
      if (isDecidable(one)) expect([one.id, presetById(one.preset ?? '')?.id]).toEqual([one.id, one.preset])
      else expect([one.id, remarkOn(one)]).toEqual([one.id, expect.any(String)])
      for (const from of one.from)
        expect([one.id, previous?.cases.some((old) => old.id === from)]).toEqual([one.id, true])
    }
  })
})

describe('the second edition', () => {
  const { cases, facts } = second

  it('is a partial one: the baselines of both sides, and what stands with them', () => {
    expect(facts.complete).toBe(false)
    const baseline = (side: string) => cases.filter((one) => one.side === side && one.baseline).length
    expect([cases.length, baseline('issuance'), baseline('presentation')]).toEqual([123, 58, 64])
    expect(cases.filter((one) => one.kin === null || one.fit === null || one.references.length === 0)).toEqual([])
  })

  it('demands a refusal of every wallet, where the edition before leaves out one that ignores the certificate', () => {
    expect(cases.filter((one) => one.condition !== null)).toEqual([])
    const before = first.cases.find(({ id }) => id === 'WS_RP_SM_RpIntegrity_001')!
    const now = cases.find(({ id }) => id === 'WS_RP_SM_TrustMechanisms_101b_UF')!
    const warned = { 'vp.negative.rejected': { status: 'warn', named: null, place: null } } as unknown as Run['found']
    const of = (one: OfficialCase) => {
      const run = { sessionId: 'one', preset: one.preset, expects: 'refusal', status: 'presentation_validated' }
      const rest = { reason: null, told: null, toldBy: null, refusedBy: [], foundOfOthers: null, found: warned }
      return judgeCase(one, [{ ...run, ...rest } as unknown as Run]).verdict
    }
    expect([before.preset, before.condition]).toEqual([now.preset, 'uses_registration'])
    expect([of(before), of(now)]).toEqual(['not_applicable', 'failed'])
  })

  it('says of its own cases alone what is wrong with them, and what contradicts the edition before', () => {
    const noted = cases.filter((one) => defectOf(one) !== null)
    expect(noted.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'WS_RP_MS_ProtocolMessages_004',
        'WS_AP_MS_ProtocolMessages_036a',
        'WS_AP_MS_ProtocolMessages_037a',
      ]),
    )
    expect(noted).toHaveLength(25)
    expect(cases.filter((one) => contradictionBefore(one) !== null).map(({ id }) => id)).toEqual([
      'WS_RP_IA_ProtocolFlow_002e_UF',
    ])
    const before = first.cases.find(({ id }) => id === 'WS_RP_MS_ProtocolMessages_004')!
    const now = cases.find(({ id }) => id === before.id)!
    expect(defectOf(before)).not.toBe(defectOf(now))
  })

  it('has a reviewer’s file that says what its table says', () => {
    const [, ...decided] = readCsv(read('2026-09', 'decisions.csv').replaceAll('\n', '\r\n'))
    expect(decided.map(([id, , , , verdict, checks, preset, , , why]) => [id, verdict, checks, preset, why])).toEqual(
      cases.map((one) => [one.id, one.class, one.checks.join(';'), one.preset ?? '', one.note ?? '']),
    )
  })

  it.each([
    [
      'WS_RP_SM_TrustMechanisms_101b_UF',
      'relying_party/SecurityMechanisms/TrustMechanisms/WS_RP_SM_TrustMechanisms__101b_UF.md',
    ],
    ['WS_AP_IA_Engagement_007a', 'attestation_provider/Interaction/Engagement/WS_AP_IA_Engagement_007a.md'],
  ])('leads to the text of %s, at its own commit', (id, path) => {
    const one = cases.find((known) => known.id === id)!
    expect(caseTextUrl(one)).toMatch(
      new RegExp(`^${facts.repository}/blob/[0-9a-f]{40}/docs/fcaf/suts/wallet_solution/${path}$`),
    )
  })
})
