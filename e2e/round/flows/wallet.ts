import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { generateKey, type WalletKey, walletKeyOf } from '@/lib/wallet/jose/key'
import { createForeignIssuer, type ForeignIssuer } from '@/lib/wallet/verifier/foreign-issuer'

/** Shared by all runs of the wallet. */
export interface Wallet {
  readonly attester: KeyAttester
  readonly clientKey: WalletKey
  readonly foreignIssuer: ForeignIssuer
  /** Returns a number for the name of the next run. */
  readonly next: () => number
}

/** A scope that the service of a round maps to a query. OID4VP-1FINAL-5.5 */
export const scopeAlias = 'round-pid'

const keyFile = 'round-client-key.pem'

/**
 * Registers the wallet's client and a scope in a data directory before the service starts there, because
 * `private_key_jwt` needs a registered key. The private half is stored next to it for {@link createWallet}.
 */
export function prepareData(dataDir: string): void {
  const { privateKey, publicJwk, thumbprint } = generateKey()
  writeFileSync(join(dataDir, keyFile), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const client = {
    client_id: 'registered-wallet',
    redirect_uris: ['http://127.0.0.1/callback'],
    jwks: { keys: [{ ...publicJwk, kid: thumbprint }] },
  }
  writeFileSync(join(dataDir, 'clients.json'), JSON.stringify([client]))
  const query = { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] }
  writeFileSync(join(dataDir, 'scope-aliases.json'), JSON.stringify({ [scopeAlias]: query }))
}

/**
 * Creates the wallet of a round.
 * @throws Error if its client is not registered in the data directory
 */
export async function createWallet(dataDir: string): Promise<Wallet> {
  const file = join(dataDir, keyFile)
  if (!existsSync(file)) throw new Error(`${file} is missing: run --prepare ${dataDir} before the service starts.`)
  let runs = 0
  return {
    attester: await createKeyAttester(Date.now()),
    clientKey: walletKeyOf(createPrivateKey(readFileSync(file))),
    foreignIssuer: await createForeignIssuer(Date.now()),
    next: () => ++runs,
  }
}
