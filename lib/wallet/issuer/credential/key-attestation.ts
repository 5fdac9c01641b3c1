import { type JwtDraft, signJwt } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import { applyPatch } from '../../misbehaviours/apply'
import { need, nowSeconds } from '../../run'
import type { Run } from '../run'

/** The level of this wallet's key storage and of its user authentication (OID4VCI-1FINALA-D.2). */
export const ownLevel = 'iso_18045_moderate'

const lifetimeSeconds = 30 * 86_400

/**
 * A key attestation for those holder keys (OID4VCI-1FINAL-D.1), signed by the test wallet provider. It outlives the
 * credential, has an `exp` as the `jwt` proof requires, and the same nonce as the proof (OID4VCI-1FINAL-F.1).
 */
export async function keyAttestation(run: Run, holderKeys: readonly WalletKey[]): Promise<string> {
  const attester = await run.attester()
  run.facts.attester = attester
  const now = nowSeconds(run)
  const { cNonce } = run.facts
  need(holderKeys[0], 'holder key')
  const draft: JwtDraft = {
    header: { typ: 'key-attestation+jwt', alg: 'ES256', x5c: attester.x5c },
    claims: {
      iat: now,
      exp: now + lifetimeSeconds,
      attested_keys: holderKeys.map((key) => key.publicJwk),
      key_storage: [ownLevel],
      user_authentication: [ownLevel],
      certification: 'https://example.com/test-wallet-provider',
      ...(cNonce === null ? {} : { nonce: cNonce }),
    },
    key: attester.key,
  }
  return signJwt(applyPatch(run, 'credential', run.misbehaviour?.patchKeyAttestation, draft))
}
