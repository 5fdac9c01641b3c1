import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { defaultEdition, type Edition, editions, newestEdition } from '@/lib/core/campaigns/official-cases/editions'
import { foldCoverage } from '@/lib/core/campaigns/official-cases/wallet-coverage'
import { buildCoverage } from '@/lib/core/campaigns/reports/coverage-report'
import { CoveragePage } from './coverage-page'

// The forms refresh the router after they are sent.
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }))

const viewOf = (operatorOnly: boolean, edition: Edition) => {
  const wallet = { name: 'Quillfern', version: '1' }
  const read = {
    wallet,
    operatorOnly,
    campaigns: [],
    removed: new Set<string>(),
    sessionsLeft: 0,
    tries: new Map(),
    entered: new Map(),
    edition,
    ...foldCoverage([], null, edition),
  }
  const sha256 = () => new Uint8Array(32)
  return buildCoverage(read, {
    baseUrl: 'https://capture.example',
    namesHost: true,
    hasScope: false,
    version: '1',
    sha256,
  })
}

const page = (operatorOnly: boolean, edition = defaultEdition) => {
  const coverage = viewOf(operatorOnly, edition)
  const headlines = editions.map((one) => viewOf(operatorOnly, one))
  return renderToStaticMarkup(createElement(CoveragePage, { coverage, headlines, openArea: null }))
}

it('shows what each edition comes to, the newest first, and leads to its page', () => {
  const panel = /<section[^>]*aria-labelledby="editions".*?<\/section>/.exec(
    page(false).replaceAll('<!-- -->', ''),
  )?.[0]
  const found = [...(panel ?? '').matchAll(/<a([^>]*)>Edition ([\d-]+)<\/a> \((\w+)\): (\d+ of \d+ passed)/g)]
  const due = editions.map((one) => [
    one.facts.id,
    one.facts.complete ? 'complete' : 'partial',
    `0 of ${foldCoverage([], null, one).headline.of} passed`,
  ])
  expect(found.map(([, , ...words]) => words)).toEqual(due)
  expect(found[0]?.[1]).toContain('href="/cases?wallet=Quillfern&amp;version=1&amp;edition=2026-09"')
  expect(found.map(([, attributes = '']) => attributes.includes('aria-current="page"'))).toEqual([false, true])
})

it('says what the required cases and what all cases came to, each once', () => {
  const text = page(false).replaceAll('<!-- -->', '')
  expect(text).toMatch(/Required: 0 of (\d+) passed; 0 failed; 0 inconclusive; \1 not run\./)
  expect(text).toMatch(/All cases: (\d+) of \d+ not run\./)
})

it('says of a partial edition that it is one, gives its baselines first, and keeps the choice in its links', () => {
  const text = page(false, newestEdition).replaceAll('<!-- -->', '')
  expect(text).toContain('It has 123 cases, and not all of its draft. The one before is 2026-07.')
  expect(text).toMatch(/Baseline issuance<\/strong>: 0 of \d+ passed/)
  expect(text.indexOf('Baseline issuance')).toBeLessThan(text.indexOf('The wallet: required cases'))
  expect(text).toContain('What changed since 2026-07')
  expect(text).toContain('/coverage?wallet=Quillfern&amp;version=1&amp;format=csv&amp;edition=2026-09')
  expect(text).toContain('/cases/publish?wallet=Quillfern&amp;version=1&amp;edition=2026-09')
  expect(page(false)).not.toContain('Baseline issuance')
  expect(page(false)).toContain('/cases/publish?wallet=Quillfern&amp;version=1&amp;edition=2026-07"')
})

it('says that anybody may add runs where there is no operator token, and whose count where there is one', () => {
  expect(page(false)).toContain('Anybody who reaches this service may add runs: it has no operator token.')
  expect(page(true)).toContain('Only what was started or entered with the operator token counts.')
  expect(page(true)).not.toContain('Anybody')
})

it('leads to one page for a manager, of the edition that is shown', () => {
  expect(page(false)).toMatch(/href="\/coverage\/summary\?wallet=[^"]+edition=2026-07"[^>]*>One page for a manager</)
})

it('counts in words only what there is of all cases', () => {
  const text = page(false, newestEdition).replaceAll('<!-- -->', '')
  expect(text).toMatch(/Of all 123 cases, sessions can decide 123\.</)
  expect(text).not.toMatch(/\b0 (?:of these also|need a person|are )/)
  expect(page(false).replaceAll('<!-- -->', '')).toMatch(
    /sessions can decide 523\. .*14 need a person\. 22 are out of scope\./,
  )
})

it('says why a case failed that the line of required cases leaves out, and what does not hold of each other', () => {
  const [strict, other] = newestEdition.cases.filter(({ relevancy }) => relevancy === 'required')
  const cases = viewOf(false, newestEdition).cases.map((one) =>
    one.id === strict?.id
      ? { ...one, verdict: 'failed' as const, remark: 'stricter' }
      : one.id === other?.id
        ? { ...one, verdict: 'failed' as const, failed_check: 'vci.par.used' }
        : one,
  )
  const place = { session_id: 'one', exchange_id: null, subject: null }
  const causes = [{ check: 'vci.par.used', ...place, cases: [other?.id ?? ''], left_open: [] }]
  const view = viewOf(false, newestEdition)
  const headline = { ...view.headline, stricter: 1 }
  const coverage = { ...view, headline, cases, causes }
  const text = renderToStaticMarkup(
    createElement(CoveragePage, { coverage, headlines: [], openArea: null }),
  ).replaceAll('<!-- -->', '')
  expect(text).toContain('1 left out, though failed, because our check asks more than the case')
  expect(text).toContain('Not counted, because our check asks more than the case (1)')
  expect(text).toContain('Failed by a check that asks more than the case: ')
  expect(text).not.toMatch(/>stricter</)
  expect(text).toContain('This does not hold: ')
})
