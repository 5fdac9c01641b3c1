import { expect, type Page } from 'playwright/test'
import { inTurn } from '@/scripts/thorough.mjs'
import {
  answeredPresentation,
  finishedSession,
  inspector,
  pageBytesMax,
  plainProof,
  presentationInspector,
} from './support/sessions'
import { test } from './support/test'

/**
 * A dozen misbehaviours of the reference wallet, half for each screen width; some break a MUST, some do not. `npm test`
 * takes every second one.
 */
const misbehaviours: Readonly<Record<string, readonly string[]>> = {
  phone: [
    'vci.proof.jwt.aud',
    'vci.dpop.ath_matches',
    'vci.metadata.accept_header',
    'vp.kb.nonce',
    'vp.kb.typ',
    'vp.kb.claims_known',
  ],
  desktop: [
    'vci.proof.jwt.typ',
    'vci.credential.content_type',
    'vci.proof.jwt.unknown_header',
    'vp.kb.aud',
    'vp.kb.signature',
    'vp.kb.sd_hash',
  ],
}

/** The numbers before these words, summed over all texts. */
const countOf = (texts: readonly string[], word: RegExp): number =>
  texts
    .flatMap((text) => [...text.matchAll(new RegExp(`(\\d+) ${word.source}`, 'g'))])
    .reduce((sum, [, count]) => sum + Number(count), 0)

const stripOf = (page: Page): Promise<string[]> =>
  page
    .locator('[data-strip] [role=img]')
    .evaluateAll((ticks) => ticks.map((tick) => tick.getAttribute('aria-label') ?? ''))

test(
  'headline, pill, tab, rail, strip, rows, runs, interface and report tell the same of a misbehaviour',
  { tag: '@day-desktop' },
  async ({ page, request }, { project }) => {
    for (const misbehaviour of inTurn(misbehaviours[project.name] ?? [], 0, 2))
      await test.step(misbehaviour, async () => {
        const isIssuance = misbehaviour.startsWith('vci.')
        const id = isIssuance
          ? await finishedSession(request, misbehaviour, plainProof)
          : await answeredPresentation(request, misbehaviour)
        const api = isIssuance ? `/sessions/${id}` : `/openid4vp/sessions/${id}`
        const answer = await page.goto(isIssuance ? inspector(id) : presentationInspector(id))
        expect((await answer?.body())?.length).toBeLessThan(pageBytesMax)
        const headline = page.locator('h2#verdict')
        await expect(page.locator('[data-misbehaviour-run=found]')).toContainText(misbehaviour)

        const { summary } = (await (await request.get(api)).json()).checks
        const { verdict, must, counts } = summary
        const asWarning = page.locator('[data-misbehaviour-run]').filter({ hasText: 'as a warning only' })
        await expect(page.locator('[data-unfailed]').or(asWarning)).toHaveCount(counts.fail === 0 ? 1 : 0)
        const words = must.fail > 0 ? new RegExp(`^${must.fail} checks? failed$`) : /^(Passed|No MUST failed)/
        await expect(headline).toHaveText(words)
        await expect(headline).toHaveAttribute('data-tone', verdict === 'fail' ? 'fail' : /pass|warn/)
        await expect(page).toHaveTitle(new RegExp(`^${await headline.textContent()}: `))
        const icon = { fail: 'failed', warn: 'warned', pass: 'passed' }[
          (await headline.getAttribute('data-tone')) ?? ''
        ]
        await expect(page.locator('link[rel=icon][type="image/svg+xml"]')).toHaveAttribute('href', `/icon-${icon}.svg`)
        if (verdict !== 'fail') {
          await expect(page.locator('[data-pill=fail]')).toHaveCount(0)
          await expect(page.locator('[data-step=refused]')).toHaveCount(0)
        }
        const refused = await page.locator('[data-step=refused]').count()
        await expect(page.locator('[data-decided]')).toHaveCount(refused > 0 ? 1 : 0)
        const strip = await stripOf(page)
        expect([countOf(strip, /failed/), countOf(strip, /warning/)]).toEqual([counts.fail, counts.warn])
        const rows = page.locator('[data-check]')
        await expect(rows.filter({ hasText: /^Failed/ })).toHaveCount(counts.fail)
        const report = await (await request.get(`${api}/report?format=md`)).text()
        expect(report).toContain({ pass: 'Passed', fail: 'Failed', incomplete: 'No verdict' }[verdict as string])
        if (must.fail > 0) expect(report).toContain(`${must.fail} MUST failed`)

        const shown = (await headline.textContent()) ?? ''
        await page.goto('/runs')
        const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) })
        await expect(row).toContainText(shown)
      })
  },
)
