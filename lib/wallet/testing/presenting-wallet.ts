import { afterEach } from 'vitest'
import { verifySdJwtVc } from '../formats/sd-jwt-vc/verify'
import type { HeldCredential } from '../formats/stored-credential'
import { generateKey } from '../jose/key'
import { runAtVerifier, type VerifierOptions } from '../verifier/run-at-verifier'
import { type CredentialMaker, type CredentialOptions, createCredentialMaker } from './credential-maker'
import { type ScriptedVerifier, startScriptedVerifier, type VerifierScript } from './scripted-verifier'

/**
 * A wallet with one credential for the calling test file: `start` starts a verifier, which ends with the test, and
 * `present` takes the wallet through a new session.
 */
export async function presentingWallet() {
  const open: ScriptedVerifier[] = []
  afterEach(async () => {
    for (const verifier of open.splice(0)) await verifier.close()
  })
  const start = async (script?: VerifierScript): Promise<ScriptedVerifier> => {
    const verifier = await startScriptedVerifier(script)
    open.push(verifier)
    return verifier
  }
  const maker = await createCredentialMaker(Date.now())
  const held = await holdCredential(maker)
  const present = (verifier: ScriptedVerifier, options: Partial<VerifierOptions> = {}) =>
    runAtVerifier({ deeplink: verifier.newSession(), credentials: [held], ...options })
  return { start, maker, held, present }
}

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
