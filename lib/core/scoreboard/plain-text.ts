/**
 * Letters of Latin alphabets that are not a base letter with an accent, so that Unicode gives them no decomposition, and how
 * they are written with the letters from a to z. Unicode CLDR, transform Latin-ASCII
 */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
}

/** A text in lower case, with letters of Latin alphabets as they are from a to z. Other letters stay as they are. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħŧŋı]/g, (letter) => undecomposed[letter] ?? letter)
