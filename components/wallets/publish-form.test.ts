import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { defaultEdition, type Edition, newestEdition } from '@/lib/core/campaigns/official-cases/editions'
import { foldCoverage } from '@/lib/core/campaigns/official-cases/wallet-coverage'
import { buildStatement } from '@/lib/core/campaigns/statement/build-statement'
import { epochMillis } from '@/lib/core/shared/time/time'
import { PublishForm } from './publish-form'

const form = (edition: Edition): string => {
  const coverage = {
    ...{
      wallet: { name: 'Quillfern', version: '1' },
      operatorOnly: false,
      campaigns: [],
      removed: new Set<string>(),
      sessionsLeft: 0,
    },
    ...{ tries: new Map(), entered: new Map(), edition, ...foldCoverage([], null, edition) },
  }
  const service = { baseUrl: 'https://capture.example', version: '1', sha256: () => new Uint8Array(32) }
  const statement = buildStatement(coverage, service, epochMillis(0))
  return renderToStaticMarkup(createElement(PublishForm, { statement })).replaceAll('<!-- -->', '')
}

it('names the edition by its id, sends it, and leads back to the page of it', () => {
  const text = form(newestEdition)
  expect(text).toContain('<li>edition 2026-09, which is partial, 123 cases</li>')
  expect(text).toContain('<input type="hidden" name="edition" value="2026-09"/>')
  expect(text).toContain('href="/cases?wallet=Quillfern&amp;version=1&amp;edition=2026-09"')
})

it('does so of the edition that pages do not begin with', () => {
  const text = form(defaultEdition)
  expect(text).toContain('<li>edition 2026-07, 559 cases</li>')
  expect(text).toContain('<input type="hidden" name="edition" value="2026-07"/>')
  expect(text).toContain('href="/cases?wallet=Quillfern&amp;version=1&amp;edition=2026-07"')
})
