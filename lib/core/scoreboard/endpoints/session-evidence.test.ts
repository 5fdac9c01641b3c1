import { describe, expect, it } from 'vitest'
import { outcomeIds, outcomes, toneOf, verdictWords } from '../../engine/evidence/outcomes'
import type { SessionReport } from '../../engine/reports/session-report'
import { cardOf } from './session-evidence'

describe('the picture of a session', () => {
  it.each(outcomeIds)('tells the verdict of reports and the colour of pages, and each once: %s', (id) => {
    const { verdict } = outcomes[id]
    const counts = { pass: 3, fail: 1, not_observed: 2 }
    const card = cardOf({
      title: 'Presentation by direct_post',
      checks: [],
      summary: { verdict, must: counts, should: counts, counts: { ...counts, warn: 1, not_applicable: 9 } },
      session: { created_at: '2026-11-24T10:00:00Z', outcome: { id, sentence: 'The wallet declined', detail: '' } },
    } as unknown as SessionReport)
    expect(card).toMatchObject({ verdict: verdictWords[verdict], tone: toneOf({ id }) })
    expect(card.sentence).toBe(
      'the wallet declined. 3 passed of 7, 3 of them MUST; 1 MUST failed, 2 not observed; 1 SHOULD failed.',
    )
  })
})
