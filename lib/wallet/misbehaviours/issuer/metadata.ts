import { setHeader } from '../../http/wire'
import { wellKnownUrl } from '../../issuer/metadata/well-known-url'
import { need } from '../../run'
import type { StepRequest } from '../../step-request'
import type { Misbehaviour, PatchContext } from './misbehaviour'

const issuerOf = ({ facts }: PatchContext): string => need(facts.offer, 'credential offer').credentialIssuer

/** A request outside the flow; the wallet continues as if nothing had happened. */
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
