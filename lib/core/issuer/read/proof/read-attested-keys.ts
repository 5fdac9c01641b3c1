import { readPublicJwk } from '../../../ground/jose/jwk'
import type { Ports } from '../../../ground/ports/ports'

/** Maximum number of attested keys that are read. */
export const attestedKeysMax = 100

/** One entry of `attested_keys`. */
export interface AttestedKey {
  readonly index: number
  /** Its own `kid` member. */
  readonly kid: string | null
  readonly kty: string | null
  readonly crv: string | null
  /** Public members only; `null` if it is not a usable public key. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  readonly thumbprint: string | null
  /** Names of the private members in it. */
  readonly privateMembers: readonly string[]
  /** Whether it is an EC key on P-256, the only kind that credentials are bound to here. */
  readonly bindable: boolean
}

export interface AttestedKeys {
  readonly shape: 'absent' | 'not_an_array' | 'array'
  /** Number of entries as sent; at most `attestedKeysMax` of them are read. */
  readonly count: number
  readonly keys: readonly AttestedKey[]
}

/** Reads the `attested_keys` claim; never throws. OID4VCI-1FINALA-D.1 */
export async function readAttestedKeys(
  value: unknown,
  ports: Pick<Ports, 'digest' | 'isPublicKey'>,
): Promise<AttestedKeys> {
  if (!Array.isArray(value)) return { shape: value === undefined ? 'absent' : 'not_an_array', count: 0, keys: [] }
  const entries: readonly unknown[] = value.slice(0, attestedKeysMax)
  const keys = await Promise.all(
    entries.map(async (entry, index): Promise<AttestedKey> => {
      const { kid, kty, crv, publicJwk, thumbprint, privateMembers } = await readPublicJwk(entry, { ports })
      return { index, kid, kty, crv, publicJwk, thumbprint, privateMembers, bindable: publicJwk?.crv === 'P-256' }
    }),
  )
  return { shape: 'array', count: value.length, keys }
}
