import 'server-only'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { isObject } from '@/lib/core/json'
import { container } from '@/lib/server/container'
import { trustedAuthorities } from '@/lib/server/trusted-authorities'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runIssuance } from '@/lib/wallet/issuance/run-issuance'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/presentation/obtain-credential'
import { runPresentation } from '@/lib/wallet/presentation/run-presentation'

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

/** How a run ended, in the words of the wallet. */
interface Ended {
  readonly outcome: string
  readonly reason: string | null
}

/** Starts a run and does not wait for it. `false` when too many are under way; a session that is run already is left alone. */
function start(sessionId: string, run: (http: SendHttp, baseUrl: string) => Promise<Ended>): boolean {
  if (running.has(sessionId)) return true
  if (running.size >= runsMax) return false
  const { log, protocolSettings, trustedCertificates } = container()
  const { baseUrl } = protocolSettings
  running.add(sessionId)
  run(boundedClient(baseUrl, trustedCertificates), baseUrl)
    .then(({ outcome, reason }) => log.info({ session: sessionId, outcome, reason }, 'reference wallet ended'))
    .catch((error: unknown) => log.error({ session: sessionId, error: String(error) }, 'reference wallet broke'))
    .finally(() => running.delete(sessionId))
  return true
}

/**
 * Starts the reference wallet against an issuance session and does not wait for it: what it does is seen in the evidence.
 * `false` when too many runs are under way.
 */
export function startReferenceWallet(
  { session_id, deeplink, tx_code }: Pick<IssuanceSessionView, 'session_id' | 'deeplink' | 'tx_code'>,
  misbehaviour: string | null,
): boolean {
  if (deeplink === null) return true
  return start(session_id, (http) =>
    runIssuance({
      deeplink,
      http,
      ...(tx_code === null ? {} : { txCode: tx_code }),
      ...(misbehaviour === null ? {} : { misbehave: misbehaviour }),
    }),
  )
}

/**
 * Starts the reference wallet against an issuance and then, with what it got, against the presentation that follows.
 * `false` when too many runs are under way.
 */
export function startRoundTripWallet(
  issuance: Pick<IssuanceSessionView, 'deeplink' | 'tx_code'>,
  presentation: { readonly session_id: string; readonly deeplink: string },
): boolean {
  const { deeplink, tx_code } = issuance
  if (deeplink === null) return true
  return start(presentation.session_id, async (http) => {
    const issued = await runIssuance({ deeplink, http, ...(tx_code === null ? {} : { txCode: tx_code }) })
    if (issued.credentials.length === 0) return { outcome: issued.outcome, reason: `no credential: ${issued.reason}` }
    return runPresentation({ deeplink: presentation.deeplink, http, credentials: issued.credentials })
  })
}

/**
 * Starts the reference wallet against a presentation session, likewise. It holds nothing yet, so it first gets a credential
 * of each format that is asked for from this service, by sessions of its own.
 */
export function startPresentingWallet(
  {
    session_id,
    deeplink,
    authorization_request,
  }: Pick<IssuanceSessionView, 'session_id' | 'deeplink'> & {
    readonly authorization_request: Readonly<Record<string, unknown>> | null
  },
  misbehaviour: string | null,
): boolean {
  if (deeplink === null) return true
  return start(session_id, async (http, baseUrl) => {
    const credentials: HeldCredential[] = []
    for (const format of formatsIn(authorization_request?.dcql_query)) {
      const issued = await obtainCredential({ origin: baseUrl, http, format })
      if (issued.credentials.length === 0) return { outcome: issued.outcome, reason: `no credential: ${issued.reason}` }
      credentials.push(...issued.credentials)
    }
    return runPresentation({
      deeplink,
      http,
      credentials,
      ...(misbehaviour === null ? {} : { misbehave: misbehaviour }),
    })
  })
}

/** Formats of a query that the wallet can get; the usual one where there is none of them. */
function formatsIn(query: unknown): PresentableFormat[] {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  const asked = new Set(credentials.map((entry: unknown) => (isObject(entry) ? entry.format : null)))
  const known = (['dc+sd-jwt', 'mso_mdoc'] as const).filter((format) => asked.has(format))
  return known.length === 0 ? ['dc+sd-jwt'] : known
}
