/** Words of the counts that a text writes as words. */
export const numberWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
] as const

/** A count as text writes it: up to ten as a word. */
export const numberWord = (count: number): string => numberWords[count] ?? String(count)
