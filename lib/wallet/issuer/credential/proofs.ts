import { WalletStop } from '../../errors'
import { type JwtDraft, signJwt } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import { type JsonObject, objectMember, stringsMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import type { Run } from '../run'
import { batchSize } from './batch'
import { keyAttestation, ownResistance } from './key-attestation'

/** The kind of proof that this wallet will send for a configuration. */
export interface ProofPlan {
  type: 'jwt' | 'attestation'
  attested: boolean
  /** Whether one request is for several credentials. */
  several: boolean
}

/** The representations of a key that this wallet has, and the one algorithm of its proofs and attestations. */
const ownBindings = ['jwk', 'cose_key']
const ownAlgorithm = 'ES256'

/**
 * Chooses a proof type that both the configuration and the wallet's profile support, with an algorithm that the issuer takes
 * (OID4VCI-1FINAL-12.2.4, F.1, F.3). Null when the configuration requires no proof.
 *
 * @throws WalletStop when they have none in common
 */
export function planProof(run: Run, configuration: JsonObject): ProofPlan | null {
  const { profile } = run
  const offered = objectMember(configuration, 'proof_types_supported')
  if (offered === null) return null
  const bindings = stringsMember(configuration, 'cryptographic_binding_methods_supported') ?? ownBindings
  if (!ownBindings.some((own) => bindings.includes(own)))
    throw new WalletStop('The issuer binds the credential to no key that this wallet has')
  const type = profile.proof === 'auto' ? firstTaken(offered) : profile.proof
  const chosen = objectMember(offered, type)
  if (chosen === null) throw new WalletStop(`The issuer offers no proof of type ${type}`)
  if (!isTaken(chosen)) throw new WalletStop(`The issuer takes no proof of type ${type} with ${ownAlgorithm}`)
  const required = objectMember(chosen, 'key_attestations_required')
  const isWanted = profile.attest === 'always' || (profile.attest === 'auto' && required !== null)
  const attested = type === 'attestation' || isWanted
  if (attested && required !== null) requireResistance(required)
  return { type, attested, several: batchSize(run, configuration) > 1 }
}

/** Each level that the issuer accepts is named; another one, be it higher, is not what it asked for (OID4VCI-1FINAL-12.2.4). */
function requireResistance(required: JsonObject): void {
  for (const claim of ['key_storage', 'user_authentication']) {
    const accepted = stringsMember(required, claim)
    if (accepted !== null && !accepted.includes(ownResistance))
      throw new WalletStop(`The issuer takes no key attestation with the ${claim} ${ownResistance}`)
  }
}

function firstTaken(offered: JsonObject): ProofPlan['type'] {
  const jwt = objectMember(offered, 'jwt')
  const isRight = jwt !== null && (isTaken(jwt) || offered.attestation === undefined)
  return isRight ? 'jwt' : 'attestation'
}

const isTaken = (proofType: JsonObject): boolean =>
  stringsMember(proofType, 'proof_signing_alg_values_supported')?.includes(ownAlgorithm) ?? true

/** The `proofs` member of a credential request for the current nonce and holder keys (OID4VCI-1FINAL-8.2, F). */
export async function buildProofs(run: Run, plan: ProofPlan): Promise<JsonObject> {
  const { holderKeys } = run.facts
  if (plan.type === 'attestation') return { attestation: [await keyAttestation(run, holderKeys)] }
  const first = need(holderKeys[0], 'holder key')
  if (plan.attested && run.profile.oneAttestation)
    return { jwt: [await jwtProof(run, first, await keyAttestation(run, holderKeys))] }
  const jwt: string[] = []
  for (const key of plan.several ? holderKeys : [first])
    jwt.push(await jwtProof(run, key, plan.attested ? await keyAttestation(run, [key]) : null))
  return { jwt }
}

/** A `jwt` proof (OID4VCI-1FINAL-F.1), signed by that holder key. */
async function jwtProof(run: Run, key: WalletKey, attestation: string | null): Promise<string> {
  const { facts } = run
  const issuer = need(facts.offer, 'credential offer').credentialIssuer
  const draft: JwtDraft = {
    header: {
      typ: 'openid4vci-proof+jwt',
      alg: ownAlgorithm,
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
