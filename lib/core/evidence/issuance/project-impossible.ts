import { issuerConfiguration } from '../../issuers'
import type { IssuanceSession } from '../../store-types'

/** A part of the catalogue that some sessions can never give reason to run. */
interface Rule {
  readonly ids: readonly string[] | RegExp
  readonly impossible: (session: IssuanceSession) => boolean
  readonly because: string
}

const demandsAttestation = ({ issuerConfigurationId }: IssuanceSession): boolean =>
  issuerConfiguration(issuerConfigurationId)?.keyAttestationsRequired ?? false

const rules: readonly Rule[] = [
  {
    ids: ['vci.offer.dereferenced', 'vci.offer.method_get', 'vci.offer.accept', 'vci.offer.no_credentials_in_fetch'],
    impossible: ({ credentialOfferMode }) => credentialOfferMode === 'credential_offer',
    because: 'The offer is sent by value.',
  },
  {
    ids: ['vci.offer.no_fetch_by_value'],
    impossible: ({ credentialOfferMode }) => credentialOfferMode === 'credential_offer_uri',
    because: 'The offer is sent by reference.',
  },
  {
    ids: /^vci\.(par|authorize)\.|^vci\.pkce\.(?!verifier_absent_preauth)|^vci\.token\.(code_valid|code_once|redirect_uri_matches|client_id_matches|client_id_sent_public|iss_checked)$|^vci\.dpop\.key_bound_to_code$|^vci\.client_auth\.consistent$|^vci\.flow\.user_agent_isolated$/,
    impossible: ({ flow }) => flow === 'pre_authorized_code',
    because: 'The session uses the pre-authorized code flow.',
  },
  {
    ids: /^vci\.token\.(preauth_|tx_code_|no_client_id_anonymous$)|^vci\.pkce\.verifier_absent_preauth$/,
    impossible: ({ flow }) => flow === 'authorization_code',
    because: 'The session uses the authorization code flow.',
  },
  {
    ids: ['vci.token.tx_code_sent', 'vci.token.tx_code_correct', 'vci.token.tx_code_shape'],
    impossible: ({ options }) => options.tx_code === undefined,
    because: 'The offer asks for no transaction code.',
  },
  {
    ids: ['vci.token.tx_code_not_expected'],
    impossible: ({ options }) => options.tx_code !== undefined,
    because: 'The offer asks for a transaction code.',
  },
  {
    ids: /^vci\.offer\.|^vci\.par\.issuer_state_returned$/,
    impossible: ({ origin }) => origin === 'wallet_initiated',
    because: 'The wallet started without an offer.',
  },
  {
    ids: ['vci.key_attestation.not_needed'],
    impossible: demandsAttestation,
    because: 'This issuer demands a key attestation.',
  },
  {
    ids: /^vci\.dpop\.nonce_(adopted|current|retry|role)$/,
    impossible: ({ options }) => options.dpop_nonce === 'off',
    because: 'The session uses no DPoP nonces.',
  },
]

/** Why this session can never give reason to run a check; `null` when it can. */
export function whyImpossible(checkId: string, session: IssuanceSession): string | null {
  const found = rules.find(
    ({ ids, impossible }) => (ids instanceof RegExp ? ids.test(checkId) : ids.includes(checkId)) && impossible(session),
  )
  return found?.because ?? null
}
