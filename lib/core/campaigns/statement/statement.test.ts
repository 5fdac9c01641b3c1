import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readCsv } from '@/lib/testing/read-csv'
import { sampleCampaign, sampleStart } from '@/lib/testing/store-samples'
import type { FindingStatus } from '../../shared/ports/finding'
import { sessionId } from '../../shared/ports/ids'
import type { EnteredResult } from '../../shared/ports/store-types'
import type { Run } from '../official-cases/case-verdict'
import { officialCases } from '../official-cases/cases'
import { defaultEdition } from '../official-cases/editions'
import { takesEntry } from '../official-cases/official-case'
import { tableCsv } from '../official-cases/table-csv'
import { foldCoverage, type Try, type WalletCoverage } from '../official-cases/wallet-coverage'
import { buildStatement } from './build-statement'
import { countStatement } from './count-statement'
import { statementCsv } from './statement-csv'
import { statementHtml } from './statement-html'
import { selfAssessment } from './statement-words'
import { zStatement } from './z-statement'

const wallet = { name: 'Quill<script>fern', version: '2.4.1' }
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const idOf = (number: number) => sessionId(`5f2d5a8e-4d55-4b58-9d0c-${String(number).padStart(12, '0')}`)
const exchange = '5c1c7b6e-1f0d-4b3c-9a52-6d2f0e7a4b18'

const run = (
  number: number,
  preset: string,
  found: Record<string, FindingStatus>,
  changes: Partial<Run> = {},
): Run => ({
  ...{ sessionId: idOf(number), preset, expects: 'refusal', reason: null, status: null, told: null, toldBy: null },
  ...{ refusedBy: [], foundOfOthers: null },
  found: Object.fromEntries(
    Object.entries(found).map(([id, status]) => [
      id,
      { status, named: null, ...(status === 'fail' ? { place: { exchangeId: exchange, subject: null } } : {}) },
    ]),
  ),
  ...changes,
})

const refused = { 'vp.negative.rejected': 'pass', 'vp.error.fits': 'pass' } as const
const runs = [
  run(1, 'bad_signature', refused),
  run(2, 'missing_nonce', { 'vp.negative.rejected': 'fail' }),
  run(3, 'wrong_typ', refused, { told: 'error', toldBy: 'person' }),
  run(4, 'no_response_uri', refused, { silenceCounted: true }),
]
/** Reported by a command, and from before reporters were recorded. */
const toldOtherwise = [
  run(5, 'missing_client_id', refused, { told: 'error', toldBy: 'driver' }),
  run(6, 'root_in_x5c', refused, { told: 'error' }),
]

const coverageOf = (found: readonly Run[], entered: readonly EnteredResult[] = []): WalletCoverage => ({
  wallet,
  edition: defaultEdition,
  operatorOnly: false,
  removed: new Set<string>(),
  sessionsLeft: 0,
  campaigns: [sampleCampaign({ wallet })],
  tries: new Map(
    found.map((one): [string, Try[]] => [
      one.preset,
      [
        {
          session: {
            sessionId: sessionId(one.sessionId),
            kind: 'presentation',
            preset: one.preset,
            createdAt: sampleStart,
          },
          run: one,
        },
      ],
    ]),
  ),
  entered: new Map(entered.map((one) => [one.caseId, one])),
  ...foldCoverage(found),
})

const manual = officialCases.find(takesEntry)?.id ?? ''
const entry: EnteredResult = {
  ...{ id: 'x', wallet, caseId: manual, result: 'passed', byOperator: false, enteredAt: sampleStart },
  by: 'person',
  note: '=Seen "twice",\r\nby me',
}
const installation = { baseUrl: 'https://capture.example', version: '0.1.0', sha256 }
const made = (coverage: WalletCoverage) => buildStatement(coverage, installation, sampleStart)
const full = made(coverageOf(runs, [entry]))

/** A statement leaves these out, and does not number them. */
const withoutStricter = <Value extends { stricter: number }>({ stricter: _, ...rest }: Value) => rest

