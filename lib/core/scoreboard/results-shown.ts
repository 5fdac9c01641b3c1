/**
 * Whether a published pipeline with this `scoreboard_visibility` shows its results under its name: a row that names it,
 * numbers on its badge. Must match `stateOf` in pb_hooks/scoreboard/rows.js.
 */
export const resultsShown = (visibility: string): boolean => visibility !== 'hidden' && visibility !== 'anonymous'
