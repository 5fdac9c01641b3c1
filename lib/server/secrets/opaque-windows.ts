/** How many spaces and tabs before and after a line break are passed over. */
const spacesMax = 8

const upper = 1
const lower = 2
const digit = 4
const other = 8
const hex = 16

/** What each character of base64url is, by its code; 0 for all others. */
const kinds = new Uint8Array(128)
for (let code = 0; code < kinds.length; code++) {
  const character = String.fromCharCode(code)
  if (/[A-Z]/.test(character)) kinds[code] = upper
  else if (/[a-z]/.test(character)) kinds[code] = lower
  else if (/[0-9]/.test(character)) kinds[code] = digit
  else if (/[_-]/.test(character)) kinds[code] = other
  if (/[0-9A-Fa-f]/.test(character)) kinds[code] = (kinds[code] ?? 0) | hex
}

/**
 * Calls `seen`, in order, for each place where 43 characters of base64url look like a value, as `looksOpaque` says of them. Of
 * gaps only line breaks are passed over, or all prose would be one run. One walk over the text, whatever it holds: what is in
 * the window is counted as it moves on.
 */
export function eachOpaqueWindow(text: string, seen: (from: number, to: number) => void): void {
  /** Where the last characters were, in turn, and what they were. */
  const places = new Uint32Array(opaqueCharacters)
  const last = new Uint8Array(opaqueCharacters)
  let run = 0
  let [uppers, lowers, digits, hexes] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at)
    if (kind === 0) {
      const next = run === 0 ? at : afterLineBreak(text, at)
      if (next > at && kindAt(text, next) !== 0) at = next - 1
      else if (run > 0) {
        run = uppers = lowers = digits = hexes = 0
        last.fill(0)
      }
      continue
    }
    const slot = run % opaqueCharacters
    const gone = last[slot] ?? 0
    uppers += (kind & upper) - (gone & upper)
    lowers += ((kind & lower) - (gone & lower)) / lower
    digits += ((kind & digit) - (gone & digit)) / digit
    hexes += ((kind & hex) - (gone & hex)) / hex
    last[slot] = kind
    places[slot] = at
    run += 1
    if (run < opaqueCharacters || lowers + uppers === 0) continue
    const isOpaque =
      hexes === opaqueCharacters
        ? digits > 0
        : lowers > 0 && (uppers >= uppersWithoutDigit || (uppers > 0 && digits > 0))
    if (isOpaque) seen(places[run % opaqueCharacters] ?? 0, at + 1)
  }
}

/** Length of our random texts: 32 bytes in base64url. */
export const opaqueCharacters = 43
/** With so many capitals a text needs no digit. */
const uppersWithoutDigit = 8

/** Whether no character of base64url is beside a part of a text. */
export const standsAlone = (text: string, from: number, to: number): boolean =>
  kindAt(text, from - 1) === 0 && kindAt(text, to) === 0

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 128 ? (kinds[code] ?? 0) : 0
}

/** Where a line break ends that begins here, with the spaces around it; the place itself if none does. */
function afterLineBreak(text: string, start: number): number {
  const before = afterSpaces(text, start)
  const isReturn = text[before] === '\r'
  const feed = isReturn ? before + 1 : before
  if (text[feed] === '\n') return afterSpaces(text, feed + 1)
  return isReturn && before === start ? afterSpaces(text, feed) : start
}

function afterSpaces(text: string, start: number): number {
  let at = start
  while (at - start < spacesMax && (text[at] === ' ' || text[at] === '\t')) at++
  return at
}
