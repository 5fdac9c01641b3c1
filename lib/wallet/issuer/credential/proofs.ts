import { WalletStop } from '../../errors'
import { type JwtDraft, signJwt } from '../../jose/jws'
import { algorithmOf, type WalletKey } from '../../jose/key'
import { isObject, type JsonObject, objectMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import { isTs3, keyStorageStatus, unitLevels } from '../client/wallet-unit'
import { type Run, skipsRule } from '../run'

/**
 * How many credentials to request at once: as many as the issuer's policy says, or else as many as the wallet wants, up
 * to the issuer's limit (OID4VCI-1FINAL-12.2.4).
 */
export function batchSize({ facts, profile }: Run, configuration: JsonObject): number {
  const offered = objectMember(facts.issuerMetadata, 'batch_credential_issuance')?.batch_size
  if (typeof offered !== 'number') return 1
  return Math.max(1, Math.min(offered, policySize(configuration) ?? profile.batchSize))
}

/** The batch size of the issuer's preferred option; an option without one means a single credential. */
function policySize(configuration: JsonObject): number | null {
  const policy = objectMember(objectMember(configuration, 'credential_metadata'), 'credential_reuse_policy')
  const [preferred] = Array.isArray(policy?.options) ? policy.options : []
  if (!isObject(preferred)) return null
  return typeof preferred.batch_size === 'number' ? preferred.batch_size : 1
}

/** The kind of proof that this wallet will send for a configuration. */
export interface ProofPlan {
  type: 'jwt' | 'attestation'
  attested: boolean
  /** Whether one request is for several credentials. */
  several: boolean
  /** What the issuer requires of a key attestation; null for nothing. */
  required: JsonObject | null
}

/** The key representations that this wallet supports. */
const ownBindings = ['jwk', 'cose_key']

/**
 * Chooses the first proof type that the wallet's profile allows and whose demands this wallet meets: the algorithm, and the
 * levels of a key attestation (OID4VCI-1FINAL-12.2.4, F.1, F.3). Null when the configuration requires no proof.
 *
 * @throws WalletStop that says what the wallet cannot meet
 */
export function planProof(run: Run, configuration: JsonObject): ProofPlan | null {
  const { profile } = run
  const offered = objectMember(configuration, 'proof_types_supported')
  if (offered === null) return null
  const bindings = stringsMember(configuration, 'cryptographic_binding_methods_supported') ?? ownBindings
  if (!ownBindings.some((own) => bindings.includes(own)))
    throw new WalletStop('The issuer binds the credential to no key that this wallet has')
  const types: ProofPlan['type'][] = profile.proof === 'auto' ? ['jwt', 'attestation'] : [profile.proof]
  const reasons: string[] = []
  for (const type of types) {
    const proofType = objectMember(offered, type) ?? (run.misbehaviour?.skipsRule === 'proof_type' ? {} : null)
    if (proofType === null) continue
    const required = objectMember(proofType, 'key_attestations_required')
    const isWanted = profile.attest === 'always' || (profile.attest === 'auto' && required !== null)
    const attested = type === 'attestation' || isWanted
    const reason = reasonAgainst(run, type, proofType, attested ? required : null)
    if (reason === null) return { type, attested, several: batchSize(run, configuration) > 1, required }
    reasons.push(reason)
  }
  throw new WalletStop(
    reasons.length > 0 ? reasons.join('. ') : `The issuer offers no proof of type ${types.join(' or ')}`,
  )
}

/**
 * Why this wallet cannot send that proof, in one sentence; null if it can. `required`: the requirements on a key
 * attestation.
 */
function reasonAgainst(
  run: Run,
  type: ProofPlan['type'],
  proofType: JsonObject,
  required: JsonObject | null,
): string | null {
  const algorithms = stringsMember(proofType, 'proof_signing_alg_values_supported')
  const ownAlgorithm = algorithmOf(run.profile.curve)
  if (algorithms !== null && !algorithms.includes(ownAlgorithm))
    return `The issuer takes no proof of type ${type} with ${ownAlgorithm}`
  for (const claim of ['key_storage', 'user_authentication']) {
    if (required?.[claim] === undefined) continue
    const levels = stringsMember(required, claim)
    if (levels === null || levels.length === 0)
      return `The ${claim} that the issuer requires for a proof of type ${type} is not a non-empty array of texts`
    // An issuer lists every level that it accepts, so a higher level does not satisfy a lower one.
    const own = ownLevels(run)
    if (!own.some((level) => levels.includes(level)))
      return `The issuer takes no proof of type ${type} with a key attestation whose ${claim} is ${own.join(' or ')}`
  }
  return null
}

/** The `proofs` member of a credential request for the current nonce and holder keys (OID4VCI-1FINAL-8.2, F). */
export async function buildProofs(run: Run, plan: ProofPlan): Promise<JsonObject> {
  const { holderKeys } = run.facts
  // Not in the plan: the request for a nonce comes between.
  skipsRule(run, 'proof_type')
  const attestation = (keys: readonly WalletKey[]) => keyAttestation(run, keys, plan.required)
  if (plan.type === 'attestation') return { attestation: [await attestation(holderKeys)] }
  const first = need(holderKeys[0], 'holder key')
  if (plan.attested && (run.profile.oneAttestation || isTs3(run)))
    return { jwt: [await jwtProof(run, first, await attestation(holderKeys))] }
  const jwt: string[] = []
  for (const key of plan.several ? holderKeys : [first])
    jwt.push(await jwtProof(run, key, plan.attested ? await attestation([key]) : null))
  return { jwt }
}

/** A `jwt` proof (OID4VCI-1FINAL-F.1), signed by that holder key. */
async function jwtProof(run: Run, key: WalletKey, attestation: string | null): Promise<string> {
  const { facts } = run
  const issuer = need(facts.offer, 'credential offer').credentialIssuer
  const draft: JwtDraft = {
    header: {
      typ: 'openid4vci-proof+jwt',
      alg: algorithmOf(run.profile.curve),
      ...(await keyReference(run, key)),
      ...(attestation === null ? {} : { key_attestation: attestation }),
    },
    claims: {
      // An anonymous client has no client_id, so `iss` is absent.
      ...(facts.clientId === null ? {} : { iss: facts.clientId }),
      aud: issuer,
      iat: nowSeconds(run),
      ...(facts.cNonce === null ? {} : { nonce: facts.cNonce }),
    },
    key,
  }
  return signJwt(applyPatch(run, 'credential', run.misbehaviour?.patchProof, draft))
}

async function keyReference({ profile, attester }: Run, key: WalletKey): Promise<JsonObject> {
  switch (profile.keyReference) {
    case 'jwk':
      return { jwk: key.publicJwk }
    case 'kid':
      return { kid: '0' }
    case 'thumbprint':
      return { kid: key.thumbprint }
    case 'x5c':
      return { x5c: [await (await attester()).certify(key)] }
  }
}

/** Levels of this wallet's key storages and user authentications, the preferred first (OID4VCI-1FINALA-D.2). */
const ownLevels = (run: Run): readonly string[] => (isTs3(run) ? unitLevels : ['iso_18045_moderate'])

/** The preferred level of those that the issuer takes. */
function levelOf(run: Run, required: JsonObject | null, claim: 'key_storage' | 'user_authentication'): string {
  const taken = stringsMember(required, claim)
  const own = ownLevels(run)
  return own.find((level) => taken?.includes(level)) ?? need(own[0], 'key storage')
}

const lifetimeSeconds = 30 * 86_400

/**
 * A key attestation for those holder keys (OID4VCI-1FINAL-D.1), signed by the test wallet provider. It outlives the
 * credential, has an `exp` as the `jwt` proof requires, and the same nonce as the proof (OID4VCI-1FINAL-F.1).
 */
async function keyAttestation(
  run: Run,
  holderKeys: readonly WalletKey[],
  required: JsonObject | null,
): Promise<string> {
  const attester = await run.attester()
  run.facts.attester = attester
  const now = nowSeconds(run)
  const { cNonce } = run.facts
  need(holderKeys[0], 'holder key')
  const draft: JwtDraft = {
    header: { typ: 'key-attestation+jwt', alg: algorithmOf(run.profile.curve), x5c: attester.x5c },
    claims: {
      iat: now,
      exp: now + lifetimeSeconds,
      attested_keys: holderKeys.map((key) => key.publicJwk),
      key_storage: [levelOf(run, required, 'key_storage')],
      user_authentication: [levelOf(run, required, 'user_authentication')],
      certification: 'https://example.com/test-wallet-provider',
      ...(isTs3(run) ? { key_storage_status: keyStorageStatus(run, required) } : {}),
      ...(cNonce === null ? {} : { nonce: cNonce }),
    },
    key: attester.key,
  }
  return signJwt(applyPatch(run, 'credential', run.misbehaviour?.patchKeyAttestation, draft))
}
