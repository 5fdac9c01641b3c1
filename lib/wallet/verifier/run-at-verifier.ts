import { Refused, WalletStop } from '../errors'
import type { CompactJws } from '../jose/jws'
import { type JsonObject, readJsonObject, stringMember, stringsMember } from '../json'
import { fits, fittingSession } from '../misbehaviours/verifier/fit'
import { need } from '../run'
import { aroundStep, sendStep } from '../step'
import { type AuthorizationLink, parseAuthorizationLink } from './authorization-link'
import { chooseCredentials, presentedBy } from './choose-credentials'
import { readPageLink } from './dc-api/digital-request'
import { playBrowser } from './dc-api/play-browser'
import { type AuthorizationRequest, readAuthorizationRequest, readReplyAddress } from './request/authorization-request'
import { believeRequest, repairRequest } from './request/believe-everything'
import {
  type ObtainedRequest,
  obtainRequestObject,
  openRequestObject,
  requireHaip,
  requireRightDelivery,
} from './request/fetch-request'
import { RequestRefused } from './request/request-refused'
import { requireTrust } from './request/trust'
import { requireVerifierInfo } from './request/verifier-info'
import { authenticateRequest, requireKnownMetadata, requireUsable } from './request/verify-request-object'
import { buildIdToken } from './response/id-token'
import { sendResponse } from './response/send-response'
import { buildVpToken } from './response/vp-token'
import { endRun, type Run } from './run'
import { type RunOptions, startRun } from './start-run'
import type { VerifierRun } from './verifier-run'

/** Options of a run; only the link is required. */
export interface VerifierOptions extends RunOptions {
  /** An authorization request link of any scheme, or the page whose browser carries the request. */
  deeplink: string
  /**
   * The protocol of the entry to answer if a browser carries several; by default the first that the wallet supports.
   */
  browserProtocol?: string
}

/**
 * Runs the reference wallet: takes an authorization request, verifies it, and answers with the requested credentials or
 * with an error. Never throws because of what a verifier sends: the outcome says how the run ended, and the log holds
 * every request in order.
 *
 * @throws RangeError when no misbehaviour has the given name
 */
export async function runAtVerifier(options: VerifierOptions): Promise<VerifierRun> {
  const run = startRun(options)
  try {
    const page = readPageLink(options.deeplink)
    if (page !== null) return await playBrowser(run, page, options.browserProtocol ?? null)
    return await answer(run, options.deeplink)
  } catch (error) {
    if (error instanceof Refused)
      return endRun(run, 'refused_by_verifier', { refusal: error.refusal, reason: error.message })
    if (error instanceof WalletStop) return endRun(run, 'stopped_by_wallet', { reason: error.message })
    throw error
  }
}

async function answer(run: Run, deeplink: string): Promise<VerifierRun> {
  const { facts } = run
  const link = parseAuthorizationLink(deeplink, run.profile.verification === 'none')
  facts.link = link
  requireFit(run, link)
  const obtained = link.request.kind === 'parameters' ? null : await obtainRequestObject(run, link.request)
  try {
    facts.request = await readRequest(run, link, obtained)
    requireFit(run, link)
    facts.request = await requireTrust(run, facts.request)
    await chooseCredentials(run, facts.request)
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    return decline(run, error)
  }
  const { idToken } = facts.request
  await respond(run, () => ({ vp_token: buildVpToken(run), ...(idToken ? { id_token: buildIdToken(run) } : {}) }))
  if (facts.redirectUri === null && run.profile.needsRedirect && !run.profile.takesAnyResponse)
    throw new WalletStop('The verifier does not say where the user goes on')
  return endRun(run, 'presented', { presented: presentedBy(run) })
}

/** Stops if the misbehaviour could not show in this session, because the wallet would then look correct. */
function requireFit({ misbehaviour, facts }: Run, { request }: AuthorizationLink): void {
  if (misbehaviour === null) return
  const { replyTo } = facts
  const responseMode = replyTo === null ? null : replyTo.recipient === null ? 'direct_post' : 'direct_post.jwt'
  if (!fits(misbehaviour, { request, responseMode })) throw new WalletStop(fittingSession(misbehaviour))
}

