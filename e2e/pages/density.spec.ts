import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { inTurn } from '@/scripts/thorough.mjs'
import {
  createPresentation,
  createSession,
  inspector,
  mdocOnly,
  plainProof,
  presentationInspector,
  type SessionRequest,
} from './support/sessions'
import { test } from './support/test'
import { scrollAreas, visibleText } from './support/visible'

/** Mistakes that wallets make, of both halves and several areas, with the sessions in which they show. */
const mistakes: readonly (readonly [misbehaviour: string, members?: SessionRequest])[] = [
  ['vci.dpop.htu'],
  ['vp.kb.aud'],
  ['vci.dpop.signature'],
  ['vp.kb.nonce'],
  ['vci.dpop.ath_present'],
  ['vp.kb.sd_hash'],
  ['vci.proof.jwt.aud', plainProof],
  ['vp.kb.present'],
  ['vci.proof.jwt.typ', plainProof],
  ['vp.jwe.kid_matches'],
  ['vci.proof.jwt.nonce_present', plainProof],
  ['vp.token.array'],
  ['vci.proof.jwt.signature', plainProof],
  ['vp.min.only_requested_sdjwt'],
  ['vci.credential.content_type', plainProof],
  ['vp.mdoc.device_signature~address', mdocOnly],
  ['vci.dpop.jti_unique'],
  ['vp.jwe.alg'],
  ['vci.key_attestation.nonce'],
  ['vp.kb.iat_window~milliseconds'],
]

/**
 * Most words that the page of a failed session shows. Of these, 30 are for requests of other tests, which come from the
 * same address at the same time: the page lists them as inferred, and says that traffic is mixed.
 */
const wordsMax = 380

interface Told {
  readonly api: string
  readonly address: string
}

/** A session of a workbench that the reference wallet has failed with a mistake. */
async function failed(
  request: APIRequestContext,
  workbench: string,
  [misbehaviour, members]: (typeof mistakes)[number],
): Promise<Told> {
  const isIssuance = misbehaviour.startsWith('vci.')
  const id = await (isIssuance ? createSession : createPresentation)(request, { ...members, workbench })
  const api = isIssuance ? `/sessions/${id}` : `/openid4vp/sessions/${id}`
  const address = isIssuance ? inspector(id) : presentationInspector(id)
  const form = { run: 'fault', fault: misbehaviour }
  expect((await request.post(`${address}/wallet`, { form, maxRedirects: 0 })).status()).toBe(303)
  await expect.poll(async () => (await (await request.get(api)).json()).cause, { timeout: 45_000 }).not.toBeNull()
  return { api, address }
}

const bottomOf = (page: Page, part: string): Promise<number> =>
  page.locator(part).evaluate((one) => one.getBoundingClientRect().bottom + window.scrollY)

test('a failed session tells its cause once, in few words: what to do stands on the first screen, the verdict stays in sight, and only the document scrolls', {
  tag: '@phone',
}, async ({ page, request }) => {
  const workbench = await (await request.post('/workbenches', { data: { name: 'On a phone' } })).json()
  const firstScreen = async () => {
    for (const part of ['[data-cause]', '[data-difference]', '[data-fix]', '[data-next]'])
      expect([part, Math.min(await bottomOf(page, part), 844)]).toEqual([part, await bottomOf(page, part)])
  }
  for (const [at, mistake] of inTurn(mistakes, 0, 3).entries())
    await test.step(mistake[0], async () => {
      const { api, address } = await failed(request, workbench.workbench_id, mistake)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      await expect(page.locator('[data-misbehaviour-run=found]')).toContainText(mistake[0])
      const { cause, next_for_you: next } = await (await request.get(api)).json()

      await expect(page.locator('[data-cause]')).toHaveText(cause.headline)
      await expect(page.locator('[data-next]')).toHaveText(next.do)
      expect(next.do).not.toBe('')
      await firstScreen()
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        const shown = await visibleText(page)
        expect(shown).not.toMatch(/\bNothing\b/)
        expect(shown.split(cause.headline)).toHaveLength(2)
        expect([Math.min(shown.split(' ').length, wordsMax), shown]).toEqual([shown.split(' ').length, shown])
        expect(await scrollAreas(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect(page.locator('h2#verdict')).toBeInViewport({ ratio: 1 })

      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${workbench.page_url}?session=${at + 1}`)
      await expect(page.locator('[data-cause]')).toHaveText(cause.headline)
      await firstScreen()
      await expect(page.getByRole('link', { name: 'Get', exact: true })).toHaveAttribute(
        'href',
        workbench.issuance.deeplink,
      )
      await expect(page.getByRole('link', { name: 'Present', exact: true })).toHaveAttribute(
        'href',
        workbench.presentation.deeplink,
      )
    })
})
