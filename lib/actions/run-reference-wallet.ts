import 'server-only'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { container } from '@/lib/server/container'
import { trustedAuthorities } from '@/lib/server/trusted-authorities'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runIssuance } from '@/lib/wallet/issuance/run-issuance'

/** Runs at the same time, over all sessions: the wallet signs and so costs more than a page. */
const runsMax = 4
const runMillisMax = 30_000

const running = new Set<string>()

/** A client that talks to this service alone and only until the deadline, whatever an offer or an answer names. */
function boundedClient(baseUrl: string, trustedCertificates: readonly string[]): SendHttp {
  const ca = baseUrl.startsWith('https:') ? { ca: trustedAuthorities(trustedCertificates) } : {}
  const send = createNodeClient({ timeoutMillis: 10_000, ...ca })
  const deadline = performance.now() + runMillisMax
  return async (request) => {
    if (new URL(request.url).origin !== new URL(baseUrl).origin) throw new Error('not an address of this service')
    if (performance.now() > deadline) throw new Error('the run took too long')
    return send(request)
  }
}

/**
 * Starts the reference wallet against a session and does not wait for it: what it does is seen in the evidence.
 * `false` when too many runs are under way. A session that is being run already is left alone.
 */
export function startReferenceWallet(
  { session_id, deeplink, tx_code }: Pick<IssuanceSessionView, 'session_id' | 'deeplink' | 'tx_code'>,
  misbehaviour: string | null,
): boolean {
  if (deeplink === null || running.has(session_id)) return true
  if (running.size >= runsMax) return false
  const { log, protocolSettings, trustedCertificates } = container()
  const { baseUrl } = protocolSettings
  running.add(session_id)
  runIssuance({
    deeplink,
    http: boundedClient(baseUrl, trustedCertificates),
    ...(tx_code === null ? {} : { txCode: tx_code }),
    ...(misbehaviour === null ? {} : { misbehave: misbehaviour }),
  })
    .then(({ outcome, reason }) => log.info({ session: session_id, outcome, reason }, 'reference wallet ended'))
    .catch((error: unknown) => log.error({ session: session_id, error: String(error) }, 'reference wallet broke'))
    .finally(() => running.delete(session_id))
  return true
}
