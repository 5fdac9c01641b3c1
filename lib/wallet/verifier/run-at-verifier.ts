import { randomBytes } from 'node:crypto'
import { Refused, WalletStop } from '../errors'
import type { HeldCredential } from '../formats/stored-credential'
import { createNodeClient } from '../http/node-client'
import type { SendHttp } from '../http/wire'
import type { CompactJws } from '../jose/jws'
import { generateKey, type WalletKey } from '../jose/key'
import { type JsonObject, readJsonObject, stringMember, stringsMember } from '../json'
import { applyPatch } from '../misbehaviours/apply'
import { fits, fittingSession } from '../misbehaviours/verifier/fit'
import { formatsShowing, type PresentationMisbehaviour } from '../misbehaviours/verifier/misbehaviour'
import { findPresentationMisbehaviour } from '../misbehaviours/verifier/registry'
import { markLeftOut, need } from '../run'
import type { StepReport } from '../run-log'
import type { VerifierTrust } from '../trust/evaluate-verifier'
import type { TrustSettings } from '../trust/settings'
import { type AuthorizationLink, parseAuthorizationLink } from './authorization-link'
import { makeForeignCredentials } from './foreign-credentials'
import { createForeignIssuer, type ForeignIssuer } from './foreign-issuer'
import { type AuthorizationRequest, readAuthorizationRequest, readReplyAddress } from './request/authorization-request'
import { believeRequest, repairRequest } from './request/believe-everything'
import { type ObtainedRequest, obtainRequestObject } from './request/fetch-request'
import { openRequestObject, requireHaip, requireRightDelivery } from './request/open-request-object'
import type { RegisteredVerifier } from './request/registered-verifier'
import { RequestRefused } from './request/request-refused'
import { assignTransactions } from './request/transaction-data'
import { requireTrust, withListedIssuers } from './request/trust'
import { requireVerifierInfo } from './request/verifier-info'
import { authenticateRequest } from './request/verify-request-object'
import { followRedirect } from './response/follow-redirect'
import { buildIdToken } from './response/id-token'
import { sendResponse } from './response/send-response'
import { buildVpToken } from './response/vp-token'
import { selectValid } from './revoked'
import type { Run } from './run'
import { defaultPresentationProfile, type PresentationProfile } from './settings'
import type { VerifierRun } from './verifier-run'

/** Options of a run; only the link is required. */
export interface VerifierOptions {
  /** An authorization request link of any scheme. */
  deeplink: string
  /** The wallet's credentials, as returned by a run of issuance. */
  credentials?: HeldCredential[]
  profile?: Partial<PresentationProfile>
  /** The rule to break, or its id. */
  misbehave?: string | PresentationMisbehaviour
  onStep?: (step: StepReport) => void
  /** Trusted roots of verifiers, PEM. Without them the chain is not verified. */
  trustAnchors?: string[]
  /** Trusted roots of issuers of verifier attestations, PEM. Without them such verifiers are refused. */
  attestationIssuers?: string[]
  /** Verifiers that were registered with the wallet. */
  registeredVerifiers?: RegisteredVerifier[]
  /** How the trust in verifiers is evaluated: access certificate, registration, lists. Without it nothing of that is. */
  trust?: TrustSettings

  http?: SendHttp
  /** Epoch milliseconds. */
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  /**
   * Makes the keys of this run: for encryption, and the holder key of a credential that the wallet issues to itself.
   */
  keys?: () => WalletKey
  /** The issuer of the credential that the wallet issues to itself. */
  foreignIssuer?: ForeignIssuer
}

let sharedClient: SendHttp | null = null

/**
 * Runs the reference wallet: takes an authorization request, verifies it, and answers with the requested credentials or
 * with an error. Never throws because of what a verifier sends: the outcome says how the run ended, and the log holds
 * every request in order.
 *
 * @throws RangeError when no misbehaviour has the given name
 */
export async function runAtVerifier(options: VerifierOptions): Promise<VerifierRun> {
  const run = startRun(options)
  const end = (outcome: VerifierRun['outcome'], found: Partial<VerifierRun> = {}): VerifierRun => {
    markLeftOut(run)
    const { log, facts } = run
    const { redirectUri } = facts
    const trust = facts.trust === null ? null : reportOf(facts.trust)
    return { outcome, log, presented: [], declined: null, redirectUri, refusal: null, reason: null, trust, ...found }
  }
  try {
    return await answer(run, options.deeplink, end)
  } catch (error) {
    if (error instanceof Refused) return end('refused_by_verifier', { refusal: error.refusal, reason: error.message })
    if (error instanceof WalletStop) return end('stopped_by_wallet', { reason: error.message })
    throw error
  }
}

