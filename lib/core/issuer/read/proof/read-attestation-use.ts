import { digestOf } from '../../../shared/ports/digests'
import type { ExchangeId } from '../../../shared/ports/ids'
import type { Ports } from '../../../shared/ports/ports'
import type { OneTimeKind } from '../../../shared/ports/store-types'
import { credentialsMax, type KeyAttestationUse } from './proofs-reading'
import type { AttestedKey } from './read-attested-keys'

/** From the most telling on; keys that were attested got credentials too. */
const kinds = ['key_attestation', 'attested_key', 'holder_key'] as const satisfies readonly OneTimeKind[]

const earlierAs = { key_attestation: 'attestation', attested_key: 'attested_key', holder_key: 'bound_key' } as const

/**
 * Looks for a key attestation, and the first of its keys, in earlier requests that were granted; those that were
 * refused left nothing.
 * @param value the key attestation as sent
 * @param lost the exchange whose response may have been lost in a restart; it does not count
 * @throws StoreUnavailable
 * @see TS3-2.2.2.1
 */
export async function readAttestationUse(
  { value, keys }: { readonly value: string; readonly keys: readonly Pick<AttestedKey, 'thumbprint'>[] },
  {
    lost,
    ports,
  }: {
    readonly lost: ExchangeId | null
    readonly ports: Pick<Ports, 'sha256'> & { readonly store: Pick<Ports['store'], 'valuesOfAnyKind'> }
  },
): Promise<KeyAttestationUse> {
  const attestationDigest = digestOf(value, ports.sha256)
  // No more keys are remembered than can get a credential at once.
  const keyDigests = keys
    .slice(0, credentialsMax)
    .flatMap(({ thumbprint }) => (thumbprint === null ? [] : [digestOf(thumbprint, ports.sha256)]))
  const rows = await ports.store.valuesOfAnyKind(kinds, [attestationDigest, ...keyDigests])
  const kind = kinds.find((one) => rows.some((row) => row.kind === one && (lost === null || row.exchangeId !== lost)))
  return { earlier: kind === undefined ? null : earlierAs[kind], attestationDigest, keyDigests }
}
