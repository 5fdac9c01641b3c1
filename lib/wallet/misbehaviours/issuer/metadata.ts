import { setHeader } from '../../http/wire'
import { wellKnownUrl } from '../../issuer/metadata/metadata'
import type { UnusualFeature, WalletRule } from '../../issuer/settings'
import { need } from '../../run'
import type { StepRequest } from '../../run-log'
import type { Misbehaviour, PatchContext } from './misbehaviour'

const issuerOf = ({ facts }: PatchContext): string => need(facts.offer, 'credential offer').credentialIssuer

/** An extra request outside the flow; the wallet then continues normally. */
const asksFirst = (
  id: string,
  title: string,
  status: number,
  request: (context: PatchContext) => StepRequest,
): Misbehaviour => ({
  id,
  title,
  expect: { status },
  ends: 'credential_stored',
  probe: { when: 'before', at: 'issuer_metadata', request },
})

const getFrom =
  (path: string) =>
  (context: PatchContext): StepRequest => ({
    step: 'issuer_metadata',
    method: 'GET',
    url: `${issuerOf(context)}${path}`,
    headers: [['Accept', 'application/json']],
  })

/** Rules for metadata requests. OID4VCI-1FINAL-12.2 */
export const metadataMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.metadata.issuer_fetched',
    title: 'Never reads the issuer metadata and guesses the endpoints',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-jwt-proof-only' },
    skip: 'issuer_metadata',
  },
  asksFirst(
    'vci.metadata.issuer_wellknown_path',
    'Asks for the issuer metadata below the issuer identifier first',
    404,
    getFrom('/.well-known/openid-credential-issuer'),
  ),
  {
    ...asksFirst(
      'vci.metadata.issuer_wellknown_path~slash_left_out',
      'Leaves the slash out at which the issuer identifier ends',
      404,
      (context) => ({
        step: 'issuer_metadata',
        method: 'GET',
        url: wellKnownUrl(issuerOf(context), 'openid-credential-issuer', { dropLastSlash: true }),
        headers: [['Accept', 'application/json']],
      }),
    ),
    needs: { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { identifier_slash: true } } },
  },
  asksFirst(
    'vci.metadata.as_wellknown_path',
    'Asks for the authorization server metadata below the issuer identifier first',
    404,
    getFrom('/.well-known/oauth-authorization-server'),
  ),
  asksFirst(
    'vci.metadata.no_oidc_discovery',
    'Tries OpenID Connect discovery first',
    404,
    getFrom('/.well-known/openid-configuration'),
  ),
  asksFirst('vci.metadata.method_get', 'Tries to POST to the issuer metadata first', 405, (context) => ({
    step: 'issuer_metadata',
    method: 'POST',
    url: wellKnownUrl(issuerOf(context), 'openid-credential-issuer', { dropLastSlash: false }),
    headers: [['Accept', 'application/json']],
  })),
  {
    id: 'vci.metadata.accept_header',
    title: 'Does not say which form of the issuer metadata it reads',
    expect: 'accepted',
    alsoFails: ['vci.metadata.signed_requested'],
    patchRequest: { at: 'issuer_metadata', change: ({ headers }) => setHeader(headers, 'Accept', '*/*') },
  },
  {
    id: 'vci.metadata.accept_language',
    title: 'Does not say which languages its user reads',
    expect: 'accepted',
    patchRequest: {
      at: 'issuer_metadata',
      change: (request) => {
        request.headers = request.headers.filter(([name]) => name !== 'Accept-Language')
      },
    },
  },
  {
    id: 'vci.metadata.signed_requested',
    title: 'Does not understand signed issuer metadata',
    expect: 'accepted',
    patchRequest: { at: 'issuer_metadata', change: ({ headers }) => setHeader(headers, 'Accept', 'application/json') },
  },
  {
    id: 'vci.metadata.as_fetched',
    title: 'Never reads the authorization server metadata and guesses the endpoints',
    expect: 'accepted',
    // Without the metadata, the wallet does not know that it could authenticate.
    alsoFails: ['vci.client_auth.present'],
    skip: 'as_metadata',
  },
  asksFirst(
    'vci.metadata.endpoints_from_metadata',
    'Calls an endpoint that the issuer does not publish',
    404,
    (context) => ({
      step: 'credential',
      method: 'POST',
      url: `${issuerOf(context)}/deferred-credential`,
      headers: [['Content-Type', 'application/json']],
      body: '{}',
    }),
  ),
  {
    id: 'vci.metadata.jwks_fetched',
    title: 'Stores the credential without looking at the published keys',
    expect: 'accepted',
    staysUnseen: true,
    skip: 'issuer_keys',
  },
]

const issuer = 'eu-pid-jwt-proof-only'

/** Accepts deliberately wrong issuer metadata. */
const uses = (fault: string, title: string, skipsRule: WalletRule, more: Partial<Misbehaviour> = {}): Misbehaviour => ({
  id: `vci.fault.refused~${fault}`,
  title,
  expect: 'accepted',
  skipsRule,
  ...more,
  needs: { issuer, ...more.needs, sessionOptions: { fault } },
})