/** Parameters of a link without a request object get an empty header. */
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
  await authenticateRequest(run, jws, link)
  // Before that, a request object could send the wallet anywhere: even an error goes only where its client may have
  // responses.
  const claims = withRegistered(run, jws.claims)
  const replyTo = readReplyAddress(claims, run.profile.encValues)
  run.facts.replyTo = replyTo
  requireKnownMetadata(run, jws.claims)
  if (obtained !== null) {
    requireRightDelivery(run, obtained)
    requireUsable(run, jws.claims)
  }
  requireHaip(run, link, jws.claims)
  const request = readAuthorizationRequest(claims, replyTo, run.profile)
  requireVerifierInfo(run, jws.claims)
  return request
}

function believe(run: Run, link: AuthorizationLink, claims: JsonObject): AuthorizationRequest {
  const repaired = repairRequest(claims, link)
  run.facts.replyTo = readReplyAddress(repaired, run.profile.encValues)
  return believeRequest(repaired)
}

/** The claims plus the client's registered metadata, if any. */
function withRegistered({ registeredVerifiers }: Run, claims: JsonObject): JsonObject {
  const found = registeredVerifiers.find(({ clientId }) => clientId === claims.client_id)
  return found === undefined ? claims : { ...claims, client_metadata: found.metadata }
}

/**
 * Sends the verifier an error that says why it gets no presentation, if its request is authentic and names an address
 * (OID4VP-1FINAL-8.5, OID4VP-1FINAL-14.3.1). Otherwise the wallet only tells its user (OID4VP-1FINAL-5.10.1,
 * RFC6749-4.1.2.1).
 */
async function decline(run: Run, { code, description, message }: RequestRefused): Promise<VerifierRun> {
  if (run.facts.replyTo === null) throw new WalletStop(message)
  await respond(run, () => ({ error: code, error_description: description }))
  return endRun(run, 'declined', { declined: { error: code, description }, reason: message })
}

async function respond(run: Run, parameters: () => Record<string, unknown>): Promise<void> {
  try {
    await sendOn(run, await sendResponse(run, need(run.facts.replyTo, 'address for the response'), parameters))
  } catch (error) {
    // A verifier may want to tell its user what went wrong, so the address in an error response counts too.
    if (error instanceof Refused && error.step === 'response')
      await sendOn(run, readJsonObject(run.log.findLast(({ step }) => step === 'response')?.answerBody ?? ''))
    throw error
  }
}

/** Sends the user to the `redirect_uri` of a response, if any (OID4VP-1FINAL-8.2). */
async function sendOn(run: Run, answer: JsonObject | null): Promise<void> {
  run.facts.redirectUri = stringMember(answer, 'redirect_uri')
  if (run.facts.redirectUri === null) return
  if (!URL.canParse(run.facts.redirectUri)) throw new WalletStop('The redirect_uri of the verifier is not a URL')
  await followRedirect(run, run.facts.redirectUri)
}

/** The wallet acts as the user's browser here, and identifies itself. */
const browser = 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)'

/**
 * Opens the verifier's redirect URI (OID4VP-1FINAL-8.2) once, like a browser. A URI that is not http or https is left
 * to the user's device.
 * @throws WalletStop when no answer came
 */
async function followRedirect(run: Run, redirectUri: string): Promise<void> {
  const { protocol } = new URL(redirectUri)
  if (!run.profile.followRedirect || (protocol !== 'https:' && protocol !== 'http:')) return
  if (run.misbehaviour?.skip === 'redirect') {
    run.misbehaving = true
    return
  }
  await aroundStep(run, 'redirect', () =>
    sendStep(run, {
      step: 'redirect',
      method: 'GET',
      url: redirectUri,
      headers: [
        ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
        ['User-Agent', browser],
        ['Sec-Fetch-Mode', 'navigate'],
        ['Sec-Fetch-Dest', 'document'],
      ],
      learned: () => 'the page of the verifier',
    }),
  )
}
