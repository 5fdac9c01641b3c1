import type { UnusualFeature, WalletRule } from '../../issuer/rules'
import type { Misbehaviour } from './misbehaviour'

const issuer = 'eu-pid-jwt-proof-only'
const preAuthorized = { issuer, flow: 'pre_authorized_code' } as const

/** The wallet continues with documents or nonces that are deliberately wrong, as if they were right. */
const careless = (
  fault: string,
  title: string,
  skipsRule: WalletRule,
  more: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  id: `vci.fault.refused~${fault}`,
  title,
  expect: 'accepted',
  skipsRule,
  ...more,
  needs: { ...preAuthorized, ...more.needs, sessionOptions: { fault } },
})

/** The wallet stops where something is only unusual. The service concludes that from some seconds of silence. */
const stopping = (fault: string, title: string, stopsAt: UnusualFeature): Misbehaviour => ({
  id: `vci.fault.goes_on~${fault}`,
  title,
  expect: 'accepted',
  ends: 'stopped_by_wallet',
  stopsAt,
  needs: { ...preAuthorized, settles: 5, sessionOptions: { fault, settle_seconds: 5 } },
})

/** A proof without a nonce is refused where the issuer has a nonce endpoint. */
const withoutNonce = {
  expect: { status: 400, error: 'invalid_proof' },
  decidedBy: 'vci.proof.jwt.nonce_present',
  alsoFails: ['vci.proof.jwt.nonce_present'],
} as const satisfies Partial<Misbehaviour>

/** Without the metadata, the wallet does not know that it could authenticate. */
const unauthenticated = { alsoFails: ['vci.client_auth.present'] } satisfies Partial<Misbehaviour>

/** What a wallet does with wrong authorization servers and nonces. OID4VCI-1FINAL-12.2.4, RFC8414-3, OID4VCI-1FINAL-7 */
export const discoveryMisbehaviours: Misbehaviour[] = [
  careless(
    'as_metadata_other_issuer',
    'Takes authorization server metadata that name another issuer',
    'server_binding',
    // It authenticates to the server that the metadata name.
    {
      expect: { status: 401, error: 'invalid_client' },
      decidedBy: 'vci.wallet_attestation.pop_aud',
      alsoFails: ['vci.wallet_attestation.pop_aud'],
    },
  ),
  careless('as_metadata_no_token_endpoint', 'Guesses the token endpoint that the metadata lacks', 'server_metadata'),
  careless('as_metadata_http_token_endpoint', 'Sends a token request where the metadata says http', 'https', {
    needs: { https: true },
  }),
  careless(
    'as_metadata_no_par',
    'Sends the authorization request through the browser where it cannot push it',
    'pushed_request',
    {
      needs: { issuer: 'eu-pid-device-bound', flow: 'authorization_code' },
      expect: { status: 400 },
      decidedBy: 'vci.par.used',
      alsoFails: ['vci.par.used', 'vci.authorize.only_expected_params'],
    },
  ),
  careless(
    'as_metadata_404',
    'Guesses the endpoints of a server that has no metadata',
    'server_metadata',
    unauthenticated,
  ),
  careless(
    'as_metadata_500',
    'Guesses the endpoints of a server whose metadata endpoint fails',
    'server_metadata',
    unauthenticated,
  ),
  careless(
    'authorization_server_unlisted',
    'Goes to a server that the offer names and the metadata does not list',
    'server_listed',
  ),
  careless(
    'nonce_404',
    'Sends a proof without a nonce where the nonce endpoint is missing',
    'nonce_failure',
    withoutNonce,
  ),
  careless('nonce_500', 'Sends a proof without a nonce where the nonce endpoint fails', 'nonce_failure', withoutNonce),
  careless('nonce_html', 'Sends a proof without a nonce where it got a page for one', 'nonce_failure', withoutNonce),
  stopping('nonce_slow', 'Waits no fifteen seconds for a nonce', 'slow_nonce'),
  stopping('nonce_repeated', 'Stops at a nonce that it has seen before', 'repeated_nonce'),
  {
    ...careless('nonce_old', 'Sends the spent nonce again after invalid_nonce', 'fresh_nonce', {
      expect: { status: 400, error: 'invalid_nonce' },
      decidedBy: 'vci.nonce.not_reused',
      alsoFails: ['vci.nonce.not_reused', 'vci.nonce.recovery'],
    }),
    id: 'vci.fault.goes_on~nonce_old',
  },
]
