import type sections from '@/docs/requirements.json'

type Sections = typeof sections

/** A row of docs/requirements.json. */
export type RequirementRow = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections]

/**
 * Names the requirements that the test, or group of tests, right below it shows. Does nothing when run:
 * `scripts/coverage.mjs` reads it from the source.
 */
export const covers = (..._rows: readonly [RequirementRow, ...RequirementRow[]]): void => {}
