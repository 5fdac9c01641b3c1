/** Digits that every double holds; longer tokens are looked at. */
const digitsHeld = 15

/**
 * Whether the text of a JSON number is what JSON has after its double was read: no digit is lost, and it is no infinity.
 * `text` is a number by RFC 8259 section 6.
 */
export function isHeldByDouble(text: string): boolean {
  if (text.length <= digitsHeld && !/[eE]/.test(text)) return true
  const value = Number(text)
  return Number.isFinite(value) && decimalOf(text) === decimalOf(String(value))
}

/** A decimal without zeros around it, so that equal numbers are equal texts; `null` for no number. */
function decimalOf(text: string): string | null {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  if (whole === '') return null
  const digits = whole + fraction
  let start = 0
  let end = digits.length
  while (start < end && digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  if (start === end) return '0'
  return `${sign}${digits.slice(start, end)}e${Number(power) - fraction.length + digits.length - end}`
}
