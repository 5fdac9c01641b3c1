import type { CheckId } from '@/lib/core/ground/ports/check-id'
import { isObject } from '@/lib/core/ground/values/json'

/** What the device of one presented mdoc had to sign, under a distinguishing name. */
interface NamedProof {
  readonly name: string
  readonly proof: Readonly<Record<string, unknown>>
}

/**
 * What the devices of an answer had to sign, in order; presentations that are not mdocs are skipped.
 * OID4VP-1FINALA-B.2.6.1
 */
export const deviceProofs = (presentations: readonly Readonly<Record<string, unknown>>[]): NamedProof[] =>
  presentations.flatMap(({ query_id, index, device_proof: proof }) =>
    isObject(proof)
      ? [{ name: `${String(query_id ?? 'mdoc')}, ${typeof index === 'number' ? index + 1 : 1}`, proof }]
      : [],
  )

const ofDeviceProofs: readonly CheckId[] = [
  'vp.mdoc.device_signature',
  'vp.mdoc.device_mac',
  'vp.mdoc.transcript_variant',
]

/** True for a check that judges how a device proved possession of its mdoc. */
export const judgesDeviceProof = (checkId: string): boolean => ofDeviceProofs.some((id) => id === checkId)
