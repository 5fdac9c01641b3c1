import { opensProgram } from '../../../shared/http/schemes-of-programs'

/** Facts of a wallet's redirect URI. */
export interface RedirectUriFacts {
  /** `null` if usable. */
  readonly problem: RedirectUriProblem | null
  readonly kind: 'https' | 'loopback' | 'private_use' | null
}

type RedirectUriProblem =
  | 'too_long'
  | 'illegal_characters'
  | 'not_absolute'
  | 'fragment'
  | 'scheme_not_allowed'
  | 'http_not_loopback'

/** Maximum length of a redirect URI, in characters. */
export const redirectUriCharactersMax = 2048
const uriCharacters = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*$/

/**
 * Reads a redirect URI without changing it: it is compared and used as a string.
 * @see RFC6749-3.1.2, RFC8252-7
 */
export function readRedirectUri(value: string): RedirectUriFacts {
  const refused = (problem: RedirectUriProblem): RedirectUriFacts => ({ problem, kind: null })
  if (value.length > redirectUriCharactersMax) return refused('too_long')
  if (!uriCharacters.test(value)) return refused('illegal_characters')
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:./.test(value) || !URL.canParse(value)) return refused('not_absolute')
  if (value.includes('#')) return refused('fragment')
  if (opensProgram(value)) return refused('scheme_not_allowed')
  if (!/^https?:/i.test(value)) return { problem: null, kind: 'private_use' }
  // The URL parser accepts `https:example.com`, which other parsers take for a relative path.
  if (!/^https?:\/\/[^/?#]/i.test(value)) return refused('not_absolute')
  if (/^https:/i.test(value)) return { problem: null, kind: 'https' }
  return isLoopback(value) ? { problem: null, kind: 'loopback' } : refused('http_not_loopback')
}

/** True for a web URL on the local machine. RFC8252-7.3 */
export const isLoopback = (address: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(new URL(address).hostname)

/** Appends the response parameters; an existing query stays. RFC6749-4.1.2 */
export function withResponse(redirectUri: string, parameters: ReadonlyArray<readonly [string, string]>): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString()
  const joint = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&'
  return `${redirectUri}${joint}${query}`
}
