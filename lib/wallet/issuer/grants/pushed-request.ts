import { createHash } from 'node:crypto'
import { WalletStop } from '../../errors'
import { stringMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, randomText } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { StepRequest } from '../../step-request'
import { requireThat } from '../care'
import { authenticateClient } from '../client/authenticate'
import { requireConfiguration } from '../metadata/issuer-metadata'
import type { Run } from '../run'
import { authorizationDetails, usesDetails } from './authorization-details'

/** What the wallet keeps of a pushed request for later steps. */
export interface PushedRequest {
  /** Null where the wallet carelessly sends the parameters through the browser. */
  requestUri: string | null
  parameters: [string, string][]
  state: string
  codeVerifier: string
}

/** The issuer as `resource`, where it may share its authorization server with others (OID4VCI-1FINAL-5.1.2). */
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
    const form: [string, string][] = [...parameters, ...proof.form]
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
  const body = await aroundStep(run, 'par', async () => requireJson('par', await sendStep(run, request)))
  const requestUri = need(stringMember(body, 'request_uri'), 'request_uri in the response')
  return { requestUri, parameters, state, codeVerifier }
}
