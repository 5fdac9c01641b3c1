import { issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'

/**
 * What pickers of misbehaviours begin with: two whose failures show best what a check is, then thirty mistakes that
 * wallets make often.
 */
const frequent: readonly string[] = [
  'vci.dpop.htu',
  'vp.kb.aud',
  'vci.proof.jwt.aud',
  'vci.proof.jwt.nonce_present',
  'vci.nonce.not_reused',
  'vci.nonce.source',
  'vci.proof.jwt.typ',
  'vci.proof.jwt.iat~milliseconds',
  'vci.proof.jwt.signature',
  'vci.dpop.nonce_adopted~challenged',
  'vci.dpop.ath_present',
  'vci.dpop.jti_unique',
  'vci.dpop.scheme',
  'vci.pkce.verifier_matches~challenge',
  'vci.token.redirect_uri_matches',
  'vci.credential.no_legacy_members',
  'vci.key_attestation.nonce',
  'vp.kb.aud~prefix',
  'vp.kb.nonce',
  'vp.kb.sd_hash',
  'vp.kb.present',
  'vp.kb.iat_window~milliseconds',
  'vp.response.state_matches',
  'vp.response.encrypted',
  'vp.response.no_presentation_submission',
  'vp.jwe.kid_matches',
  'vp.token.array',
  'vp.token.ids_known',
  'vp.dcql.claims_present',
  'vp.min.only_requested_sdjwt',
  'vp.mdoc.device_signature~address',
  'vp.mdoc.device_signature~nonce',
]

/** Those of the choices that are frequent, in the order of the list. */
export const frequentOf = <Choice extends { readonly id: string }>(choices: readonly Choice[]): Choice[] =>
  frequent.flatMap((id) => choices.find((choice) => choice.id === id) ?? [])

/** One line per misbehaviour: what the wallet does wrong, and at which issuer if not the usual one. */
export const misbehaviourWords = ({ title, issuer }: MisbehaviourChoice): string =>
  issuer === null ? title : `${title} (at issuer ${issuerWords(issuer)})`
