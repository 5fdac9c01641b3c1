import { afterEach } from 'vitest'
import { runAtVerifier, type VerifierOptions } from '../verifier/run-at-verifier'
import { createCredentialMaker } from './credential-maker'
import { holdCredential } from './held-credential'
import { type ScriptedVerifier, startScriptedVerifier, type VerifierScript } from './scripted-verifier'

/**
 * A wallet with one credential, for the tests of the file that calls this: `start` starts a verifier, which ends with the test, and
 * `present` takes the wallet through a new session of one.
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
