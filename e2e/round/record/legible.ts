/**
 * Splits a body into lines so that differences are easy to find and no two bodies look the same. Compact JSON is
 * indented and labelled `compact JSON`; markup gets a line per tag, with `⏎` at each added line break.
 */
export function legible(body: string): string {
  if (/^\s*[[{]/.test(body)) {
    const value = parsed(body)
    if (value !== undefined && JSON.stringify(value) === body)
      return `compact JSON\n${JSON.stringify(ordered(value), null, 1)}`
  }
  if (/^\s*</.test(body)) return body.replaceAll('><', '>⏎\n<')
  return body
}

/**
 * Lists of claims are in the random order of their digests, so paths and names in what a check expected and saw are
 * sorted. One check sees a number of seconds.
 */
function ordered(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const sorts = name === 'options' ? false : value.every(Array.isArray) || /^(?:expected|actual)$/.test(name)
    const items = value.map((item) => ordered(item))
    // Which ones are left out is random too.
    const more = items.find((item) => typeof item === 'string' && /^and \d+ more$/.test(item))
    if (more !== undefined) return [`${items.length - 1} names`, more]
    return sorts ? items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)) : items
  }
  if (typeof value !== 'object' || value === null) return value
  const secondsPassed = 'id' in value && value.id === 'vci.flow.nonce_request_fresh'
  return Object.fromEntries(
    Object.entries(value).map(([member, item]) => [
      member,
      secondsPassed && member === 'actual' && typeof item === 'number' && item <= 2 ? '<s>' : ordered(item, member),
    ]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