/** What others learn of it: the query and the refusal show elsewhere. */
const reportOf = ({ findings, warned, overAsked }: VerifierTrust): VerifierRun['trust'] => ({
  findings,
  warned,
  overAsked,
})

type End = (outcome: VerifierRun['outcome'], found?: Partial<VerifierRun>) => VerifierRun

async function answer(run: Run, deeplink: string, end: End): Promise<VerifierRun> {
  const { facts } = run
  const link = parseAuthorizationLink(deeplink, run.profile.verification === 'none')
  facts.link = link
  requireFit(run, link)
  const obtained = link.request.kind === 'parameters' ? null : await obtainRequestObject(run, link.request)
  try {
    facts.request = await readRequest(run, link, obtained)
    requireFit(run, link)
    facts.request = await requireTrust(run, facts.request)
    facts.selections = await select(run, facts.request)
    facts.authorizations = assignTransactions(facts.request.transactions, facts.selections)
    requireShown(run, facts.request)
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    return decline(run, error, end)
  }
  const { idToken } = facts.request
  await respond(run, () => ({ vp_token: buildVpToken(run), ...(idToken ? { id_token: buildIdToken(run) } : {}) }))
  if (facts.redirectUri === null && run.profile.needsRedirect && !run.profile.takesAnyResponse)
    throw new WalletStop('The verifier does not say where the user goes on')
  return end('presented', {
    presented: facts.selections.map(({ query, credential, claims }) => ({
      queryId: query.id,
      format: credential.format,
      type: credential.type,
      paths: claims.map(({ path }) => path),
    })),
  })
}

/** If its misbehaviour could not show in this session, the wallet would look correct. */
function requireFit({ misbehaviour, facts }: Run, { request }: AuthorizationLink): void {
  if (misbehaviour === null) return
  const { replyTo } = facts
  const responseMode = replyTo === null ? null : replyTo.recipient === null ? 'direct_post' : 'direct_post.jwt'
  if (!fits(misbehaviour, { request, responseMode })) throw new WalletStop(fittingSession(misbehaviour))
}

/** The same, once the request is known and a credential chosen: what shows no misbehaviour is not presented. */
function requireShown({ misbehaviour, facts, profile }: Run, { transactions, idToken }: AuthorizationRequest): void {
  if (misbehaviour === null) return
  const { transaction_data, response_type } = misbehaviour.needs?.sessionOptions ?? {}
  const formats = formatsShowing(misbehaviour)
  const shows =
    formats.length === 0 || facts.selections.some(({ credential }) => formats.some((one) => one === credential.format))
  if (
    !shows ||
    // A wallet that believes everything looks at no transaction.
    (transaction_data !== undefined && transactions.length === 0 && profile.verification === 'full') ||
    (response_type === bothTokens && !idToken)
  )
    throw new WalletStop(fittingSession(misbehaviour))
}

const bothTokens = 'vp_token id_token'

/** Parameters in a link alone have an empty header. */
const unsigned = (claims: JsonObject): CompactJws => ({
  header: {},
  claims,
  signingInput: '',
  signature: Buffer.alloc(0),
})

async function readRequest(
  run: Run,
  link: AuthorizationLink,
  obtained: ObtainedRequest | null,
): Promise<AuthorizationRequest> {
  const jws =
    obtained === null
      ? unsigned(link.request.kind === 'parameters' ? link.request.claims : {})
      : openRequestObject(run, obtained)
  run.facts.verifierInfo = jws.claims.verifier_info
  run.facts.requestSigner = stringsMember(jws.header, 'x5c') ?? []
  if (run.profile.verification === 'none') return believe(run, link, jws.claims)
  const replyTo = readReplyAddress(jws.claims, run.profile.encValues)
  // An unauthenticated object could send the wallet anywhere, so its response URL counts only at the origin it was
  // fetched from.
  run.facts.replyTo = replyTo !== null && isWhereItCameFrom(link, replyTo.responseUri) ? replyTo : null
  if (obtained !== null) requireRightDelivery(run, obtained)
  await authenticateRequest(run, jws, link)
  run.facts.replyTo = replyTo
  requireHaip(run, link)
  const request = readAuthorizationRequest(withRegistered(run, jws.claims), replyTo, run.profile)
  requireVerifierInfo(run, jws.claims)
  return request
}

