import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { textOfPdf } from '@/lib/testing/read-pdf'
import { sampleCampaign, sampleStart } from '@/lib/testing/store-samples'
import { checkRegistry } from '../../issuer-and-verifier'
import { sessionId } from '../../shared/ports/ids'
import { addSeconds } from '../../shared/time/time'
import type { Run } from '../official-cases/case-verdict'
import { defaultEdition, type Edition, newestEdition } from '../official-cases/editions'
import { foldCoverage, type WalletCoverage } from '../official-cases/wallet-coverage'
import { buildSummary } from './summary'
import { summaryHtml } from './summary-html'
import { summaryPdf } from './summary-pdf'
import { summaryCausesMax, summaryWordsMax, zSummary } from './z-summary'

const service = {
  ...{ baseUrl: 'https://capture.example', namesHost: true, hasScope: true, version: '0.1.0' },
  sha256: (data: Uint8Array | string) => createHash('sha256').update(data).digest(),
}
const idOf = (number: number) => sessionId(`5f2d5a8e-4d55-4b58-9d0c-${String(number).padStart(12, '0')}`)

/** A session of each preset of the edition, in which every check failed. */
const presets = [...new Set(newestEdition.cases.flatMap(({ preset }) => preset ?? []))]
const found = Object.fromEntries(
  checkRegistry.map(
    ({ id }) => [id, { status: 'fail', named: null, place: { exchangeId: null, subject: null } }] as const,
  ),
)
const runs = presets.map(
  (preset, index): Run => ({
    ...{ sessionId: idOf(index), preset, expects: 'answer', reason: null, status: 'credential_issued', told: null },
    ...{ toldBy: null, refusedBy: [], foundOfOthers: null, found },
  }),
)

const quillfern = { name: 'Quillfern', version: '2.4.1' }
const coverageOf = (judged: readonly Run[], wallet = quillfern, edition: Edition = newestEdition): WalletCoverage => ({
  ...{ wallet, edition, operatorOnly: false, campaigns: [sampleCampaign({ wallet })] },
  tries: new Map(
    judged.map((run, index) => {
      const createdAt = addSeconds(sampleStart, 86_400 * index)
      const session = { sessionId: idOf(index), kind: 'presentation', preset: run.preset, createdAt } as const
      return [run.preset, [{ session, run }]]
    }),
  ),
  entered: new Map(),
  removed: new Set<string>(),
  sessionsLeft: 0,
  ...foldCoverage(judged, null, edition),
})

const long = { problem: `${'W'.repeat(150)} (\\) ${'W '.repeat(200)}`, hint: 'M'.repeat(3000) }
const named = { name: `${'漢'.repeat(90)}<b>é(\u202e`, version: '%'.repeat(100) }
const full = buildSummary(coverageOf(runs, named), service, () => long)
const waiting = buildSummary({ ...coverageOf(runs, named), sessionsLeft: 399 }, service, () => long)
const none = buildSummary(coverageOf([]), service, () => null)

