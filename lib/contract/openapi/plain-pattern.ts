/**
 * What the ranges stand for. Half a character (`Cs`) has none: in UTF-8 there is none, and a tool that takes a character for two
 * halves would refuse every one beyond the first plane.
 */
const ranges: readonly (readonly [classes: string, plain: string])[] = [
  ['\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f'],
  ['\\p{Cs}', ''],
  ['\\p{Zl}\\p{Zp}', '\\u2028\\u2029'],
  // A visible character is one that is none of the usual invisible ones: the exact classes are 700 ranges, new ones each year.
  [
    '[\\p{L}\\p{N}\\p{P}\\p{S}]',
    '[^\\u0000- \\u007f-\\u00a0\\u00ad\\u0300-\\u036f\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufeff]',
  ],
]

/**
 * A pattern without Unicode classes, which many tools refuse: it takes all that the pattern of our code takes, which is the exact
 * rule. Throws for a class without plain ranges.
 */
export function plainPattern(pattern: string): string {
  const plain = ranges.reduce((text, [classes, instead]) => text.replaceAll(classes, instead), pattern)
  if (/\\p\{/i.test(plain)) throw new Error(`The pattern ${pattern} has a class without plain ranges.`)
  return plain
}
