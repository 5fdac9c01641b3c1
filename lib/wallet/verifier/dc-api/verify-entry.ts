import { type CompactJws, readJws } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { requireFit } from '../../misbehaviours/verifier/fit'
import { chooseCredentials } from '../choose-credentials'
import { readBrowserReply, readBrowserRequest } from '../request/authorization-request'
import { believeBrowserClaims, believeRequest } from '../request/believe-everything'
import { RequestRefused } from '../request/request-refused'
import { requireTrust } from '../request/trust'
import { requireVerifierInfo } from '../request/verifier-info'
import { requireSigned } from '../request/verify-request-object'
import { encryptResponse } from '../response/send-response'
import { buildVpToken } from '../response/vp-token'
import type { Run } from '../run'
import type { BrowserProtocol, RequestEntry } from './digital-request'

/** The parameters of an OpenID4VP entry, and who signed them. */
interface OpenedEntry {
  /**
   * Including `client_id` and `verifier_info`, wherever they were; an unsigned entry has neither a client nor
   * `expected_origins`.
   */
  claims: JsonObject
  /** The certificates of the decisive signature, leaf first; empty without a signature. */
  x5c: string[]
}

/**
 * Verifies an entry according to its protocol: who signed it, and that it is for the requesting page
 * (OID4VP-1FINALA-A.2, A.3).
 * @throws RequestRefused
 */
async function openEntry(run: Run, { protocol, data }: RequestEntry, origin: string): Promise<OpenedEntry> {
  if (!isObject(data)) return invalid('The data of the request are not an object')
  if (protocol === 'openid4vp-v1-unsigned') return openUnsigned(data)
  const opened = protocol === 'openid4vp-v1-signed' ? await openSigned(run, data) : await openMultiSigned(run, data)
  requireOrigin(opened.claims, origin)
  return opened
}

/** An unsigned request cannot authenticate anyone, so the wallet ignores its client (OID4VP-1FINALA-A.2). */
function openUnsigned(data: JsonObject): OpenedEntry {
  if (data.request !== undefined) invalid('A signed request comes under another protocol')
  const { client_id: _, expected_origins: __, ...claims } = data
  return { claims, x5c: [] }
}

async function openSigned(run: Run, data: JsonObject): Promise<OpenedEntry> {
  const jws = readJws(stringMember(data, 'request') ?? '')
  if (jws === null) return invalid('The request is not a signed JWT')
  return verified(run, jws)
}

/**
 * One valid signature is enough, because a wallet may know only one trust framework (OID4VP-1FINALA-A.3.2.2,
 * RFC7515-5.2).
 */
async function openMultiSigned(run: Run, data: JsonObject): Promise<OpenedEntry> {
  const request = objectMember(data, 'request')
  const candidates = signaturesIn(request)
  const [first] = candidates
  if (first === undefined) return invalid('The request is not a JWS with several signatures')
  for (const name of ['client_id', 'verifier_info'])
    if (readPayload(request)?.[name] !== undefined) invalid(`${name} stands in the payload, not with a signature`)
  let refusal: RequestRefused | null = null
  for (const candidate of candidates) {
    try {
      return await verified(run, candidate)
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      refusal ??= error
    }
  }
  throw refusal
}

async function verified(run: Run, jws: CompactJws): Promise<OpenedEntry> {
  const clientId = stringMember(jws.claims, 'client_id')
  if (clientId === null) return invalid('The request has no client_id')
  await requireSigned(run, jws, clientId)
  return { claims: jws.claims, x5c: stringsMember(jws.header, 'x5c') ?? [] }
}

/**
 * Each signature as if it were the only one, with the parameters of its own header among the claims (RFC7515-7.2.1).
 */
function signaturesIn(request: JsonObject | null): CompactJws[] {
  const { payload, signatures } = request ?? {}
  if (typeof payload !== 'string' || !Array.isArray(signatures)) return []
  return signatures.filter(isObject).flatMap(({ protected: head, signature }) => {
    const jws = readJws(`${String(head)}.${payload}.${String(signature)}`)
    return jws === null ? [] : { ...jws, claims: { ...jws.claims, ...clientOf(jws.header) } }
  })
}

/** The client in a protected header; absent there means absent from the request. */
const clientOf = ({ client_id, verifier_info }: JsonObject): JsonObject => ({
  ...(client_id === undefined ? {} : { client_id }),
  ...(verifier_info === undefined ? {} : { verifier_info }),
})

const readPayload = (request: JsonObject | null): JsonObject | null =>
  readJsonObject(Buffer.from(stringMember(request, 'payload') ?? '', 'base64url').toString('utf8'))

/** Compared as strings without any processing, so that nobody can replay the request elsewhere (OID4VP-1FINALA-A.2). */
function requireOrigin({ expected_origins: expected }: JsonObject, origin: string): void {
  if (!Array.isArray(expected) || expected.length === 0) invalid('The request names no expected_origins')
  else if (!expected.includes(origin)) invalid('The page that asks is not among the expected_origins')
}

/** The parameters of an entry for a wallet that verifies nothing, from wherever they can be read. */
function believeEntry({ data }: { protocol: BrowserProtocol; data: unknown }): OpenedEntry {
  const object = isObject(data) ? data : {}
  const request = objectMember(object, 'request')
  const [jws = null] = request === null ? [readJws(stringMember(object, 'request') ?? '')] : signaturesIn(request)
  return { claims: jws?.claims ?? readPayload(request) ?? object, x5c: stringsMember(jws?.header, 'x5c') ?? [] }
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}

/**
 * The `data` of an OpenID4VP response: the parameters, or a JWE of them (OID4VP-1FINALA-A.4).
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

/**
 * HAIP's requirements for a browser request: encryption, and a client identified by its certificate's hash
 * (HAIP-1FINAL-5.2).
 */
function requireHaip({ profile }: Run, { protocol }: RequestEntry, claims: JsonObject): void {
  if (!profile.haipOnly) return
  if (claims.response_mode !== 'dc_api.jwt') invalid('HAIP knows encrypted responses only')
  if (protocol !== 'openid4vp-v1-unsigned' && !String(claims.client_id).startsWith('x509_hash:'))
    invalid('HAIP knows clients by the hash of their certificate')
}
