/** The sum of the values, e.g. the milliseconds of several programs. */
export const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0)

/** The middle value; the upper of the two for an even count; 0 if there are no values. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