describe('the summary of a wallet', () => {
  it('has five causes at most, those of most cases first, and counts the others', () => {
    expect(zSummary.parse(full)).toEqual(full)
    expect(full.causes).toHaveLength(summaryCausesMax)
    expect(full.causes.length + full.more_causes).toBe(full.headline.causes)
    expect(full.causes.map(({ cases }) => cases)).toEqual(full.causes.map(({ cases }) => cases).sort((a, b) => b - a))
    for (const { says, fix } of full.causes) {
      expect([says.length, fix.length]).toEqual([summaryWordsMax, summaryWordsMax])
      expect(says.endsWith('…')).toBe(true)
    }
    expect(full.not_run).toMatchObject({ cases: full.headline.not_run })
    expect(full.last_run && full.first_run && full.last_run > full.first_run).toBe(true)
  })

  it('says which cases a program ran without a browser, and which failed by a stricter check', () => {
    const played = runs.map((run) => (run.preset.startsWith('dc_') ? { ...run, carrier: 'emulated' as const } : run))
    const { not_run, headline, text } = buildSummary(coverageOf(played), service, () => null)
    expect(not_run.emulated).toBeGreaterThan(0)
    // By hand these are still to be run.
    const emulated = played.filter(({ carrier }) => carrier === 'emulated')
    expect([not_run.cases, not_run.sessions]).toEqual([not_run.emulated, emulated.length])
    expect(text.join(' ')).toContain(`They need ${emulated.length} sessions, about 2 minutes by hand.`)
    expect(text.join(' ')).toContain(
      `For ${not_run.emulated} cases a program played the browser, which decides nothing.`,
    )
    expect(headline.stricter).toBeGreaterThan(0)
    expect(text).toContain(
      `${headline.stricter} cases failed by a check that asks more than the case: counted nowhere.`,
    )
    expect(none.text.join(' ')).not.toMatch(/played the browser|asks more/)
  })

  it('says how many of its numbers a driver or a person told, and nothing where none did', () => {
    const of = (toldBy: 'driver' | 'person') =>
      buildSummary(
        coverageOf([
          {
            ...runs.find(({ preset }) => preset === 'wrong_typ')!,
            ...{ status: 'wallet_error', told: 'error', toldBy },
            found: { 'vp.negative.rejected': { status: 'pass', named: null } },
          },
        ]),
        service,
        () => null,
      )
    expect(of('driver').headline).toMatchObject({ passed: 1, told_by_driver: 1 })
    expect(of('driver').text).toContain('In these numbers, by what was told: 1 told by a driver, 0 by a person.')
    expect(of('person').text).toContain('In these numbers, by what was told: 0 told by a driver, 1 by a person.')
    expect(none.text.join(' ')).not.toContain('by what was told')
  })

  it('says how many sessions wait to be judged, and nothing where none does', () => {
    const words = /^Not everything is counted: (.*)$/m
    expect(waiting.sessions_left).toBe(399)
    expect(words.exec(waiting.text.join('\n'))?.[1]).toBe(
      'at least 399 sessions are not judged yet. Ask for this again.',
    )
    expect(words.test(full.text.join('\n'))).toBe(false)
  })

  it('says of a session that is gone what its check asks for', () => {
    const [cause] = buildSummary(coverageOf(runs), service, () => null).causes
    expect(cause?.says).toMatch(/^This does not hold: .+\.$/)
    expect(cause?.fix).toBe(`See the check ${cause?.check} in the catalogue.`)
  })

  it('says how long it takes to run what was not run', () => {
    expect(none).toMatchObject({ first_run: null, last_run: null, causes: [], more_causes: 0 })
    expect(none.not_run.cases).toBe(none.headline.not_run)
    expect(none.not_run.sessions).toBeGreaterThan(20)
    expect(none.not_run.minutes).toBeGreaterThan(0.6 * none.not_run.sessions)
    expect(none.text.join(' ')).toContain(`about ${none.not_run.minutes} minutes by hand`)
    expect(none.text).toContain('No case that counts failed.')
    const asksBack = buildSummary(
      coverageOf(runs.filter(({ preset }) => preset !== 'membership_mdoc')),
      service,
      () => null,
    )
    expect(asksBack.not_run.sessions).toBe(2)
    const plain = { ...service, baseUrl: 'http://capture.example', namesHost: false }
    const { not_run, text } = buildSummary(coverageOf([], quillfern, defaultEdition), plain, () => null)
    expect(not_run.elsewhere).toBeGreaterThan(0)
    expect(text.join(' ')).toContain(`${not_run.elsewhere} sessions cannot run at this installation.`)
  })
})

describe('its PDF', () => {
  it.each([
    ['all', full],
    ['all, and what is not judged yet', waiting],
    ['nothing', none],
  ])('is one page with the words of the JSON: %s', (_, summary) => {
    const pdf = summaryPdf(summary)
    expect(pdf).toMatch(/^%PDF-1\.4\n[\n -~]+%%EOF\n$/)
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(textOfPdf(pdf)).toBe(summary.text.join('').replace(/漢/g, '?'))
    // Nothing below the margin of the page.
    const baselines = [...pdf.matchAll(/ ([-\d.]+) Td/g)].map(([, y]) => Number(y))
    expect(Math.min(...baselines)).toBeGreaterThan(47)
    expect(Math.max(...baselines)).toBeLessThan(842)
    // Each entry of the table of objects is where it says.
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
    expect(pdf.slice(start, start + 5)).toBe('xref\n')
    const rows = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)]
    rows.forEach(([, offset], index) => {
      expect(pdf.slice(Number(offset))).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    })
    const [, length, content] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(pdf) ?? []
    expect(content).toHaveLength(Number(length))
  })
})

describe('its HTML', () => {
  it('escapes what came from outside, and runs nothing', () => {
    const html = summaryHtml(full)
    expect(html).toContain('漢&lt;b&gt;é([U+202E]')
    expect(html).not.toMatch(/<b>|<script|\son[a-z]+=|javascript:/i)
    expect(html).toContain('@page{size:A4 portrait')
    const scaleOf = (page: string) => Number(/@media print\{html\{font-size:([\d.]+)pt/.exec(page)?.[1])
    expect(scaleOf(html)).toBeLessThan(scaleOf(summaryHtml(none)))
    expect(scaleOf(html)).toBeGreaterThan(3)
  })
})
