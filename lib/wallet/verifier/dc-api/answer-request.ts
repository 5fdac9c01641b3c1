import type { JsonObject } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { chooseCredentials } from '../choose-credentials'
import { readBrowserReply, readBrowserRequest } from '../request/authorization-request'
import { believeBrowserClaims, believeRequest } from '../request/believe-everything'
import { RequestRefused } from '../request/request-refused'
import { requireTrust } from '../request/trust'
import { requireVerifierInfo } from '../request/verifier-info'
import { encryptResponse } from '../response/send-response'
import { buildVpToken } from '../response/vp-token'
import type { Run } from '../run'
import type { RequestEntry } from './digital-request'
import { believeEntry, openEntry } from './open-entry'
import { requireFit } from './require-fit'

/**
 * The `data` of a response by a protocol of OpenID4VP: the parameters, or a JWE of them (OID4VP-1FINALA-A.4).
 *
 * @throws RequestRefused
 */
export async function answerOpenId4Vp(run: Run, entry: RequestEntry, origin: string): Promise<JsonObject> {
  const { facts, profile, misbehaviour } = run
  const believes = profile.verification === 'none'
  const { claims, x5c } = believes ? believeEntry(entry) : await openEntry(run, entry, origin)
  facts.requestSigner = x5c
  facts.verifierInfo = claims.verifier_info
  if (believes) {
    const believed = believeBrowserClaims(claims)
    facts.replyTo = readBrowserReply(believed, origin, profile.encValues)
    facts.request = believeRequest(believed)
  } else {
    requireHaip(run, entry, claims)
    facts.replyTo = readBrowserReply(claims, origin, profile.encValues)
    facts.request = readBrowserRequest(claims, facts.replyTo, profile)
    if (x5c.length > 0) requireVerifierInfo(run, claims)
  }
  requireFit(run)
  facts.request = await requireTrust(run, facts.request)
  await chooseCredentials(run, facts.request)
  applyPatch(run, 'response', misbehaviour?.patchFacts, facts)
  const response = applyPatch(run, 'response', misbehaviour?.patchResponse, { vp_token: buildVpToken(run) })
  const recipient = facts.replyTo?.recipient ?? null
  return recipient === null ? response : { response: encryptResponse(run, response, recipient) }
}

/** What HAIP asks of a request that a browser carries: encryption, and a client that is the hash of its certificate (HAIP-1FINAL-5.2). */
function requireHaip({ profile }: Run, { protocol }: RequestEntry, claims: JsonObject): void {
  if (!profile.haipOnly) return
  if (claims.response_mode !== 'dc_api.jwt') invalid('HAIP knows encrypted responses only')
  if (protocol !== 'openid4vp-v1-unsigned' && !String(claims.client_id).startsWith('x509_hash:'))
    invalid('HAIP knows clients by the hash of their certificate')
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}
