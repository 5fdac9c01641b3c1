/**
 * A body in lines, such that a difference is easy to find and no two bodies look the same. JSON without blanks is indented and
 * called `compact JSON`; markup gets a line for each tag, with `⏎` where a line break was added.
 */
export function legible(body: string): string {
  if (/^\s*[[{]/.test(body)) {
    const value = parsed(body)
    if (value !== undefined && JSON.stringify(value) === body) return `compact JSON\n${JSON.stringify(value, null, 1)}`
  }
  if (/^\s*</.test(body)) return body.replaceAll('><', '>⏎\n<')
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
