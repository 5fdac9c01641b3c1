/** How an `htu` claim compares with the address that the proof was sent to. */
export type HtuComparison = 'missing' | 'exact' | 'normalised' | 'different'

/**
 * Compares `htu` with the canonical URL of the endpoint: first as strings, then after syntax-based and scheme-based
 * normalisation (RFC 3986 sections 6.2.2 and 6.2.3) without query and fragment. RFC9449-4.3 item 9.
 */
export function compareHtu(htu: unknown, endpointUrl: string): HtuComparison {
  if (typeof htu !== 'string') return 'missing'
  if (htu === endpointUrl) return 'exact'
  const claimed = normalise(htu)
  return claimed !== null && claimed === normalise(endpointUrl) ? 'normalised' : 'different'
}

const uriCharacters = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*$/

function normalise(text: string): string | null {
  // The URL parser tolerates backslashes, spaces and control characters; a URI contains none of them.
  if (text.length > 2048 || !uriCharacters.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return null
  return `${url.protocol}//${url.host}${normalisePercent(url.pathname)}`
}

/** Upper-cases percent-escapes and decodes those of unreserved characters. */
const normalisePercent = (path: string): string =>
  path.replace(/%[0-9A-Fa-f]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase()
  })
