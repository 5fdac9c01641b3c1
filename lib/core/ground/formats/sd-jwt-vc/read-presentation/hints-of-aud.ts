import type { BrowserBinding, PresentationInput } from '../../reading-of-presentation'
import type { Hint, HintCode } from './hint'
import type { PresentKbJwt } from './kb-jwt-reading'

/** What a wrong audience is instead: the values of the request that wallets put there by mistake. OID4VP-1FINALA-B.3.6 */
export function hintsOfAud(
  { aud }: Pick<PresentKbJwt, 'aud'>,
  { clientId, responseUri, browser }: Pick<PresentationInput, 'clientId' | 'responseUri' | 'browser'>,
): Hint[] {
  if (aud.matches) return []
  const found =
    browser === undefined ? inLink(aud.values, clientId, responseUri) : inBrowser(aud.values, responseUri, browser)
  return found.map((code) => ({ about: 'vp.kb.aud', found: code, detail: null }))
}

function inLink(values: readonly string[], clientId: string, responseUri: string): HintCode[] {
  const origin = URL.canParse(responseUri) ? new URL(responseUri).origin : null
  const is = (value: string | null): boolean => value !== null && values.includes(value)
  return [
    ...(clientId.includes(':') && is(withoutPrefix(clientId)) ? (['aud_without_prefix'] as const) : []),
    ...(is(responseUri) ? (['aud_is_response_uri'] as const) : []),
    ...(is(origin) ? (['aud_is_origin'] as const) : []),
    ...(origin !== null && is(`origin:${origin}`) ? (['aud_is_origin_with_prefix'] as const) : []),
  ]
}

/** Values of the page, then those that a request by link would be bound to. OID4VP-1FINALA-A.4 */
function inBrowser(
  values: readonly string[],
  responseUri: string,
  { origin, otherOrigins, clientIds }: BrowserBinding,
): HintCode[] {
  /** With the right prefix, that of draft 24, or none. */
  const isOrigin = (text: string): boolean =>
    [`origin:${text}`, `web-origin:${text}`, text].some((value) => values.includes(value))
  const { protocol, host, hostname } = new URL(origin)
  const secure = protocol === 'https:'
  const tried: readonly (readonly [HintCode, boolean])[] = [
    ['aud_is_web_origin', values.includes(`web-origin:${origin}`)],
    ['aud_is_bare_origin', values.includes(origin)],
    ['aud_has_slash', isOrigin(`${origin}/`)],
    ['aud_has_default_port', host === hostname && isOrigin(`${origin}:${secure ? 443 : 80}`)],
    ['aud_has_other_scheme', isOrigin(`${secure ? 'http' : 'https'}://${host}`)],
    ['aud_is_other_origin', otherOrigins.some(isOrigin)],
    ['aud_is_host', isOrigin(host) || isOrigin(hostname)],
    ['aud_is_client_id_in_browser', clientIds.some((id) => values.includes(id))],
    [
      'aud_is_client_id_without_prefix_in_browser',
      clientIds.some((id) => id.includes(':') && values.includes(withoutPrefix(id))),
    ],
    ['aud_is_foreign_client_id_in_browser', values.some((value) => clientIdForm.test(value))],
    ['aud_is_response_uri_in_browser', values.includes(responseUri)],
  ]
  // Each is another reading of the same value, so the first says it best.
  return tried.flatMap(([code, matches]) => (matches ? [code] : [])).slice(0, 1)
}

/** Begins like a Client Identifier of another request. OID4VP-1FINAL-5.9.3 */
const clientIdForm =
  /^(?:x509_hash|x509_san_dns|verifier_attestation|decentralized_identifier|redirect_uri|openid_federation):./

const withoutPrefix = (clientId: string): string => clientId.slice(clientId.indexOf(':') + 1)
