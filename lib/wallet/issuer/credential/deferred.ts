import { WalletStop } from '../../errors'
import { mediaType, type WireAnswer } from '../../http/wire'
import { type JsonObject, readJsonObject, stringMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need } from '../../run'
import { aroundStep, sendStep } from '../../step'
import { isTokenOver, needsRefresh, refreshToken } from '../grants/token-request'
import { type Run, requireThat, skipsRule } from '../run'
import {
  credentialBody,
  type EncryptionPlan,
  planOfRequest,
  requireCredentialAnswer,
  responseEncryption,
} from './encryption'

/**
 * How many polls, and how long per poll, this wallet waits for a credential. Without an interval from the issuer, it
 * waits briefly.
 */
const pollsMax = 30
const waitSecondsMax = 3600
const waitSecondsDefault = 5

/**
 * Polls for a deferred credential until it is issued (OID4VCI-1FINAL-9), at the issuer's interval, with the
 * `transaction_id` of the credential response.
 * @param deferral - the body of the credential response
 * @returns the body of the response that has the credentials
 * @throws WalletStop, Refused
 */
export async function pollDeferred(
  run: Run,
  deferral: JsonObject,
  encryption: EncryptionPlan | null,
): Promise<JsonObject> {
  const { facts, misbehaviour } = run
  facts.transactionId = need(stringMember(deferral, 'transaction_id'), 'transaction_id in the credential response')
  const url = need(stringMember(facts.issuerMetadata, 'deferred_credential_endpoint'), 'deferred credential endpoint')
  if (misbehaviour?.skip === 'deferred') {
    run.misbehaving = true
    throw new WalletStop('The issuer deferred the credential')
  }
  let told = deferral
  for (let polls = 0; polls < pollsMax; polls += 1) {
    if (!skipsRule(run, 'interval')) await withRetryAfter(run, told)
    // Another access token of the same grant works as well (OID4VCI-1FINAL-14.5).
    if (needsRefresh(run)) {
      if (misbehaviour?.skip === 'refresh') {
        run.misbehaving = true
        throw new WalletStop('The access token is over before the deferred credential was issued')
      }
      await refreshToken(run)
    }
    const isOver = isTokenOver(run)
    requireThat(run, 'token_lifetime', !isOver, 'The access token is over before the deferred credential was issued')
    const { status, body } = await aroundStep(run, 'deferred', async () => {
      let answer = await send(run, url, encryption)
      for (let more = 0; more < 2 && isFinal(answer) && skipsRule(run, 'deferred_answer'); more += 1) {
        await withRetryAfter(run, told)
        answer = await send(run, url, encryption)
      }
      return { status: answer.status, body: requireCredentialAnswer(answer, run, 'deferred') }
    })
    if (status !== 202) return body
    told = body
  }
  throw new WalletStop('The issuer deferred the credential again and again')
}

async function withRetryAfter(run: Run, { interval }: JsonObject): Promise<void> {
  const seconds = typeof interval === 'number' && interval > 0 ? interval : waitSecondsDefault
  if (seconds > waitSecondsMax) throw new WalletStop(`The wallet does not wait for ${seconds} seconds`)
  await run.wait(seconds * 1000)
}

const isFinal = ({ status, body }: WireAnswer): boolean =>
  status === 400 &&
  ['credential_request_denied', 'invalid_transaction_id'].includes(String(readJsonObject(body)?.error ?? ''))

/** Each request has its own key for the response (OID4VCI-1FINAL-9.1). */
function send(run: Run, url: string, planned: EncryptionPlan | null): Promise<WireAnswer> {
  const { facts, misbehaviour } = run
  const encryption = planOfRequest(run, 'deferred', planned)
  facts.responseKey = null
  applyPatch(run, 'deferred', misbehaviour?.patchFacts, facts)
  const accessToken = need(facts.accessToken, 'access token')
  const request: JsonObject = { transaction_id: facts.transactionId, ...responseEncryption(run, encryption) }
  applyPatch(run, 'deferred', misbehaviour?.patchDeferredRequest, request)
  const { body, type } = credentialBody(run, request, encryption)
  return sendStep(run, {
    step: 'deferred',
    method: 'POST',
    url,
    headers: [
      ['Authorization', `DPoP ${accessToken}`],
      ['Content-Type', type],
      ['Accept', encryption === null ? 'application/json' : 'application/jwt, application/json'],
    ],
    body,
    dpop: { role: 'rs', accessToken },
    learned: ({ status, body: answered, headers }) => {
      if (status === 202) return 'that the credential is not ready yet'
      if (mediaType(headers) === 'application/jwt') return 'an encrypted response'
      const issued = readJsonObject(answered)?.credentials
      return Array.isArray(issued) ? `the deferred credential${issued.length === 1 ? '' : 's'}` : 'no credential'
    },
  })
}
