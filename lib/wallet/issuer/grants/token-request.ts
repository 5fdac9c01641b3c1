import { Refused, WalletStop } from '../../errors'
import type { WireAnswer } from '../../http/wire'
import { isObject, type JsonObject, readJsonObject, stringMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import type { StepRequest } from '../../run-log'
import { aroundStep, requireJson, sendStep } from '../../step'
import { authenticateClient, type ClientProof, clientMethod } from '../client/authenticate'
import { requireConfiguration } from '../metadata/metadata'
import { type Run, requireThat, skipsRule, stopIfUnusual } from '../run'

/** Whether this wallet requests with `authorization_details`: by choice, or because the configuration has no scope. */
export function usesDetails(run: Run): boolean {
  const { facts, profile } = run
  const id = need(facts.configurationId, 'credential configuration')
  const uses = profile.authorizationDetails || stringMember(requireConfiguration(run, id), 'scope') === null
  const types = stringsMember(facts.asMetadata, 'authorization_details_types_supported') ?? []
  if (uses && !types.includes('openid_credential'))
    throw new WalletStop('The authorization server takes no authorization_details for credentials')
  return uses
}

/**
 * The parameter for the offered configuration (OID4VCI-1FINAL-5.1.1), with the issuer in `locations` where its metadata lists
 * authorization servers.
 */
export function authorizationDetails({ facts }: Run): [string, string] {
  const issuer = need(facts.offer, 'credential offer').credentialIssuer
  const entry: JsonObject = {
    type: 'openid_credential',
    credential_configuration_id: need(facts.configurationId, 'credential configuration'),
    ...(stringsMember(facts.issuerMetadata, 'authorization_servers') === null ? {} : { locations: [issuer] }),
  }
  return ['authorization_details', JSON.stringify([entry])]
}

/**
 * The dataset identifiers in a token response for a configuration; empty if absent (OID4VCI-1FINAL-6.2).
 * @throws WalletStop when the token is for other credentials only
 */
function identifiersIn(body: JsonObject, configurationId: string | null): string[] {
  const details: unknown[] = Array.isArray(body.authorization_details) ? body.authorization_details : []
  const entries = details.filter(isObject).filter(({ type }) => type === 'openid_credential')
  const ours = entries.filter((entry) => entry.credential_configuration_id === configurationId)
  if (entries.length > 0 && ours.length === 0) throw new WalletStop('The access token is for other credentials')
  return ours.flatMap((entry) => stringsMember(entry, 'credential_identifiers') ?? [])
}

/**
 * Sends a token request with a DPoP proof and stores the token (OID4VCI-1FINAL-6, RFC9449-5).
 *
 * @param form - builds the parameters; called again for each retry
 * @param client - authenticates the client; called again for each retry
 * @param step - `refresh` for the grant that needs no user
 * @throws WalletStop, Refused
 */
export async function requestToken(
  run: Run,
  form: () => [string, string][],
  client: () => Promise<ClientProof> = async () => ({ headers: [], form: [] }),
  step: 'token' | 'refresh' = 'token',
): Promise<void> {
  const request = async (): Promise<StepRequest> => {
    const proof = await client()
    const parameters = applyPatch(run, step, run.misbehaviour?.patchForm, [...form(), ...proof.form])
    return {
      step,
      method: 'POST',
      url: need(stringMember(run.facts.asMetadata, 'token_endpoint'), 'token endpoint'),
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
        ...proof.headers,
      ],
      body: new URLSearchParams(parameters).toString(),
      dpop: { role: 'as', ...(proof.challenge === undefined ? {} : { challenge: proof.challenge }) },
      learned: (answer) =>
        `an access token of type ${stringMember(readJsonObject(answer.body), 'token_type') ?? 'unknown'}`,
    }
  }
  const send = (): Promise<WireAnswer> => {
    applyPatch(run, step, run.misbehaviour?.patchFacts, run.facts)
    return sendStep(run, request)
  }
  const body = await aroundStep(run, step, async () => {
    let answer = await send()
    for (let more = 0; more < 3 && isWrongCode(answer) && skipsRule(run, 'wrong_tx_code'); more += 1)
      answer = await send()
    return requireJson(step, answer)
  })
  rememberToken(run, body, step)
}

