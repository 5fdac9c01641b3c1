import type { Ports } from '../ports/ports'
import { toBase64url } from '../values/base64url'
import { isObject } from '../values/json'
import { importPublicKey } from './import-public-key'
import { publicMembers } from './public-members'
import { thumbprint } from './thumbprint'

/** What a value that should be a public JWK says about itself. */
export interface JwkFacts {
  readonly isObject: boolean
  readonly kty: string | null
  readonly crv: string | null
  readonly alg: string | null
  readonly kid: string | null
  /** Names of private or symmetric members that were sent along, e.g. `d`. RFC7517-4, RFC7518-6 */
  readonly privateMembers: readonly string[]
  /** An asymmetric key that can be imported: for an elliptic curve its point lies on the curve. */
  readonly valid: boolean
  /** The members that make up the public key and nothing else; `null` when the key is not valid. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  /** RFC 7638 thumbprint with SHA-256; `null` when the key is not valid. */
  readonly thumbprint: string | null
}

/** A key that was read before: what came out of it need not be computed again. */
type KnownKey = Pick<JwkFacts, 'publicJwk' | 'thumbprint'>

/** What looks at a P-256 key at once, where the platform's own interface takes a job for the key and one for its digest. */
type KeyPorts = Pick<Ports, 'digest' | 'isPublicKey'>

/**
 * Reads a value that should be a public JWK. `known`: keys of the same request that were read before. With `ports`, what is
 * said is the same and costs less. Never throws.
 */
export async function readPublicJwk(
  value: unknown,
  { known = [], ports }: { readonly known?: readonly KnownKey[]; readonly ports?: KeyPorts | undefined } = {},
): Promise<JwkFacts> {
  const jwk = isObject(value) ? value : {}
  const candidate = publicMembers(jwk)
  const same = candidate && known.find(({ publicJwk }) => publicJwk !== null && isSameKey(publicJwk, candidate))
  // The same object, so that its imported form is found again.
  const publicJwk = same ? same.publicJwk : candidate && (await isImportable(candidate, ports)) ? candidate : null
  return {
    isObject: isObject(value),
    kty: textOf(jwk, 'kty'),
    crv: textOf(jwk, 'crv'),
    alg: textOf(jwk, 'alg'),
    kid: textOf(jwk, 'kid'),
    privateMembers: privateMemberNames.filter((name) => Object.hasOwn(jwk, name)),
    valid: publicJwk !== null,
    publicJwk,
    thumbprint: same ? same.thumbprint : publicJwk && (await thumbprintOf(publicJwk, ports)),
  }
}

/** Both have the public members of a key and no others. */
const isSameKey = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(other).every((name) => one[name] === other[name])

const privateMemberNames = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'] as const

const textOf = (jwk: Record<string, unknown>, name: string): string | null => {
  const value = Object.hasOwn(jwk, name) ? jwk[name] : null
  return typeof value === 'string' ? value : null
}

/** An algorithm to import each kind of key with; its own `alg` says how it signs, not whether it is a key. */
const algorithms: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
  X25519: 'ECDH-ES',
  RSA: 'PS256',
}

async function isImportable(jwk: Readonly<Record<string, string>>, ports: KeyPorts | undefined): Promise<boolean> {
  if (ports && jwk.crv === 'P-256') return ports.isPublicKey(jwk)
  const algorithm = algorithms[jwk.crv ?? jwk.kty ?? '']
  return algorithm !== undefined && (await importPublicKey(jwk, algorithm)) !== null
}

/** The public members are in the order that a thumbprint takes them in. RFC 7638 section 3 */
const thumbprintOf = (jwk: Readonly<Record<string, string>>, ports: KeyPorts | undefined) =>
  ports ? toBase64url(ports.digest('sha-256', JSON.stringify(jwk))) : thumbprint(jwk)
