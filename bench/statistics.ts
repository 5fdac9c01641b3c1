/** What is added up, e.g. the milliseconds of several programs. */
export const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0)

/** The middle one of the values, of an even number the upper of the two; 0 if there is none. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
