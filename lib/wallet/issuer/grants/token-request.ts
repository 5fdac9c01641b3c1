import type { WireAnswer } from '../../http/wire'
import { type JsonObject, readJsonObject, stringMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import type { StepRequest } from '../../step-request'
import { requireThat, skipsRule, stopIfUnusual } from '../care'
import type { ClientProof } from '../client/authenticate'
import type { Run } from '../run'
import { identifiersIn } from './authorization-details'

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
 * A token of another type than DPoP is not bound to our key, so it is not used (RFC9449-5). The type is
 * case-insensitive.
 */
function rememberToken(run: Run, body: JsonObject, step: 'token' | 'refresh'): void {
  const { facts } = run
  const accessToken = stringMember(body, 'access_token')
  requireThat(run, 'access_token', accessToken !== null, 'The wallet has no access_token in the token response')
  facts.accessToken = accessToken ?? 'undefined'
  const type = stringMember(body, 'token_type')
  requireThat(run, 'token_type', type?.toLowerCase() === 'dpop', 'The access token is not of type DPoP')
  const members = Object.keys(body).filter((name) => !knownMembers.includes(name))
  stopIfUnusual(run, 'unknown_members', members.length > 0, 'The token response has a member that nobody defined')
  stopIfUnusual(run, 'token_type_case', type !== 'DPoP', 'The token_type is not written as DPoP')
  stopIfUnusual(run, 'no_expires_in', body.expires_in === undefined, 'The token response has no expires_in')
  // A refreshed token is for the same credentials, unless its response says otherwise (RFC6749-6).
  if (step === 'token' || body.authorization_details !== undefined)
    facts.credentialIdentifiers = identifiersIn(body, facts.configurationId)
  facts.tokenCNonce = stringMember(body, 'c_nonce')
  facts.accessTokenUntil = typeof body.expires_in === 'number' ? nowSeconds(run) + body.expires_in : null
  // A response without a new one leaves the old one valid (RFC6749-6).
  facts.refreshToken = stringMember(body, 'refresh_token') ?? facts.refreshToken
}
