import { setHeader } from '../../http/wire'
import type { UnusualFeature, WalletRule } from '../../issuer/settings'
import type { Misbehaviour } from './misbehaviour'

/** Sends no attested key, so that no warning about an untrusted test attester appears. */
const issuer = 'eu-pid-jwt-proof-only'
/** Where no token may be used that is not bound to a key. */
const underHaip = { issuer: 'eu-pid-device-bound' } as const
const byCode = { issuer, flow: 'authorization_code' } as const

/** The wallet accepts a deliberately wrong response. */
const careless = (
  id: string,
  title: string,
  fault: string,
  skipsRule: WalletRule,
  more: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  id,
  title,
  expect: 'accepted',
  skipsRule,
  ...more,
  needs: { issuer, ...more.needs, sessionOptions: { ...more.needs?.sessionOptions, fault } },
})

/** The wallet stops at a merely unusual response. The service concludes that from some seconds of silence. */
const stopping = (
  id: string,
  title: string,
  fault: string,
  stopsAt: UnusualFeature,
  more: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  id,
  title,
  expect: 'accepted',
  ends: 'stopped_by_wallet',
  stopsAt,
  ...more,
  needs: { issuer, ...more.needs, settles: 5, sessionOptions: { fault, settle_seconds: 5 } },
})

/** Keeps a credential that fails verification, and notifies the issuer that it accepted it. */
const keeps = (fault: string, title: string, more: Partial<Misbehaviour> = {}): Misbehaviour =>
  careless(`vci.fault.refused~${fault}`, title, fault, 'credential', more)

