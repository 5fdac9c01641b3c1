/** What a COSE signature algorithm needs of a key, and how it signs. RFC9053-2.1, RFC9864-2 */
interface CoseAlgorithm {
  readonly crv: string
  readonly hash: 'sha-256' | 'sha-384' | 'sha-512' | null
  readonly bytes: number
}

const p256: CoseAlgorithm = { crv: 'P-256', hash: 'sha-256', bytes: 64 }
const p384: CoseAlgorithm = { crv: 'P-384', hash: 'sha-384', bytes: 96 }
const p521: CoseAlgorithm = { crv: 'P-521', hash: 'sha-512', bytes: 132 }
const ed25519: CoseAlgorithm = { crv: 'Ed25519', hash: null, bytes: 64 }

/** ES256 and ESP256, ES384 and ESP384, ES512 and ESP512, EdDSA and Ed25519. */
const algorithms: ReadonlyMap<number, CoseAlgorithm> = new Map([
  [-7, p256],
  [-9, p256],
  [-35, p384],
  [-51, p384],
  [-36, p521],
  [-52, p521],
  [-8, ed25519],
  [-19, ed25519],
])

/** HMAC 256/256, the one MAC of ISO/IEC 18013-5. */
export const hmac256 = 5

/** The signature algorithm of this number; `null` for any that cannot be verified here. */
export const coseAlgorithm = (value: number | null): CoseAlgorithm | null =>
  value === null ? null : (algorithms.get(value) ?? null)
