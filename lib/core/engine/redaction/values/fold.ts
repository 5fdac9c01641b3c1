/** Text by which two are compared whatever the case of their letters: as long as it was, so that places stay the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : Array.from(text, foldOne).join('')
  return same.replaceAll('\u03c2', '\u03c3').replaceAll('\u0131', 'i')
}

/** Of a small letter that takes more characters, only the letter. */
const foldOne = (character: string): string => character.toLowerCase().slice(0, character.length)

/**
 * The spellings of a text where the case of its letters was changed, folded: the capitals of `ß` are `SS`, and a small
 * `İ` has a dot of its own. Accents may be characters of their own.
 */
export const spellingsOf = (text: string): readonly string[] =>
  isAscii(text)
    ? [text.toLowerCase()]
    : [
        ...new Set(
          [text, text.toUpperCase(), text.toLowerCase()].flatMap((spelt) =>
            [spelt, spelt.normalize('NFC'), spelt.normalize('NFD')].map(fold),
          ),
        ),
      ]

/** As most names and numbers are: of one spelling, whatever the case. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)
