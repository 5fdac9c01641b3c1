import type { CheckId } from '@/lib/core/shared/ports/check-id'
import { isObject } from '@/lib/core/shared/values/json'
import { CopyButton } from '../../ui/copy-button'
import { Facts } from '../facts'

/** Bytes that the device of one presented mdoc had to sign, with a distinguishing name. */
interface NamedProof {
  readonly name: string
  readonly proof: Readonly<Record<string, unknown>>
}

/** What the devices of an answer had to sign, in order; skips presentations other than mdocs. OID4VP-1FINALA-B.2.6.1 */
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

/** True for checks of device authentication. */
export const judgesDeviceProof = (checkId: string): boolean => ofDeviceProofs.some((id) => id === checkId)

interface DeviceProofProps {
  readonly proof: Readonly<Record<string, unknown>>
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Transcript inputs in readable form. */
const parts = [
  ['Client', 'client_id'],
  ['Nonce', 'nonce'],
  ['Key thumbprint', 'jwk_thumbprint'],
  ['Response URI', 'response_uri'],
] as const

/** Intermediate bytes in order of computation, for comparison with a wallet's. */
const bytes = [
  ['OpenID4VPHandoverInfo', 'handover_info'],
  ['Its SHA-256, as in the OpenID4VPHandover', 'handover_info_hash'],
  ['SessionTranscript', 'session_transcript'],
  ['DeviceAuthenticationBytes, which the device signs', 'device_authentication'],
] as const

/**
 * Everything a device must sign, from input values to bytes, so that wallet developers can compare. @see
 * OID4VP-1FINALA-B.2.6.1
 */
function DeviceProof({ proof }: DeviceProofProps) {
  const encrypted = text(proof.jwk_thumbprint) !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-ink-2">
        Made from this request. Compare with what the wallet made: the first value that differs is the cause.
      </p>
      <Facts
        facts={parts.map(([name, member]) => [
          name,
          text(proof[member]) === null ? (
            encrypted ? null : (
              'none, the response is unencrypted'
            )
          ) : (
            <code key={member} className="wire text-xs">
              {text(proof[member])}
            </code>
          ),
        ])}
      />
      {bytes.map(([name, member]) => {
        const hex = text(proof[member])
        return hex === null ? null : (
          <div key={member} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <p className="flex flex-wrap items-center gap-x-2 text-sm">
              {name}
              <span className="text-xs text-ink-3">{hex.length / 2} bytes, hex</span>
              <CopyButton text={hex} what={name} />
            </p>
            <p className="wire rounded-md border border-line bg-sunk px-2.5 py-2 text-xs/[1.6] [overflow-wrap:anywhere] text-ink-2">
              {hex}
            </p>
          </div>
        )
      })}
    </div>
  )
}

/** One `DeviceProof` per mdoc of an answer; renders nothing if there is none. */
export function DeviceProofs({ presentations }: { readonly presentations: readonly unknown[] }) {
  const proofs = deviceProofs(presentations.filter(isObject))
  return proofs.map(({ name, proof }) => (
    <details key={name} className="border-t border-line p-4" open={proofs.length === 1}>
      <summary className="chevron flex items-center text-sm font-[550] text-ink-2">
        What the device had to sign{proofs.length === 1 ? '' : `, ${name}`}
      </summary>
      <div className="mt-2">
        <DeviceProof proof={proof} />
      </div>
    </details>
  ))
}
