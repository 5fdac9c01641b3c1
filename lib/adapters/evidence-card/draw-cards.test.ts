import { expect, it } from 'vitest'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { cardDrawing } from './draw-cards'

const draw = async (strip: readonly FindingStatus[]) => {
  const card = { title: 'Issuance', verdict: 'Passed', tone: 'pass', sentence: '', failure: null } as const
  return Buffer.from(await cardDrawing.drawEvidenceCard({ ...card, strip, date: '2026-11-20T12:00:00Z' })).toString(
    'base64',
  )
}

it('the card of a session has a tick for each check, which looks different for each state, in more than one row', async () => {
  const passed = Array<FindingStatus>(121).fill('pass')
  const states: FindingStatus[] = ['pass', 'fail', 'warn', 'not_observed', 'not_applicable']
  const strips = [[], ...states.map((state) => [state]), passed, [...passed.slice(0, 120), 'fail' as const]]
  const pictures = await Promise.all(strips.map(draw))
  expect(new Set(pictures).size).toBe(strips.length)
  // The signature of PNG.
  for (const picture of pictures) expect(picture.startsWith('iVBORw0KGgo')).toBe(true)
})

it('the card of a page is 1200 by 630, and a name that the font lacks makes the library fetch nothing', async () => {
  for (const title of ['Scoreboard: 7 wallets', 'ウォレット مرحبا', '']) {
    const bytes = await cardDrawing.drawPageCard({
      kind: 'Scoreboard',
      title,
      tone: 'open',
      line: '1204 of 1611 runs succeeded',
    })
    expect([...bytes.subarray(16, 24)]).toEqual([0, 0, 4, 176, 0, 0, 2, 118])
  }
})
