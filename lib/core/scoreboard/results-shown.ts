/**
 * True if a published pipeline whose `scoreboard_visibility` this is shows its results under its name: a row that names it, numbers
 * on its badge. As `stateOf` in pb_hooks/scoreboard/rows.js has it.
 */
export const resultsShown = (visibility: string): boolean => visibility !== 'hidden' && visibility !== 'anonymous'
