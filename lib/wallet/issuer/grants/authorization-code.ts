import { createHash } from 'node:crypto'
import { WalletStop } from '../../errors'
import { headerValue, requireWebUrl, type WireAnswer } from '../../http/wire'
import { signJwt } from '../../jose/jws'
import { algorithmOf } from '../../jose/key'
import { stringMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds, randomText } from '../../run'
import type { StepRequest } from '../../run-log'
import { aroundStep, requireJson, requireSuccess, sendStep } from '../../step'
import { authenticateClient } from '../client/authenticate'
import { requireConfiguration } from '../metadata/metadata'
import { type Run, requireThat } from '../run'
import { authorizationDetails, usesDetails } from './token-request'

/** What the wallet keeps from a pushed request for later steps. */
export interface PushedRequest {
  /** Null if the wallet carelessly sends the parameters through the browser. */
  requestUri: string | null
  parameters: [string, string][]
  state: string
  codeVerifier: string
}

/** The issuer as `resource`, if it may share its authorization server with others (OID4VCI-1FINAL-5.1.2). */
const resourceOf = ({ facts }: Run): [string, string][] =>
  stringsMember(facts.issuerMetadata, 'authorization_servers') === null
    ? []
    : [['resource', need(facts.offer, 'credential offer').credentialIssuer]]

/**
 * Pushes the authorization request (RFC9126-2.1): the scope of the offered configuration, or its details, an S256 challenge
 * (RFC7636-4), a fresh `state`, the `issuer_state` of the offer (OID4VCI-1FINAL-5.1.3) and a DPoP proof (RFC9449-10.1).
 *
 * @throws WalletStop, Refused
 */
export async function pushAuthorizationRequest(
  run: Run,
  clientId: string,
  issuerState: string | null,
): Promise<PushedRequest> {
  const { facts, profile, misbehaviour } = run
  if (stringsMember(facts.asMetadata, 'code_challenge_methods_supported')?.includes('S256') !== true) {
    throw new WalletStop('The authorization server does not support PKCE with S256')
  }
  const scope = stringMember(
    requireConfiguration(run, need(facts.configurationId, 'credential configuration')),
    'scope',
  )
  const asked: [string, string] = usesDetails(run) || scope === null ? authorizationDetails(run) : ['scope', scope]
  const endpoint = stringMember(facts.asMetadata, 'pushed_authorization_request_endpoint')
  requireThat(run, 'pushed_request', endpoint !== null, 'The authorization server takes no pushed requests')
  const codeVerifier = randomText(run, 32)
  const state = randomText(run)
  const parameters: [string, string][] = [
    ['response_type', 'code'],
    ['client_id', clientId],
    ['redirect_uri', profile.redirectUri],
    asked,
    ...(asked[0] === 'scope' ? resourceOf(run) : []),
    ['state', state],
    ['code_challenge', createHash('sha256').update(codeVerifier).digest('base64url')],
    ['code_challenge_method', 'S256'],
    ...(issuerState === null ? [] : ([['issuer_state', issuerState]] satisfies [string, string][])),
  ]
  if (endpoint === null) return { requestUri: null, parameters, state, codeVerifier }
  const request = async (): Promise<StepRequest> => {
    const proof = await authenticateClient(run, 'par', clientId)
    const asked = asRequestObject(run, clientId, parameters)
    const form: [string, string][] = [...asked, ...proof.form]
    return {
      step: 'par',
      method: 'POST',
      url: endpoint,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
        ...proof.headers,
      ],
      body: new URLSearchParams(applyPatch(run, 'par', misbehaviour?.patchForm, form)).toString(),
      dpop: { role: 'as', ...(proof.challenge === undefined ? {} : { challenge: proof.challenge }) },
      learned: () => 'a reference to the authorization request',
    }
  }
  const body = await aroundStep(run, 'par', async () => {
    applyPatch(run, 'par', run.misbehaviour?.patchFacts, run.facts)
    return requireJson('par', await sendStep(run, request))
  })
  const requestUri = stringMember(body, 'request_uri')
  requireThat(run, 'pushed_request', requestUri !== null, 'The response to the pushed request has no request_uri')
  return { requestUri, parameters, state, codeVerifier }
}

/**
 * The parameters as a request object signed by the instance's key, where the server announces that it takes them and the
 * wallet has such a key (RFC9126-3); otherwise as they are.
 */
function asRequestObject(run: Run, clientId: string, parameters: [string, string][]): [string, string][] {
  const { asMetadata, instanceKey } = run.facts
  const alg = algorithmOf(run.profile.curve)
  if (stringsMember(asMetadata, 'request_object_signing_alg_values_supported')?.includes(alg) !== true)
    return parameters
  if (!instanceKey) return parameters
  const now = nowSeconds(run)
  const object = signJwt({
    header: { typ: 'oauth-authz-req+jwt', alg },
    claims: {
      iss: clientId,
      aud: need(stringMember(asMetadata, 'issuer'), 'issuer of the authorization server'),
      iat: now,
      exp: now + requestObjectSeconds,
      ...Object.fromEntries(parameters),
    },
    key: instanceKey,
  })
  return [
    ['client_id', clientId],
    ['request', object],
  ]
}

const requestObjectSeconds = 300

const redirectsMax = 10

/** The wallet acts as the user's browser here, and identifies itself. */
const browser = 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)'

/**
 * Opens the authorization endpoint with only `client_id` and `request_uri` (RFC9126-4) and follows redirects like a
 * browser until one leads back to the wallet.
 *
 * @returns the redirect URI with the parameters of the authorization response
 * @throws WalletStop, Refused
 */
export async function followToWallet(
  run: Run,
  clientId: string,
  { requestUri, parameters }: Pick<PushedRequest, 'requestUri' | 'parameters'>,
): Promise<URL> {
  const endpoint = new URL(
    requireWebUrl(
      need(stringMember(run.facts.asMetadata, 'authorization_endpoint'), 'authorization endpoint'),
      'The authorization endpoint',
    ),
  )
  const shown: [string, string][] =
    requestUri === null
      ? parameters
      : [
          ['client_id', clientId],
          ['request_uri', requestUri],
        ]
  for (const [name, value] of shown) endpoint.searchParams.set(name, value)
  return aroundStep(run, 'authorize', async () => {
    let next = endpoint
    for (let hop = 0; hop < redirectsMax; hop += 1) {
      next = redirectOf(await open(run, next.href), next)
      if (isWallet(next, run.profile.redirectUri)) return next
    }
    throw new WalletStop('The authorization server redirects too often')
  })
}

function open(run: Run, url: string): Promise<WireAnswer> {
  return sendStep(run, {
    step: 'authorize',
    method: 'GET',
    url,
    headers: [
      ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
      ['User-Agent', browser],
    ],
  })
}

function redirectOf(answer: WireAnswer, from: URL): URL {
  const location = headerValue(answer.headers, 'Location')
  if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location, from)) {
    return new URL(location, from)
  }
  requireSuccess('authorize', answer)
  throw new WalletStop('The authorization server shows a page instead of redirecting')
}

/** Whether this URL is the redirect URI, ignoring the query that the response adds. */
function isWallet(address: URL, redirectUri: string): boolean {
  const wallet = new URL(redirectUri)
  return address.protocol === wallet.protocol && address.host === wallet.host && address.pathname === wallet.pathname
}
