/** Whether a value is nested at most this deep. Looks no deeper: a deeper value could not be serialised. */
export const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))
