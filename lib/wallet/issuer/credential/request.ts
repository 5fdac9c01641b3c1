import { WalletStop } from '../../errors'
import { mediaType, type WireAnswer } from '../../http/wire'
import { isObject, type JsonObject, readJsonObject, stringMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { attempts, need } from '../../run'
import { aroundStep, requireJson, sendStep } from '../../step'
import { needsRefresh, refreshToken } from '../grants/token-request'
import { requireConfiguration } from '../metadata/metadata'
import { type Run, skipsRule, stopIfUnusual } from '../run'
import { pollDeferred } from './deferred'
import {
  credentialBody,
  type EncryptionPlan,
  planEncryption,
  planOfRequest,
  requireCredentialAnswer,
  responseEncryption,
} from './encryption'
import { batchSize, buildProofs, type ProofPlan, planProof } from './proofs'

/**
 * Requests the offered credential (OID4VCI-1FINAL-8.2) and returns what was issued, unverified. Retries once with a
 * fresh nonce after `invalid_nonce` (OID4VCI-1FINAL-8.3.1.2).
 *
 * @throws WalletStop, Refused
 */
export async function requestCredentials(run: Run): Promise<string[]> {
  const { facts, profile, misbehaviour, maxRetries } = run
  const configuration = requireConfiguration(run, need(facts.configurationId, 'credential configuration'))
  const plan = planProof(run, configuration)
  const encryption = planEncryption(run)
  if (plan !== null && facts.holderKeys.length === 0) {
    const keys = Math.max(plan.attested ? profile.attestedKeys : 1, plan.several ? batchSize(run, configuration) : 1)
    facts.holderKeys = Array.from({ length: keys }, () => run.newKey(profile.curve))
  }
  if (needsRefresh(run)) await refreshToken(run)
  facts.cNonce = plan === null ? null : await fetchNonce(run)
  const { status, body } = await aroundStep(run, 'credential', async () => {
    if (misbehaviour?.repeat?.freshNonce && attempts(run, 'credential') > 0) facts.cNonce = await fetchNonce(run)
    let answer = await send(run, plan, encryption)
    if (saysInvalidToken(answer) && facts.refreshToken !== null) {
      await refreshToken(run)
      answer = await send(run, plan, encryption)
    }
    for (let retry = 0; retry < maxRetries && saysInvalidNonce(answer); retry += 1) {
      if (!skipsRule(run, 'fresh_nonce')) facts.cNonce = await fetchNonce(run)
      answer = await send(run, plan, encryption)
    }
    if (skipsRule(run, 'patience')) {
      // Like a wallet that gives up waiting and starts over.
      facts.cNonce = await fetchNonce(run)
      answer = await send(run, plan, encryption)
    }
    for (let more = 0; more < 2 && saysDenied(answer) && skipsRule(run, 'denial'); more += 1)
      answer = await send(run, plan, encryption)
    return { status: answer.status, body: requireCredentialAnswer(answer, run) }
  })
  const issued = status === 202 ? await pollDeferred(run, body, encryption) : body
  facts.notificationId = stringMember(issued, 'notification_id')
  return readCredentials(issued)
}

async function send(run: Run, plan: ProofPlan | null, planned: EncryptionPlan | null): Promise<WireAnswer> {
  const { facts, misbehaviour } = run
  const encryption = planOfRequest(run, 'credential', planned)
  facts.responseKey = null
  applyPatch(run, 'credential', misbehaviour?.patchFacts, facts)
  const accessToken = need(facts.accessToken, 'access token')
  const request: JsonObject = {
    ...(facts.credentialIdentifier === null
      ? { credential_configuration_id: need(facts.configurationId, 'credential configuration') }
      : { credential_identifier: facts.credentialIdentifier }),
    ...(plan === null ? {} : { proofs: await buildProofs(run, plan) }),
    ...responseEncryption(run, encryption),
  }
  applyPatch(run, 'credential', misbehaviour?.patchCredentialRequest, request)
  const { body, type } = credentialBody(run, request, encryption)
  return sendStep(run, {
    step: 'credential',
    method: 'POST',
    url: need(stringMember(facts.issuerMetadata, 'credential_endpoint'), 'credential endpoint'),
    headers: [
      ['Authorization', `DPoP ${accessToken}`],
      ['Content-Type', type],
      ['Accept', encryption === null ? 'application/json' : 'application/jwt, application/json'],
    ],
    body,
    dpop: { role: 'rs', accessToken },
    learned: ({ status, body, headers }) => {
      if (status === 202) return 'that the credential is deferred'
      if (mediaType(headers) === 'application/jwt') return 'an encrypted response'
      const issued = readJsonObject(body)?.credentials
      return Array.isArray(issued) ? `${issued.length} credential${issued.length === 1 ? '' : 's'}` : 'no credential'
    },
  })
}

function saysInvalidNonce({ status, body }: WireAnswer): boolean {
  return status === 400 && readJsonObject(body)?.error === 'invalid_nonce'
}

function saysInvalidToken({ status, body }: WireAnswer): boolean {
  return status === 401 && readJsonObject(body)?.error === 'invalid_token'
}

function saysDenied({ status, body }: WireAnswer): boolean {
  return status === 400 && readJsonObject(body)?.error === 'credential_request_denied'
}

function readCredentials(body: JsonObject): string[] {
  const { credentials } = body
  if (!Array.isArray(credentials) || credentials.length === 0)
    throw new WalletStop('The credential response has no credentials')
  return credentials.map((entry: unknown) =>
    need(isObject(entry) ? stringMember(entry, 'credential') : null, 'text in credentials[].credential'),
  )
}

/**
 * Fetches a fresh nonce for the proof (OID4VCI-1FINAL-7): a POST without body or access token. Without a nonce endpoint
 * none is needed, but a nonce in the token response is still used. Retries once after a server error.
 * @throws WalletStop, Refused
 */
async function fetchNonce(run: Run): Promise<string | null> {
  const url = stringMember(run.facts.issuerMetadata, 'nonce_endpoint')
  if (run.misbehaviour?.skip === 'nonce') {
    run.misbehaving = true
    return run.facts.tokenCNonce
  }
  if (url === null) return run.facts.tokenCNonce
  const answer = await aroundStep(run, 'nonce', async () => {
    let last = await ask(run, url)
    for (let retry = 0; retry < run.maxRetries && last.status >= 500; retry += 1) last = await ask(run, url)
    return last
  })
  if (!isNonce(answer) && skipsRule(run, 'nonce_failure')) return null
  const nonce = need(stringMember(requireJson('nonce', answer), 'c_nonce'), 'c_nonce in the nonce response')
  // Only an impatient wallet cares how long that took.
  stopIfUnusual(run, 'slow_nonce', true, 'The nonce took too long')
  stopIfUnusual(run, 'repeated_nonce', nonce === run.facts.tokenCNonce, 'The nonce was handed out before')
  return nonce
}

const ask = (run: Run, url: string): Promise<WireAnswer> =>
  sendStep(run, {
    step: 'nonce',
    method: 'POST',
    url,
    headers: [['Accept', 'application/json']],
    learned: (answer) => (stringMember(readJsonObject(answer.body), 'c_nonce') === null ? 'no nonce' : 'a fresh nonce'),
  })

const isNonce = ({ status, headers, body }: WireAnswer): boolean =>
  status === 200 && mediaType(headers) === 'application/json' && stringMember(readJsonObject(body), 'c_nonce') !== null
