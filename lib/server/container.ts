import { AsyncLocalStorage } from 'node:async_hooks'
import type { KeyStore } from '@/lib/adapters/crypto/key-store'
import type { PurgeCounts } from '@/lib/adapters/pocketbase/store/retention'
import type { TrustLists } from '@/lib/adapters/trust-lists/trust-lists'
import type { applyDeviation } from '@/lib/core/engine/endpoints/apply-deviation'
import type { ServicePorts } from '@/lib/core/scoreboard/scoreboard-ports'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { TrustAnchors } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import type { Log } from './basics/log'
import type { Turn } from './basics/turns'
import type { RequestPlaces } from './guard/first-requests'
import type { KeyLookups } from './guard/key-lookups'
import type { ManagedLaboratoryPlaces } from './guard/laboratory-places'
import type { OperatorDrafts } from './guard/operator-drafts'
import type { OperatorSessions } from './guard/operator-sessions'
import type { OrganizationSessions } from './guard/organization-sessions'
import type { PageRuns } from './guard/page-runs'
import type { Places } from './guard/places'
import type { RateLimit } from './guard/rate-limit'
import type { RefusedScans } from './guard/refused-scans'
import type { StorageBounds } from './guard/storage-bounds'
import type { Metrics } from './metrics/metrics'
import type { Queries } from './read/queries'
import type { MadeSecrets } from './secrets/made-secrets'
import type { SessionSecrets } from './secrets/session-secrets'
import type { TlsFiles } from './tls/open-tls'
import type { PhoneAccess } from './tls/phone-access'
import type { RefusedHandshakes } from './tls/refused-handshakes'

