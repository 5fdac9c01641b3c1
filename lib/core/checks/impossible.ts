import type { IssuanceSession } from '../store-types'

/** Ids, or beginnings of ids, that only a session of the named kind can give reason for. */
const authorizationCodeOnly = [
  'vci.par.',
  'vci.pkce.challenge_',
  'vci.pkce.code_challenge_',
  'vci.pkce.verifier_present',
  'vci.pkce.verifier_wellformed',
  'vci.pkce.verifier_matches',
  'vci.authorize.',
  'vci.client_auth.consistent',
  'vci.token.code_',
  'vci.token.redirect_uri_matches',
  'vci.token.client_id_',
  'vci.dpop.key_bound_to_code',
  'vci.flow.user_agent_isolated',
]
const preAuthorizedOnly = [
  'vci.token.preauth_',
  'vci.token.tx_code_',
  'vci.token.no_client_id_anonymous',
  'vci.pkce.verifier_absent_preauth',
]
const txCodeOnly = ['vci.token.tx_code_sent', 'vci.token.tx_code_correct', 'vci.token.tx_code_shape']

/** Why nothing that a wallet does in this session can give reason for a check; `null` when something can. */
export function impossible(id: string, { flow, origin, options }: IssuanceSession): string | null {
  const isOneOf = (ids: readonly string[]) => ids.some((start) => id.startsWith(start))
  if (flow === 'pre_authorized_code' && isOneOf(authorizationCodeOnly))
    return 'The session uses the pre-authorized code flow.'
  if (flow === 'authorization_code' && isOneOf(preAuthorizedOnly))
    return 'The session uses the authorization code flow.'
  if (options.tx_code === undefined && isOneOf(txCodeOnly)) return 'The offer asks for no transaction code.'
  if (origin === 'wallet_initiated' && id.startsWith('vci.offer.')) return 'The wallet started without an offer.'
  return null
}
