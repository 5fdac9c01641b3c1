/** Folds text for comparison without regard to case. Keeps its length, so that positions stay valid. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : Array.from(text, foldOne).join('')
  return same.replaceAll('\u03c2', '\u03c3').replaceAll('\u0131', 'i')
}

/** Lower-cases one character. Drops what does not fit its original length. */
const foldOne = (character: string): string => character.toLowerCase().slice(0, character.length)

/**
 * The folded spellings that a text can have after a change of case: the upper case of `ß` is `SS`, and the lower case
 * of `İ` has a dot of its own. Covers both composed and decomposed accents.
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

/** True of most names and numbers: ASCII has just one spelling once folded. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)