/** Everything a request needs, wired once at start. */
export interface Container {
  readonly ports: ServicePorts
  /** Waits for a turn between long tasks; call it before work that is usually short. */
  readonly shortTurn: Turn
  /** Waits this many seconds before an answer that is late on purpose. A shutdown does not wait for it. */
  readonly hold: (seconds: number) => Promise<unknown>
  /** The trust anchors for one exchange; all its certificates share one budget. */
  readonly trustAnchorsByExchange: () => TrustAnchors
  /** The lists of trusted entities that add to them. */
  readonly trustLists: TrustLists
  readonly protocolSettings: ProtocolSettings
  readonly keyStore: KeyStore
  /** The https key and certificate; `null` on plain http. */
  readonly tls: TlsFiles | null
  /** PEM of the authorities, besides the public ones, that our programs must trust to reach the service over https. */
  readonly trustedCertificates: readonly string[]
  readonly phone: PhoneAccess
  readonly refusedHandshakes: RefusedHandshakes
  /** Keys of the operator's endpoints; if empty, the endpoints stay closed. */
  readonly adminKeys: readonly string[]
  /** Counts wrong admin keys per address. */
  readonly adminKeyLimit: RateLimit
  /** Bounds what guesses at keys of organisations cost storage. */
  readonly keyLookups: KeyLookups
  /** Operators who have entered the admin key on a page. */
  readonly operatorSessions: OperatorSessions
  /** Who has entered the key of an organisation on a page. */
  readonly organizationSessions: OrganizationSessions
  /** What all of them are typing. */
  readonly operatorDrafts: OperatorDrafts
  readonly pageRuns: PageRuns
  /** Places for runs of the reference wallet. */
  readonly walletPlaces: Readonly<Record<'session' | 'campaign', Places>>
  /** Places for laboratories, with what follows from requests and commits. */
  readonly laboratoryPlaces: ManagedLaboratoryPlaces
  /** Places for requests whose evidence is being written. */
  readonly commitPlaces: Places
  /** Whether any proxy is trusted to report the client address. */
  readonly trustsProxy: boolean
  /** `null` if anybody may read evidence. */
  readonly operatorToken: string | null
  /** Tracks issued secrets that are still valid. */
  readonly madeSecrets: MadeSecrets
  /** What they are of one session. */
  readonly sessionSecrets: SessionSecrets
  /** Counts wrong operator tokens per address. */
  readonly operatorTokenLimit: RateLimit
  /** Counts wrong publish tokens per address. */
  readonly publishTokenLimit: RateLimit
  /** Counts publications of wallets per address. */
  readonly publicationLimit: RateLimit
  /** Previews of changed sessions by address, which make sessions that nothing keeps. */
  readonly previewLimit: RateLimit
  /** New workbenches by address. */
  readonly workbenchLimit: RateLimit
  /** Whether a `Host` header names this service; `null` for an absent one. */
  readonly isOwnHost: (value: string | null) => boolean
  /** Limits what an address may create, through the API or as a wallet without an offer, and cause to be stored. */
  readonly storageBounds: StorageBounds
  /** True once a session has used up its requests. Throws StoreUnavailable. */
  readonly isSessionFull: (session: SessionId) => Promise<boolean>
  /** Counts requests of which only the first are recorded. */
  readonly requestPlaces: RequestPlaces
  /** Counts equal requests that were refused. */
  readonly repeatLimit: RateLimit
  /** Scans at the addresses of workbenches that limits refused. */
  readonly refusedScans: RefusedScans
  /** Replaces an answer with its altered form: see applyDeviation. */
  readonly applyDeviation: typeof applyDeviation
  readonly log: Log
  /** `null` where nobody asks for metrics. */
  readonly metrics: Metrics | null
  /** A fingerprint of 16 hex characters; equal for equal values within this installation. */
  readonly fingerprint: (value: string) => string
  /** RFC 7638 thumbprint of a public JWK, `null` for anything else. */
  readonly thumbprint: (jwk: Readonly<Record<string, unknown>>) => string | null
  /** A monotonic clock in milliseconds, for durations. */
  readonly monotonicMillis: () => number
  /** True once the client of an exchange has disconnected. */
  readonly isGone: (exchangeId: string) => boolean
  readonly queries: Queries
  /** Exchanges whose client disconnected before the answer. */
  readonly gone: Set<string>
  /** Deletes records older than the given number of days, and expired ones; returns how many. */
  readonly purge: (retentionDays: number) => Promise<PurgeCounts>
  /** Creates the built-in records of a fresh installation, and seals what definitions hold in clear; afterwards it does nothing. */
  readonly seed: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The wiring that replaces the real one during a warm-up; `warmUpContainer` is `null` once it is over. */
type RunningWarmUp = AsyncLocalStorage<{ warmUpContainer: Container | null }>

declare global {
  // Two bundles run in one process, the server's and Next's, and share the wiring.
  var walletCaptureContainer: Container | undefined
  var walletCaptureWarmUp: RunningWarmUp | undefined
}

/** Shares the wiring with both bundles of the process. */
export function installContainer(container: Container): void {
  globalThis.walletCaptureContainer = container
}

/**
 * Runs `work` with `warmUpContainer` as the wiring of everything that it starts; all other work keeps its own. One
 * warm-up at a time. Work that outlives the warm-up no longer sees its container, and asynchronous work costs no more
 * afterwards than before.
 */
export async function duringWarmUp<Result>(warmUpContainer: Container, work: () => Promise<Result>): Promise<Result> {
  const running: RunningWarmUp = new AsyncLocalStorage()
  const store: { warmUpContainer: Container | null } = { warmUpContainer }
  globalThis.walletCaptureWarmUp = running
  try {
    return await running.run(store, work)
  } finally {
    globalThis.walletCaptureWarmUp = undefined
    store.warmUpContainer = null
    running.disable()
  }
}

/** The wiring of this process, or of the warm-up that the caller runs in. Throws before the server has started. */
export function container(): Container {
  const wiring = globalThis.walletCaptureWarmUp?.getStore()?.warmUpContainer ?? globalThis.walletCaptureContainer
  if (wiring === undefined) throw new Error('The server has not been started.')
  return wiring
}