describe('a statement', () => {
  it('has the form that the interface declares, with 559 cases', () => {
    expect(zStatement.parse(full)).toEqual(full)
    expect(full.cases.map(({ id }) => id)).toEqual(officialCases.map(({ id }) => id))
    expect(full.cases.filter(({ text_sha256 }) => !/^[0-9a-f]{64}$/.test(text_sha256 ?? ''))).toEqual([])
    const [first] = full.cases
    const short = { ...full, cases: [{ ...first, text_sha256: first?.text_sha256?.slice(0, 16) }] }
    expect(zStatement.safeParse(short).success).toBe(false)
    expect(full.fcaf.table_sha256).toBe(createHash('sha256').update(tableCsv()).digest('hex'))
    expect(zStatement.parse(made(coverageOf([])))).toMatchObject({ counts: { person: { passed: 0 } } })
  })

  it('says of each case who decided it, and never adds a person to the machine', () => {
    const ofPreset = (preset: string) =>
      full.cases.find(({ id }) => officialCases.find((one) => one.id === id)?.preset === preset)
    expect(ofPreset('bad_signature')).toMatchObject({ result: 'passed', method: 'machine', sessions: [idOf(1)] })
    expect(ofPreset('missing_nonce')).toMatchObject({
      ...{ result: 'failed', method: 'machine', sessions: [idOf(2)], exchanges: [exchange] },
      failed_check: 'vp.negative.rejected',
    })
    expect(ofPreset('wrong_typ')).toMatchObject({ result: 'passed', method: 'person', sessions: [idOf(3)] })
    expect(ofPreset('no_response_uri')).toMatchObject({ result: 'passed', method: 'machine_silence' })
    expect(full.cases.find(({ id }) => id === manual)).toMatchObject({
      ...{ result: 'passed', method: 'person', sessions: [], tested_at: new Date(sampleStart).toISOString() },
    })
    expect(
      full.cases.filter(({ method, result }) => method === 'none' && (result === 'passed' || result === 'failed')),
    ).toEqual([])
  })

  it('counts again from its cases what coverage counts', () => {
    const { headline: counted, counts } = coverageOf(runs)
    const headline = withoutStricter(counted)
    expect(full.counts.headline).toEqual({ ...headline, told_by_driver: undefined, told_unrecorded: undefined })
    expect(countStatement(full.cases)).toEqual(full.counts)
    const { machine, machine_silence, person, none } = full.counts
    expect(machine.passed + machine_silence.passed + person.passed).toBe(counts.passed + 1)
    expect(none.not_run).toBe(counts.not_run)
    const of = (record: typeof none) => Object.values(record).reduce((sum, count) => sum + count, 0)
    expect([machine, machine_silence, person, none].map(of).reduce((sum, count) => sum + count)).toBe(559)
  })

  it('says in a sentence why a case failed that is left out of the line of required cases', () => {
    const isOwn = (one: (typeof full.cases)[number]) =>
      one.population === 'wallet' && one.relevancy === 'required' && one.method === 'machine'
    const strict = full.cases.find(isOwn)?.id
    const change = { result: 'failed', remark: 'stricter' } as const
    const cases = full.cases.map((one) => (one.id === strict ? { ...one, ...change } : one))
    const counts = countStatement(cases)
    expect(counts.headline.stricter).toBe(1)
    const html = statementHtml({ ...full, cases, counts })
    expect(html).toContain('1 required case failed by a check that asks more than the case')
    const row = statementCsv({ cases })
      .split('\r\n')
      .find((line) => line.startsWith(`${strict},`))
    for (const shown of [html, row]) {
      expect(shown).toContain('Failed by a check that asks more than the case: ')
      expect(shown).not.toMatch(/\bstricter\b/)
    }
    expect(statementHtml(full)).not.toContain('asks more than the case')
    const typed = cases.map((one) => (one.id === strict ? { ...one, method: 'person' as const } : one))
    expect(statementCsv({ cases: typed })).toMatch(/,stricter,person,/)
  })

  it('counts what a driver told and what nobody knows who told on their own, and leaves both out where there is none', () => {
    const all = made(coverageOf([...runs, ...toldOtherwise], [{ ...entry, by: 'driver' }]))
    const methodOf = (preset: string) =>
      all.cases.find(({ id }) => officialCases.find((one) => one.id === id)?.preset === preset)?.method
    expect(toldOtherwise.map(({ preset }) => methodOf(preset))).toEqual(['driver', 'told'])
    expect(all.cases.find(({ id }) => id === manual)?.method).toBe('driver')
    expect(zStatement.parse(all)).toEqual(all)
    expect(countStatement(all.cases)).toEqual(all.counts)
    expect(all.counts).toMatchObject({ person: { passed: 1 }, driver: { passed: 2 }, told: { passed: 1 } })
    expect(all.counts.headline).toEqual(withoutStricter(coverageOf([...runs, ...toldOtherwise]).headline))
    expect(statementHtml(all)).toMatch(/by a driver<\/th><td>2<[\s\S]*by whom is not recorded<\/th><td>1</)
    expect(Object.keys(full.counts)).toEqual(['cases', 'machine', 'machine_silence', 'person', 'none', 'headline'])
  })

  it('writes relevancy as a status of EG 201 058', () => {
    const status = { required: 'm', optional: 'o', undefined: 'o', forbidden: 'x' }
    for (const one of full.cases)
      if (one.condition === null) expect([one.id, one.status]).toEqual([one.id, status[one.relevancy]])
  })
})

describe('its other forms', () => {
  it('CSV has a header and one line per case, and no formula', () => {
    const csv = statementCsv(full)
    expect(csv.split('\r\n')).toHaveLength(561)
    const [head = [], ...records] = readCsv(csv)
    expect(head).toEqual(Object.keys(full.cases[0] ?? {}).sort((a, b) => head.indexOf(a) - head.indexOf(b)))
    expect(records.map(([id]) => id)).toEqual(officialCases.map(({ id }) => id))
    const remark = records.find(([id]) => id === manual)?.[head.indexOf('remark')]
    expect(remark).toBe(`'=Seen "twice", by me`)
  })

  it('HTML runs nothing, escapes, and says on its first page what it is', () => {
    const html = statementHtml(full)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=/i)
    expect(html).toContain('Quill&lt;script&gt;fern')
    const [first = ''] = html.split('class="after"')
    expect(first).toContain(selfAssessment)
    expect(first).toContain('Not promised')
    expect(first).toContain(`1 failed from 1 cause`)
    expect(html).toContain('@page{size:A4')
    const words = 'Not everything is counted: at least 1 session is not judged yet.'
    expect([html, statementHtml({ ...full, sessions_left: 1 })].map((page) => page.includes(words))).toEqual([
      false,
      true,
    ])
    for (const { id } of full.cases) expect(html.includes(`<code>${id}</code>`), id).toBe(true)
  })
})
