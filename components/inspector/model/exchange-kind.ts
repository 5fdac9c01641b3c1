import type { ExchangeView } from '@/lib/core/evidence/session-view'

/** What a request is for, read from its path alone, so that a misdirected one is named too. */
export type ExchangeKind =
  | 'offer'
  | 'issuer_metadata'
  | 'as_metadata'
  | 'vct_metadata'
  | 'keys'
  | 'logo'
  | 'challenge'
  | 'par'
  | 'authorize'
  | 'chained'
  | 'token'
  | 'nonce'
  | 'credential'
  | 'notification'
  | 'other'

const rules: readonly (readonly [RegExp, ExchangeKind])[] = [
  [/\/openid-credential-issuer(\/|$)/, 'issuer_metadata'],
  [/\/oauth-authorization-server(\/|$)/, 'as_metadata'],
  [/\/(jwt-vc-issuer(\/|$)|jwks\.json$|credential-jwks\.json$|trust-anchor\.pem$)/, 'keys'],
  [/\/logo\.(png|svg)$/, 'logo'],
  [/\/challenge$/, 'challenge'],
  [/\/(offers\/|offer$|deeplink$)/, 'offer'],
  // Behind the issuer; not the token request that a wallet sends.
  [/^\/authorization-servers\//, 'chained'],
  [/\/par$/, 'par'],
  [/\/(authorize|redirect)$/, 'authorize'],
  [/\/token$/, 'token'],
  [/\/nonce$/, 'nonce'],
  [/\/credential$/, 'credential'],
  [/\/notification$/, 'notification'],
]

/** Names a request by its path. */
export const exchangeKind = ({ path }: Pick<ExchangeView, 'path'>): ExchangeKind =>
  rules.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'

/** One phrase for what the request does when it succeeds. */
export const kindWords: Record<ExchangeKind, string> = {
  offer: 'Credential offer',
  issuer_metadata: 'Issuer metadata',
  as_metadata: 'Authorization server metadata',
  vct_metadata: 'Type metadata',
  keys: 'Keys of the issuer',
  logo: 'Logo of the issuer',
  challenge: 'Fresh attestation challenge',
  par: 'Pushed authorization request',
  authorize: 'Opened by the browser',
  chained: 'Chained test server',
  token: 'Code for an access token',
  nonce: 'Fresh c_nonce',
  credential: 'Credential',
  notification: 'Notification',
  other: 'Not an address of ours',
}

/**
 * Shortens a path for a narrow row: what tells requests apart stays, the prefix that all share goes.
 * `/issuers/x/token` becomes `…/token`.
 */
export function shortPath(path: string): string {
  const wellKnown = /^\/\.well-known\/[^/]+/.exec(path)
  if (wellKnown) return path.length > wellKnown[0].length ? `${wellKnown[0]}/…` : path
  const below = /^\/(?:issuers|authorization-servers|sessions)\/[^/]+(\/.+)$/.exec(path)
  if (below?.[1] === undefined) return path
  return `…${below[1].replace(/([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f-]{27}/, '$1…')}`
}
