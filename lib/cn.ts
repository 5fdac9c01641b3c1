/** Joins class names; anything falsy is left out. */
export const cn = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
