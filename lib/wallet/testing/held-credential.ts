import { verifySdJwtVc } from '../formats/sd-jwt-vc/verify'
import type { HeldCredential } from '../formats/stored-credential'
import { generateKey } from '../jose/key'
import type { CredentialMaker, CredentialOptions } from './credential-maker'

/**
 * A credential in the wallet as if it had been issued by a test issuer: made by an independent library, then verified.
 */
export async function holdCredential(
  maker: CredentialMaker,
  { nowMillis = Date.now(), ...changes }: Partial<CredentialOptions> & { nowMillis?: number } = {},
): Promise<HeldCredential> {
  const holderKey = generateKey()
  const now = Math.floor(nowMillis / 1000)
  const raw = await maker.make({ issuer: 'https://issuer.example', holder: holderKey.publicJwk, now, ...changes })
  const credential = await verifySdJwtVc(raw, {
    nowMillis,
    vct: null,
    holderThumbprints: new Set([holderKey.thumbprint]),
    trustAnchors: [],
    publishedKey: async () => null,
  })
  return { ...credential, holderKey }
}
