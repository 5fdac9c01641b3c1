import { X509Certificate } from 'node:crypto'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { trustAddress } from '@/lib/core/shared/trust/trust-addresses'
import type { TrustSettings } from '@/lib/wallet/trust/trust-context'
import { createTrustMemory } from '@/lib/wallet/trust/trust-context'
import { container } from '../container'

/**
 * How the wallet of a page evaluates trust: by the lists of its session, under the European framework only. No user is there whom
 * it could warn, so it refuses, unless its misbehaviour is about that choice. Throws StoreUnavailable.
 */
export async function trustOfRun(
  id: string,
  { misbehaviour }: { readonly misbehaviour: string | null },
): Promise<{ trust?: TrustSettings }> {
  const { ports, protocolSettings } = container()
  const session = await ports.store.session(sessionId(id))
  if (session?.options.trust_framework !== 'eu' || session.options.trust === undefined) return {}
  const operators = (await ports.trustKeys()).operator.x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64')))
  const asked = session.kind === 'presentation' ? session.options.wallet_policy : undefined
  return {
    trust: {
      policy: misbehaviour === null ? 'refuse' : (asked ?? 'warn'),
      lists: { base: trustAddress.sessionLists(protocolSettings.baseUrl, session.options.trust.trust_id), operators },
      anchors: {},
      overAsking: 'warn',
      memory: createTrustMemory(),
    },
  }
}
