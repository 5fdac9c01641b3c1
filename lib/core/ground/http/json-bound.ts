import { jsonDepthMax, jsonValuesMax } from './limits'

/**
 * The bound of limits.ts that text passes by its brackets and commas alone; `null` where that cannot be told yet. Asked
 * before `JSON.parse`, which would build millions of values first. Text that passes a bound may be no JSON at all.
 */
export function boundPassedBy(text: string): 'too_deep' | 'too_wide' | null {
  if (!/^[\t\n\r ]*[[{]/.test(text)) return null
  const sign = /["[\]{},]/g
  let depth = 0
  let opened = 0
  let commas = 0
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [character] = found
    if (character === '"') sign.lastIndex = afterString(text, sign.lastIndex)
    else if (character === ',') commas += 1
    else if (character === ']' || character === '}') depth -= 1
    else {
      opened += 1
      depth += 1
    }
    if (depth > jsonDepthMax) return 'too_deep'
    // Each comma is between two values.
    if (opened > jsonValuesMax || commas >= jsonValuesMax) return 'too_wide'
  }
  return null
}

/** Behind the quote that ends the string which begins at `from`; behind the text if there is none. */
function afterString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charAt(end - 1 - slashes) === '\\' && end - 1 - slashes >= from) slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}
