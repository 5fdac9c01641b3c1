import 'server-only'
import { connection } from 'next/server'
import { type Reach, reachOf } from '@/lib/core/shared/values/reach'
import { container } from '@/lib/server/container'

/** How a phone can reach and trust this service. */
export interface PhoneView extends Reach {
  /** Public origin of the service, without a slash at its end. */
  readonly baseUrl: string
  /** Whether its https certificate is under the test root. */
  readonly underTestRoot: boolean
  /** Plain http address that gives the root certificate to a phone; `null` when there is none. */
  readonly rootPageUrl: string | null
  /** SHA-256 of the root certificate, pairs of hex digits with colons. */
  readonly rootFingerprint: string
  /** When a client last refused our certificate, epoch milliseconds; `null` if none did since the start. */
  readonly certificateRefusedAt: number | null
  /** Where the service listens on this machine. */
  readonly port: number
}

export async function phoneView(): Promise<PhoneView> {
  await connection()
  const { protocolSettings, phone, refusedHandshakes } = container()
  const { baseUrl } = protocolSettings
  return { baseUrl, ...reachOf(baseUrl), ...phone, certificateRefusedAt: refusedHandshakes.certificateRefusedAt() }
}
