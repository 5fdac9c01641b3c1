import type { JsonObject } from '../../ground/values/json'
import { verifierDeviation } from '../../verifier/deviations'
import { asHeading, fixed, type Preset } from './preset'

const refusal = fixed('presentation', 'refusal', { profile: 'haip' })

/** A campaign under another framework leaves these to the test root. */
const ofTestRoot = { trust_framework: 'test_root' } as const
const posted = { request_uri_method: 'post' } as const
const byValue = { request_delivery: 'by_value' } as const

const onlyWithNonce = 'Only a wallet that sends a wallet_nonce can show this.'
const onlyWithKey = 'Only a wallet that asks for an encrypted request can show this.'

const wrong = (test: string, members: JsonObject = {}, person?: string): Preset =>
  refusal(test, asHeading(verifierDeviation(test)?.title ?? test), { negative_test: test, ...members }, person)

/** Requests whose signer, link or members are wrong, each as an official European case has it. */
export const wrongRequestPresets: readonly Preset[] = [
  wrong('no_response_uri'),
  wrong('response_uri_not_absolute'),
  wrong('by_value_under_haip', byValue),
  wrong('client_metadata_string'),
  wrong('signed_by_other_key'),
  wrong('request_not_encrypted', posted, onlyWithKey),
  wrong('wallet_nonce_missing', posted, onlyWithNonce),
  wrong('missing_client_id'),
  wrong('bad_state_charset'),
  wrong('no_state_unbound'),
  { ...wrong('request_uri_http', posted), needsHttps: true },
  wrong('wrong_request_content_type', posted),
  wrong('unsigned_url_params'),
  wrong('bad_request_uri_method'),
  wrong('alg_rs384', ofTestRoot),
  wrong('missing_x5c'),
  wrong('incomplete_chain', ofTestRoot),
  wrong('untrusted_chain', ofTestRoot),
  { ...wrong('san_dns_under_haip', ofTestRoot), needsHostName: true },
  wrong('no_enc_jwks'),
]
