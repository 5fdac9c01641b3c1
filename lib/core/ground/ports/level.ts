/** How much a check demands, the most first: a list sorted by it begins with what fails a session. */
export const levels = ['must', 'should', 'info'] as const
export type Level = (typeof levels)[number]
