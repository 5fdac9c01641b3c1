import type { VerifySignature } from '../../../ports/ports'
import { cborEncode } from '../mdoc-library'
import { coseAlgorithm } from './cose-algorithms'
import type { CoseReading, CoseVerdict } from './cose-reading'
import type { CoseParts } from './read-cose'

type Jwk = Readonly<Record<string, unknown>>

/** A verdict that never was made. */
export const unverified = (unverifiedBecause: NonNullable<CoseVerdict['unverifiedBecause']>): CoseVerdict => ({
  result: 'unverified',
  unverifiedBecause,
})

/** What was found out by verifying. */
export const verdictOf = (valid: boolean): CoseVerdict => ({
  result: valid ? 'valid' : 'invalid',
  unverifiedBecause: null,
})

/** `Sig_structure` with the protected header as received. RFC9052-4.4 */
const signedBytes = (protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  cborEncode(['Signature1', protectedBytes, new Uint8Array(), payload])

/** `MAC_structure` with the protected header as received. RFC9052-6.3 */
export const macBytes = (protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  cborEncode(['MAC0', protectedBytes, new Uint8Array(), payload])

/** Verifies a COSE_Sign1 with one key, and tells why when it does not come to that. Never throws. */
export function verifySign1(
  { reading, protectedBytes, signature, critical }: CoseParts,
  { payload, publicJwk, verify }: { payload: Uint8Array | null; publicJwk: Jwk | null; verify: VerifySignature },
): CoseVerdict {
  if (protectedBytes === null || signature === null) return unverified('not_readable')
  if (critical) return unverified('critical_header')
  const algorithm = coseAlgorithm(reading.alg.value)
  if (algorithm === null) return unverified('algorithm_not_supported')
  if (publicJwk === null) return unverified('no_key')
  if (publicJwk.crv !== algorithm.crv) return unverified('algorithm_does_not_fit_key')
  if (payload === null) return unverified('nothing_signed')
  return verdictOf(
    signature.length === algorithm.bytes &&
      verify({ hash: algorithm.hash, publicJwk, data: signedBytes(protectedBytes, payload), signature }),
  )
}

/** The reading once the key is known: an algorithm without a curve fits one of them only. RFC9053-2.1 */
export function withKeyFit(reading: CoseReading, publicJwk: Jwk | null, allowed: readonly number[]): CoseReading {
  const { alg } = reading
  const algorithm = coseAlgorithm(alg.value)
  if (algorithm === null) return reading
  const fitsKey = publicJwk === null ? null : publicJwk.crv === algorithm.crv
  // A name of the list that has the curve in it also stands for the name without. OID4VP-1FINALA-B.2.2
  const sameSignature = fitsKey !== false && allowed.some((value) => coseAlgorithm(value) === algorithm)
  return { ...reading, alg: { ...alg, fitsKey, allowed: alg.allowed || sameSignature } }
}