const isWrongCode = ({ status, body }: WireAnswer): boolean =>
  status === 400 && readJsonObject(body)?.error === 'invalid_grant'

const knownMembers = [
  'access_token',
  'token_type',
  'expires_in',
  'scope',
  'refresh_token',
  'authorization_details',
  'c_nonce',
  'c_nonce_expires_in',
]

/**
 * A token of another type than DPoP is not bound to our key, so it is rejected (RFC9449-5). The type is
 * case-insensitive.
 */
function rememberToken(run: Run, body: JsonObject, step: 'token' | 'refresh'): void {
  const { facts } = run
  const accessToken = stringMember(body, 'access_token')
  requireThat(run, 'access_token', accessToken !== null, 'The wallet has no access_token in the token response')
  facts.accessToken = accessToken ?? 'undefined'
  const type = stringMember(body, 'token_type')
  // Who goes on without a token has no type to read.
  const isBound = accessToken === null || type?.toLowerCase() === 'dpop'
  requireThat(run, 'token_type', isBound, 'The access token is not of type DPoP')
  const members = Object.keys(body).filter((name) => !knownMembers.includes(name))
  stopIfUnusual(run, 'unknown_members', members.length > 0, 'The token response has a member that nobody defined')
  stopIfUnusual(run, 'token_type_case', type !== 'DPoP', 'The token_type is not written as DPoP')
  stopIfUnusual(run, 'no_expires_in', body.expires_in === undefined, 'The token response has no expires_in')
  // A refreshed token is for the same credentials unless its response says otherwise (RFC6749-6).
  if (step === 'token' || body.authorization_details !== undefined)
    facts.credentialIdentifiers = identifiersIn(body, facts.configurationId)
  facts.tokenCNonce = stringMember(body, 'c_nonce')
  facts.accessTokenUntil = typeof body.expires_in === 'number' ? nowSeconds(run) + body.expires_in : null
  // A response without a new refresh token leaves the old one valid (RFC6749-6).
  facts.refreshToken = stringMember(body, 'refresh_token') ?? facts.refreshToken
}

/** This wallet's `client_id`, used where one is required. */
export const ownClientId = 'wallet-capture-reference-wallet'

/** Seconds before expiry from which this wallet no longer uses an access token. */
const marginSeconds = 5

/** Whether the access token has expired, or nearly, and can be refreshed. */
export const needsRefresh = ({ facts, clock }: Run): boolean =>
  facts.refreshToken !== null &&
  facts.accessTokenUntil !== null &&
  clock() / 1000 > facts.accessTokenUntil - marginSeconds

/** Whether the access token has expired, according to the issuer. */
export const isTokenOver = ({ facts, clock }: Run): boolean =>
  facts.accessTokenUntil !== null && clock() / 1000 >= facts.accessTokenUntil

/**
 * Refreshes the access token (RFC6749-6), as the client that got the refresh token, with its keys (RFC9449-5). Does not
 * retry a lost grant (RFC6749-5.2).
 * @throws WalletStop, Refused
 */
export async function refreshToken(run: Run): Promise<void> {
  const { facts, profile } = run
  const authenticates = clientMethod(run) !== 'none'
  const form = (): [string, string][] => [
    ['grant_type', 'refresh_token'],
    ['refresh_token', need(facts.refreshToken, 'refresh token')],
    ...(facts.clientId === null || (authenticates && profile.clientId === null)
      ? []
      : ([['client_id', facts.clientId]] satisfies [string, string][])),
  ]
  const send = () =>
    requestToken(run, form, () => authenticateClient(run, 'refresh', facts.clientId ?? ownClientId), 'refresh')
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Refused) || !skipsRule(run, 'lost_grant')) throw error
    await send()
  }
}