const asMdoc = { sessionOptions: { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof' } }
const byReference = { issuer, offerMode: 'credential_offer_uri' } as const

/** The nonce of a challenge that was refused once. */
const challenged = { ends: 'refused_by_issuer' } as const

/** Status list references that break a rule, and how to keep such a credential anyway. */
const wrongStatuses = [
  ['empty', 'Keeps a credential whose status is empty'],
  ['without_list', 'Keeps a credential whose status names no status_list'],
  ['idx_missing', 'Keeps a credential whose status has no idx'],
  ['idx_negative', 'Keeps a credential whose idx is negative'],
  ['idx_text', 'Keeps a credential whose idx is a text'],
  ['uri_missing', 'Keeps a credential whose status has no uri'],
  ['uri_no_scheme', 'Keeps a credential whose uri has no scheme'],
  ['uri_space', 'Keeps a credential whose uri has a space in it'],
  ['uri_bad_percent', 'Keeps a credential whose uri has a percent sign that encodes nothing'],
  ['uri_pipe', 'Keeps a credential whose uri has a vertical bar in it'],
  ['uri_empty', 'Keeps a credential whose uri is empty'],
] as const

/** Reactions to deliberately wrong or unusual responses. */
export const faultMisbehaviours: Misbehaviour[] = [
  careless(
    'vci.token.iss_checked',
    'Redeems a code that comes with the iss of another issuer',
    'authz_iss_mismatch',
    'authz_iss',
    { needs: byCode, alsoFails: ['vci.fault.refused'] },
  ),
  careless(
    'vci.fault.refused',
    'Redeems a code that comes with a state of someone else',
    'authz_state_mismatch',
    'authz_state',
    { needs: byCode },
  ),
  careless(
    'vci.fault.refused~authz_state_missing',
    'Redeems a code that comes without the state it pushed',
    'authz_state_missing',
    'authz_state',
    { needs: byCode },
  ),
  careless(
    'vci.fault.refused~authz_iss_missing',
    'Redeems a code that comes without the iss that was announced',
    'authz_iss_missing',
    'authz_iss',
    { needs: byCode },
  ),
  stopping('vci.fault.goes_on', 'Stops at a token_type in lower case', 'token_type_other_case', 'token_type_case'),
  stopping(
    'vci.fault.goes_on~no_expires_in',
    'Stops at a token response that names no lifetime',
    'no_expires_in',
    'no_expires_in',
  ),
  stopping(
    'vci.fault.goes_on~extra_members',
    'Stops at a token response with a member that nobody defined',
    'extra_members',
    'unknown_members',
  ),
  stopping(
    'vci.fault.goes_on~dpop_nonce_once',
    'Gives up when the token endpoint asks for a DPoP nonce',
    'dpop_nonce_once',
    'dpop_challenge',
    { ...challenged, expect: { status: 400, error: 'use_dpop_nonce' } },
  ),
  stopping(
    'vci.fault.goes_on~challenge_scheme_other_case',
    'Knows the scheme of a DPoP challenge in capitals only',
    'challenge_scheme_other_case',
    'challenge_case',
    { ...challenged, expect: { status: 401, error: 'use_dpop_nonce' } },
  ),
  careless(
    'vci.fault.goes_on~invalid_nonce_once',
    'Sends the same nonce again after invalid_nonce',
    'invalid_nonce_once',
    'fresh_nonce',
    {
      expect: { status: 400, error: 'invalid_nonce' },
      decidedBy: 'vci.nonce.not_reused',
      alsoFails: ['vci.nonce.not_reused', 'vci.nonce.recovery'],
    },
  ),
  careless(
    'vci.fault.refused~offer_unknown_configuration',
    'Takes another configuration where the offered one is unknown',
    'offer_unknown_configuration',
    'configuration',
    { needs: byReference },
  ),
  careless(
    'vci.fault.goes_on~offer_issuer_other',
    'Asks the issuer that hosts the offer, and not the one that the offer names',
    'offer_issuer_other',
    'offer_issuer',
    {
      needs: byReference,
      ends: 'refused_by_issuer',
      alsoFails: [
        'vci.flow.issuer_isolation',
        'vci.token.preauth_code_valid',
        'vci.metadata.issuer_fetched',
        'vci.metadata.as_fetched',
      ],
    },
  ),
  careless(
    'vci.fault.refused~authz_error',
    'Asks for a token although access was denied',
    'authz_error',
    'authz_error',
    {
      needs: byCode,
      expect: { status: 400, error: 'invalid_grant' },
      decidedBy: 'vci.token.code_valid',
      alsoFails: ['vci.token.code_valid'],
    },
  ),
  careless(
    'vci.fault.refused~token_type_bearer',
    'Presents a token as a bearer token that it wanted bound to its key',
    'token_type_bearer',
    'token_type',
    {
      needs: underHaip,
      ends: 'refused_by_issuer',
      alsoFails: ['vci.dpop.scheme'],
      patchRequest: {
        at: 'credential',
        change: ({ headers }) => {
          const bound = headers.find(([name]) => name === 'Authorization')?.[1] ?? ''
          setHeader(headers, 'Authorization', bound.replace(/^DPoP/, 'Bearer'))
        },
      },
    },
  ),
  careless(
    'vci.fault.refused~token_type_ignored',
    'Presents a token that was called a bearer token, and proves its key all the same',
    'token_type_bearer',
    'token_type',
    { needs: underHaip },
  ),
  careless(
    'vci.fault.refused~token_missing_access_token',
    'Asks for a credential without having a token',
    'token_missing_access_token',
    'access_token',
    { ends: 'refused_by_issuer', alsoFails: ['vci.credential.token_valid'] },
  ),
  careless(
    'vci.fault.refused~token_error_200',
    'Asks for a credential after an error that came with status 200',
    'token_error_200',
    'access_token',
    { ends: 'refused_by_issuer', alsoFails: ['vci.credential.token_valid'] },
  ),
  careless(
    'vci.fault.refused~type_metadata_integrity',
    'Keeps a credential although its type metadata have another hash',
    'type_metadata_integrity',
    'type_integrity',
  ),
  stopping('vci.fault.goes_on~offer_no_grants', 'Stops at an offer without grants', 'offer_no_grants', 'no_grants', {
    needs: { ...byCode, ...byReference },
  }),
  {
    id: 'vci.fault.goes_on~issuer_metadata_mdoc_alg_specified',
    title: 'Takes -7 for another algorithm than the -9 that the metadata list',
    expect: 'accepted',
    ends: 'stopped_by_wallet',
    stopsAt: 'specified_algorithm',
    needs: { issuer, sessionOptions: { ...asMdoc.sessionOptions, fault: 'issuer_metadata_mdoc_alg_specified' } },
  },
  careless(
    'vci.fault.refused~offer_both_parameters',
    'Takes one of the two offers of a link',
    'offer_both_parameters',
    'offer_link',
    { alsoFails: ['vci.offer.no_fetch_by_value'] },
  ),
  careless(
    'vci.fault.refused~offer_no_issuer',
    'Takes the issuer it used last for an offer that names none',
    'offer_no_issuer',
    'offer_issuer',
  ),
  careless(
    'vci.fault.refused~offer_no_configurations',
    'Asks for the first credential of an issuer whose offer names none',
    'offer_no_configurations',
    'configuration',
  ),
  careless(
    'vci.fault.refused~par_no_request_uri',
    'Opens the authorization endpoint although its pushed request got no request_uri',
    'par_no_request_uri',
    'pushed_request',
    {
      needs: byCode,
      expect: { status: 400, error: 'invalid_request' },
      decidedBy: 'vci.par.used',
      alsoFails: ['vci.par.used', 'vci.authorize.only_expected_params'],
    },
  ),
  careless(
    'vci.fault.refused~tx_code_wrong_length',
    'Sends a refused transaction code again and again',
    'tx_code_wrong_length',
    'wrong_tx_code',
    { needs: { sessionOptions: { tx_code: true } }, expect: { status: 400, error: 'invalid_grant' } },
  ),
  careless(
    'vci.fault.refused~credential_error_denied',
    'Asks again and again for a credential that was denied',
    'credential_error_denied',
    'denial',
    {
      expect: { status: 400, error: 'credential_request_denied' },
      alsoFails: ['vci.credential.stop_after_denied'],
    },
  ),
  careless(
    'vci.fault.refused~refresh_lost',
    'Sends a refresh token again that was refused',
    'refresh_lost',
    'lost_grant',
    { needs: { profile: { reissue: true } }, expect: { status: 400, error: 'invalid_grant' } },
  ),
  keeps('credential_bad_signature', 'Keeps a credential whose signature does not verify'),
  keeps('credential_wrong_key', 'Keeps a credential that is bound to the key of another'),
  keeps('credential_wrong_type', 'Keeps a credential of another type than it asked for'),
  keeps('credential_expired', 'Keeps a credential that has expired'),
  keeps('credential_untrusted_issuer', 'Keeps a credential of a signer that nobody knows'),
  keeps('mdoc_digest_mismatch', 'Keeps an mdoc with an element that its digest does not cover', { needs: asMdoc }),
  keeps('batch_one_bad', 'Keeps a batch with a credential whose signature does not verify'),
  keeps('sdjwt_unreferenced_disclosure', 'Keeps a credential with a disclosure that no digest covers'),
  ...wrongStatuses.map(([form, title]) =>
    careless(`vci.fault.refused~status_${form}`, title, `status_${form}`, 'status_reference'),
  ),
  careless(
    'vci.fault.refused~response_not_encrypted',
    'Takes a credential in the clear that it wanted encrypted',
    'response_not_encrypted',
    'response_encryption',
    { needs: { profile: { encrypt: true } } },
  ),
  careless(
    'vci.fault.goes_on~slow_answer',
    'Asks for the credential a second time because the response takes long',
    'slow_answer',
    'patience',
    { alsoFails: ['vci.flow.key_per_credential'] },
  ),
  careless(
    'vci.fault.refused~deferred_forgotten',
    'Comes back again and again under a transaction_id that the issuer has forgotten',
    'deferred_forgotten',
    'deferred_answer',
    { needs: { waits: true }, expect: { status: 400, error: 'invalid_transaction_id' } },
  ),
]