/** Stops at merely unusual issuer metadata. */
const stopsAtOddity = (fault: string, title: string, stopsAt: UnusualFeature): Misbehaviour => ({
  id: `vci.fault.goes_on~${fault}`,
  title,
  expect: 'accepted',
  ends: 'stopped_by_wallet',
  stopsAt,
  needs: { issuer, settles: 5, sessionOptions: { fault, settle_seconds: 5 } },
})

const believes = (fault: string, title: string): Misbehaviour =>
  uses(`signed_metadata_${fault}`, title, 'signed_metadata', { needs: { profile: { signedMetadata: true } } })

/** Reactions to deliberately wrong or unusual issuer metadata. OID4VCI-1FINAL-12.2 */
export const alteredMetadataMisbehaviours: Misbehaviour[] = [
  uses('issuer_metadata_other_issuer', 'Uses the metadata of another issuer on the same host', 'issuer_binding'),
  uses('issuer_metadata_other_host', 'Uses the metadata of an issuer on another host', 'issuer_binding'),
  uses('issuer_metadata_other_port', 'Uses the metadata of an issuer at another port', 'issuer_binding'),
  uses('issuer_metadata_trailing_slash', 'Takes an issuer for the same that has one slash more', 'issuer_binding'),
  uses('issuer_metadata_no_endpoint', 'Guesses the credential endpoint that the metadata lack', 'metadata_shape'),
  uses('issuer_metadata_http_endpoint', 'Uses metadata whose credential endpoint is not secure', 'https', {
    needs: { https: true },
  }),
  uses('issuer_metadata_http_nonce', 'Asks a nonce endpoint that is not secure', 'https', { needs: { https: true } }),
  uses('issuer_metadata_without_offered', 'Guesses the configuration that the metadata lack', 'metadata_shape'),
  uses('issuer_metadata_unknown_format', 'Asks for a credential in a format that it does not know', 'metadata_shape'),
  uses('issuer_metadata_not_json', 'Guesses the metadata where they are no JSON', 'metadata_shape'),
  uses('issuer_metadata_404', 'Guesses the metadata where there are none', 'metadata_shape'),
  uses('issuer_metadata_500', 'Guesses the metadata where their endpoint fails', 'metadata_shape'),
  uses('issuer_metadata_redirect_other', 'Guesses the metadata where it is sent to another issuer', 'metadata_shape'),
  stopsAtOddity(
    'issuer_metadata_other_unknown_format',
    'Stops at metadata with a format that it does not know beside the offered one',
    'unknown_format',
  ),
  stopsAtOddity(
    'issuer_metadata_extra_members',
    'Stops at metadata with a member that nobody defined',
    'unknown_members',
  ),
  believes('bad_signature', 'Uses signed metadata whose signature does not verify'),
  believes('other_sub', 'Uses signed metadata about another issuer'),
  believes('wrong_typ', 'Uses a JWT of another type as signed metadata'),
  believes('alg_none', 'Uses signed metadata without a signature'),
  believes('no_iat', 'Uses signed metadata without a time'),
  believes('expired', 'Uses signed metadata that have expired'),
  believes('untrusted', 'Uses signed metadata of a signer that nobody knows'),
  believes('self_signed', 'Uses signed metadata under a certificate that signs itself'),
]

const preAuthorized = { issuer, flow: 'pre_authorized_code' } as const

/** The wallet accepts deliberately wrong documents or nonces. */
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

/** The wallet stops at something merely unusual. The service concludes that from some seconds of silence. */
const stopping = (fault: string, title: string, stopsAt: UnusualFeature): Misbehaviour => ({
  id: `vci.fault.goes_on~${fault}`,
  title,
  expect: 'accepted',
  ends: 'stopped_by_wallet',
  stopsAt,
  needs: { ...preAuthorized, settles: 5, sessionOptions: { fault, settle_seconds: 5 } },
})

/** A proof without a nonce is refused if the issuer has a nonce endpoint. */
const withoutNonce = {
  expect: { status: 400, error: 'invalid_proof' },
  decidedBy: 'vci.proof.jwt.nonce_present',
  alsoFails: ['vci.proof.jwt.nonce_present'],
} as const satisfies Partial<Misbehaviour>

/** Without the metadata, the wallet does not know that it could authenticate. */
const unauthenticated = { alsoFails: ['vci.client_auth.present'] } satisfies Partial<Misbehaviour>

/** Reactions to wrong authorization servers and nonces. OID4VCI-1FINAL-12.2.4, RFC8414-3, OID4VCI-1FINAL-7 */
export const discoveryMisbehaviours: Misbehaviour[] = [
  careless(
    'as_metadata_other_issuer',
    'Takes authorization server metadata that name another issuer',
    'server_binding',
    // The wallet authenticates to the server in the metadata.
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