function believe(run: Run, link: AuthorizationLink, claims: JsonObject): AuthorizationRequest {
  const repaired = repairRequest(claims, link)
  run.facts.replyTo = readReplyAddress(repaired, run.profile.encValues)
  return believeRequest(repaired)
}

/** The claims with the metadata that is registered of their client, if any is. */
function withRegistered({ registeredVerifiers }: Run, claims: JsonObject): JsonObject {
  const found = registeredVerifiers.find(({ clientId }) => clientId === claims.client_id)
  return found === undefined ? claims : { ...claims, client_metadata: found.metadata }
}

/** Nothing authenticates an unsigned request but that its client identifier is an address (OID4VP-1FINAL-5.9.3). */
function isWhereItCameFrom({ request, clientId }: AuthorizationLink, responseUri: string): boolean {
  if (request.kind === 'parameters') return clientId.startsWith('redirect_uri:')
  return request.kind === 'reference' && new URL(request.url).origin === new URL(responseUri).origin
}

async function select(run: Run, { query }: AuthorizationRequest) {
  if (run.profile.consent === 'denied') throw new RequestRefused('access_denied', 'The user did not agree')
  const held = run.profile.credential === 'foreign' ? await makeForeignCredentials(run) : run.credentials
  const asked = applyPatch(run, 'response', run.misbehaviour?.patchQuery, query)
  return selectValid(run, await withListedIssuers(run, asked), held)
}

/** Sends the verifier an error that says why it gets no presentation, if it can be reached (OID4VP-1FINAL-8.5). */
async function decline(run: Run, { code, description, message }: RequestRefused, end: End): Promise<VerifierRun> {
  if (run.facts.replyTo === null) throw new WalletStop(message)
  await respond(run, () => ({ error: code, error_description: description }))
  return end('declined', { declined: { error: code, description }, reason: message })
}

async function respond(run: Run, parameters: () => Record<string, unknown>): Promise<void> {
  try {
    await sendOn(run, await sendResponse(run, need(run.facts.replyTo, 'address for the response'), parameters))
  } catch (error) {
    // A verifier may want to tell its user what went wrong, so an error response is read for its address too.
    if (error instanceof Refused && error.step === 'response')
      await sendOn(run, readJsonObject(run.log.findLast(({ step }) => step === 'response')?.answerBody ?? ''))
    throw error
  }
}

/** Sends the user to the `redirect_uri` of an answer, if it has one (OID4VP-1FINAL-8.2). */
async function sendOn(run: Run, answer: JsonObject | null): Promise<void> {
  run.facts.redirectUri = stringMember(answer, 'redirect_uri')
  if (run.facts.redirectUri === null) return
  if (!URL.canParse(run.facts.redirectUri)) throw new WalletStop('The redirect_uri of the verifier is not a URL')
  await followRedirect(run, run.facts.redirectUri)
}

function startRun(options: VerifierOptions): Run {
  const { misbehave = null } = options
  const misbehaviour = typeof misbehave === 'string' ? findPresentationMisbehaviour(misbehave) : misbehave
  const clock = options.clock ?? Date.now
  sharedClient ??= createNodeClient()
  return {
    profile: { ...defaultPresentationProfile, ...options.profile, ...misbehaviour?.needs?.profile },
    send: options.http ?? sharedClient,
    clock,
    random: options.random ?? randomBytes,
    newKey: options.keys ?? (() => generateKey()),
    maxRetries: 0,
    // Nothing that distinguishes one wallet from another (OID4VP-1FINAL-15.6).
    userAgent: null,
    misbehaviour,
    onStep: options.onStep ?? (() => {}),
    credentials: options.credentials ?? [],
    trustAnchors: options.trustAnchors ?? [],
    trust: options.trust ?? null,
    attestationIssuers: options.attestationIssuers ?? [],
    registeredVerifiers: options.registeredVerifiers ?? [],
    foreignIssuer: async () => options.foreignIssuer ?? createForeignIssuer(clock()),
    facts: {
      link: null,
      walletNonce: null,
      requestKey: null,
      replyTo: null,
      request: null,
      verifierInfo: null,
      requestSigner: [],
      trust: null,
      selections: [],
      authorizations: new Map(),
      sdJwt: null,
      foreignIssuer: null,
      redirectUri: null,
    },
    log: [],
    proofs: null,
    misbehaving: false,
  }
}
