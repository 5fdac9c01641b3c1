// Written by npm run generate from the folders of published editions.
import facts202607 from './2026-07/edition.json' with { type: 'json' }
import facts202609 from './2026-09/edition.json' with { type: 'json' }

/** Each `edition.json`, newest first. */
export const factsOfEditions = [facts202609, facts202607]
