import type { FindingStatus } from '@/lib/core/shared/ports/finding'

const letters: Readonly<Record<FindingStatus, string>> = {
  pass: 'p',
  fail: 'f',
  warn: 'w',
  not_observed: 'o',
  not_applicable: 'n',
}
const statuses = new Map(Object.entries(letters).map(([status, letter]) => [letter, status as FindingStatus]))

/** Encodes statuses as text, one letter each. */
export const stripText = (row: readonly FindingStatus[]): string => row.map((status) => letters[status]).join('')

/** Decodes such text; unknown letters are skipped. */
export const stripStatuses = (text: string): FindingStatus[] =>
  [...text].flatMap((letter) => statuses.get(letter) ?? [])
