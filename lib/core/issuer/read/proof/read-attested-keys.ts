import { readPublicJwk } from '../../../shared/jose/jwk'
import { algorithmFitsKey } from '../../../shared/jose/jwt'
import type { Ports } from '../../../shared/ports/ports'

/** Maximum attested keys read. */
export const attestedKeysMax = 100

/** One entry of `attested_keys`. */
export interface AttestedKey {
  readonly index: number
  /** Own `kid` member. */
  readonly kid: string | null
  readonly kty: string | null
  readonly crv: string | null
  /** Public members only; `null` if unusable. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  readonly thumbprint: string | null
  /** Names of private members in it. */
  readonly privateMembers: readonly string[]
  /** Whether it is on a curve of the issuer's proof algorithms, to which alone it binds credentials. */
  readonly bindable: boolean
}

export interface AttestedKeys {
  readonly shape: 'absent' | 'not_an_array' | 'array'
  /** Entries as sent; up to `attestedKeysMax` are read. */
  readonly count: number
  readonly keys: readonly AttestedKey[]
}

/**
 * Reads the `attested_keys` claim; never throws.
 * @param algorithms `proof_signing_alg_values_supported`, each with a curve
 * @see OID4VCI-1FINALA-D.1
 */
export async function readAttestedKeys(
  value: unknown,
  algorithms: readonly string[],
  ports: Pick<Ports, 'digest' | 'isPublicKey'>,
): Promise<AttestedKeys> {
  if (!Array.isArray(value)) return { shape: value === undefined ? 'absent' : 'not_an_array', count: 0, keys: [] }
  const entries: readonly unknown[] = value.slice(0, attestedKeysMax)
  const keys = await Promise.all(
    entries.map(async (entry, index): Promise<AttestedKey> => {
      const { kid, kty, crv, publicJwk, thumbprint, privateMembers } = await readPublicJwk(entry, { ports })
      const bindable = publicJwk !== null && algorithms.some((alg) => algorithmFitsKey(alg, publicJwk))
      return { index, kid, kty, crv, publicJwk, thumbprint, privateMembers, bindable }
    }),
  )
  return { shape: 'array', count: value.length, keys }
}
