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

/** True for most names and numbers: ASCII has only one folded spelling. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/**
 * Decodes each label of an international host (`xn--…`) to the form people read. Never throws: anything else stays as
 * it is.
 * @see RFC 5891 section 4.4, RFC 3492 section 6.2
 */
export const readInternationalHosts = (text: string): string =>
  text.replace(/xn--([a-z0-9-]{1,59})/gi, (label, encoded: string) => decodeLabel(encoded) ?? label)

/** Punycode parameters. RFC 3492 section 5 */
const base = 36

const thresholdMin = 1

const thresholdMax = 26

const skew = 38

const damp = 700

const biasAtStart = 72

const firstNotAscii = 0x80

const codePointMax = 0x10ffff

function decodeLabel(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-')
  const characters = Array.from(encoded.slice(0, Math.max(0, delimiter)))
  const digits = Array.from(encoded.slice(delimiter + 1), digitOf)
  let codePoint = firstNotAscii
  let bias = biasAtStart
  let position = 0
  let isFirst = true
  for (let at = 0; at < digits.length; ) {
    const number = readNumber(digits, at, bias)
    if (number === null) return null
    at = number.next
    const count = characters.length + 1
    bias = adapt(number.value, count, isFirst)
    isFirst = false
    codePoint += Math.floor((position + number.value) / count)
    position = (position + number.value) % count
    if (codePoint > codePointMax) return null
    characters.splice(position, 0, String.fromCodePoint(codePoint))
    position += 1
  }
  return characters.join('')
}

/** Reads a variable-length integer, least significant digit first. RFC 3492 section 3.3 */
function readNumber(
  digits: readonly number[],
  start: number,
  bias: number,
): { readonly value: number; readonly next: number } | null {
  let value = 0
  let weight = 1
  for (let at = start; at < digits.length; at++) {
    const digit = digits[at] ?? 0
    const threshold = Math.min(Math.max(base * (at - start + 1) - bias, thresholdMin), thresholdMax)
    value += digit * weight
    if (value > Number.MAX_SAFE_INTEGER) return null
    if (digit < threshold) return { value, next: at + 1 }
    weight *= base - threshold
  }
  return null
}

/** RFC 3492 section 6.1 */
function adapt(value: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(value / (isFirst ? damp : 2))
  delta += Math.floor(delta / count)
  let steps = 0
  while (delta > ((base - thresholdMin) * thresholdMax) / 2) {
    delta = Math.floor(delta / (base - thresholdMin))
    steps += base
  }
  return steps + Math.floor((base * delta) / (delta + skew))
}

/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35. */
const digitOf = (character: string): number => {
  const value = Number.parseInt(character, base)
  return value < 10 ? value + 26 : value - 10
}

/**
 * Decodes percent-encoding and never throws: invalid escapes stay as they are, and bytes that are not UTF-8 become
 * U+FFFD, as the URL Standard requires for `application/x-www-form-urlencoded`.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
      new TextDecoder().decode(Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))),
    )
  }
}
