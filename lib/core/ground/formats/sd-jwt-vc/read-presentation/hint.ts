import type { Wording } from '../../../values/wording'
/** Why a check may have failed, found out by trying. It explains, and never makes a presentation acceptable. */
export interface Hint {
  /** The check whose error it explains. */
  readonly about:
    | 'vp.kb.nonce'
    | 'vp.kb.aud'
    | 'vp.kb.sd_hash'
    | 'vp.kb.signature'
    | 'vp.kb.iat_window'
    | 'vp.sdjwt.signature'
    | 'vp.kb.parses'
  readonly found: HintCode
  /** For `signed_with_another_key` and `sd_hash_with_another_algorithm`: which one; for `clock_is_off`: seconds, positive when the device is ahead. */
  readonly detail: Wording | number | null
}

export type HintCode =
  | 'nonce_of_another_session'
  | 'aud_without_prefix'
  | 'aud_is_response_uri'
  | 'aud_is_origin'
  | 'aud_is_origin_with_prefix'
  | BrowserAudience
  | 'sd_hash_without_final_tilde'
  | 'sd_hash_without_disclosures'
  | 'sd_hash_of_issuer_jwt'
  | 'sd_hash_of_another_form'
  | 'sd_hash_in_another_order'
  | 'sd_hash_with_one_disclosure_less'
  | 'sd_hash_with_another_algorithm'
  | 'sd_hash_as_hex'
  | 'sd_hash_with_padding'
  | 'sd_hash_as_base64'
  | 'signature_is_der'
  | 'signed_with_another_key'
  | 'milliseconds'
  | 'clock_is_off'
  | 'final_tilde_missing'

/** What the audience of an answer through a browser is in place of `origin:` and the origin. */
export type BrowserAudience = (typeof browserAudiences)[number]
export const browserAudiences = [
  'aud_is_client_id_in_browser',
  'aud_is_client_id_without_prefix_in_browser',
  'aud_is_foreign_client_id_in_browser',
  'aud_is_response_uri_in_browser',
  'aud_is_web_origin',
  'aud_is_bare_origin',
  'aud_has_slash',
  'aud_has_default_port',
  'aud_has_other_scheme',
  'aud_is_other_origin',
  'aud_is_host',
] as const
