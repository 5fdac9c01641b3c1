// Written by npm run generate from the folders of published editions.
import cases202607 from './2026-07/cases.json' with { type: 'json' }
import marked202607 from './2026-07/review-needed.json' with { type: 'json' }
import texts202607 from './2026-07/texts.json' with { type: 'json' }
import cases202609 from './2026-09/cases.json' with { type: 'json' }
import marked202609 from './2026-09/review-needed.json' with { type: 'json' }
import texts202609 from './2026-09/texts.json' with { type: 'json' }
import unrecorded202609 from './2026-09/unrecorded.json' with { type: 'json' }

/** Cases, marked cases, texts, and the cases whose failure leaves no record, of each edition, newest first. */
export const tablesOfEditions = {
  '2026-09': [cases202609, marked202609, texts202609, unrecorded202609],
  '2026-07': [cases202607, marked202607, texts202607, []],
} as const
