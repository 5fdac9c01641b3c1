import { WalletStop } from '../../errors'
import { mediaType, type WireAnswer } from '../../http/wire'
import { decryptJwe, encryptJwe, type JweDraft, knownEncValues } from '../../jose/jwe'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { requireJson, requireSuccess } from '../../step'
import { type Run, requireThat } from '../run'

/** How a credential request and its response are encrypted (OID4VCI-1FINAL-10). */
export interface EncryptionPlan {
  /** The issuer's published key that the request is encrypted to. */
  requestKey: JsonObject
  requestEnc: string
  /** Null when the issuer does not encrypt responses. */
  responseEnc: string | null
}

/**
 * Reads the issuer's encryption metadata (OID4VCI-1FINAL-12.2.4). Null when there is none, or when neither the issuer
 * nor this wallet's profile requires encryption. A required response needs an encrypted request too (OID4VCI-1FINAL-8.2).
 *
 * @throws WalletStop when the issuer requires encryption that this wallet does not support
 */
export function planEncryption({ profile, facts }: Run): EncryptionPlan | null {
  const request = objectMember(facts.issuerMetadata, 'credential_request_encryption')
  const response = objectMember(facts.issuerMetadata, 'credential_response_encryption')
  const required = request?.encryption_required === true || response?.encryption_required === true
  if (request === null && response?.encryption_required === true)
    throw new WalletStop('The issuer requires encrypted responses and supports no encrypted requests')
  if (request === null || !(profile.encrypt || required)) return null
  const jwks = objectMember(request, 'jwks')?.keys
  const keys: unknown[] = Array.isArray(jwks) ? jwks : []
  const requestKey = keys
    .filter(isObject)
    .find((key) => key.alg === ownAlgorithm && key.crv === 'P-256' && isForEncryption(key))
  const requestEnc = firstKnown(request)
  if (requestKey === undefined || requestEnc === null)
    throw new WalletStop('The issuer publishes no request encryption that this wallet knows')
  const responseEnc = response === null || !takesOwnKey(response) ? null : firstKnown(response)
  if (responseEnc === null && response?.encryption_required === true)
    throw new WalletStop('The issuer requires a response encryption that this wallet does not know')
  return { requestKey, requestEnc, responseEnc }
}

/** The plan of one request: none for a step that this wallet deliberately sends in the clear. */
export function planOfRequest(
  run: Run,
  step: 'credential' | 'deferred',
  plan: EncryptionPlan | null,
): EncryptionPlan | null {
  if (plan === null || run.misbehaviour?.sendsPlain !== step) return plan
  run.misbehaving = true
  return null
}

/** The key agreement of this wallet. */
const ownAlgorithm = 'ECDH-ES'

const isForEncryption = (key: JsonObject): boolean => stringMember(key, 'kid') !== null && (key.use ?? 'enc') === 'enc'

const takesOwnKey = (response: JsonObject): boolean =>
  stringsMember(response, 'alg_values_supported')?.includes(ownAlgorithm) ?? true

const firstKnown = (metadata: JsonObject): string | null =>
  (stringsMember(metadata, 'enc_values_supported') ?? []).find((enc) => knownEncValues.includes(enc)) ?? null

/** The `credential_response_encryption` of a request, with a fresh key; empty when the response is not encrypted. */
export function responseEncryption({ facts, newKey }: Run, plan: EncryptionPlan | null): JsonObject {
  if (plan === null || plan.responseEnc === null) return {}
  facts.responseKey ??= newKey()
  const jwk = { ...facts.responseKey.publicJwk, kid: 'answer', use: 'enc', alg: ownAlgorithm }
  return { credential_response_encryption: { jwk, enc: plan.responseEnc } }
}

/** The body of a credential request and its media type. */
export function credentialBody(run: Run, request: JsonObject, plan: EncryptionPlan | null) {
  const plaintext = JSON.stringify(request)
  if (plan === null) return { body: plaintext, type: 'application/json' }
  const { kid, kty, crv, x, y } = plan.requestKey
  const draft: JweDraft = {
    header: { alg: ownAlgorithm, enc: plan.requestEnc, kid },
    plaintext,
    recipient: { kty: String(kty), crv: String(crv), x: String(x), y: String(y) },
  }
  return {
    body: encryptJwe(applyPatch(run, 'credential', run.misbehaviour?.patchEncryption, draft), run.random),
    type: 'application/jwt',
  }
}

/**
 * The JSON object of a credential response, decrypted if encryption was requested; an unencrypted response is then
 * refused (OID4VCI-1FINAL-8.3).
 * @throws Refused, WalletStop
 */
export function requireCredentialAnswer(
  answer: WireAnswer,
  run: Run,
  step: 'credential' | 'deferred' = 'credential',
): JsonObject {
  const { facts } = run
  const key = facts.responseKey
  if (key === null) return requireJson(step, answer)
  requireSuccess(step, answer)
  if (mediaType(answer.headers) !== 'application/jwt') {
    const plain = readJsonObject(answer.body)
    // The wallet can still notify the issuer that it did not keep the credential.
    facts.notificationId = stringMember(plain, 'notification_id')
    const message = 'The credential response is not encrypted although that was asked for'
    requireThat(run, 'response_encryption', false, message)
    if (plain === null) throw new WalletStop(message)
    return plain
  }
  const opened = decryptJwe(answer.body.trim(), key)
  const body = opened === null ? null : readJsonObject(opened.plaintext)
  if (body === null) throw new WalletStop('The credential response cannot be decrypted')
  return body
}
