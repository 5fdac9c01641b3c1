import { exchangeNumbers } from './exchanges'
import type { FlowModel, Inspected, SessionHead } from './flow-model'
import { sessionPhase } from './session-state'

/** For requests that no flow knows. */
const unknown = { kind: 'other', does: 'Unknown path' } as const

/** Requests by which a wallet checks whether to trust us; they are no step of any flow. */
const trustReads: ReadonlyMap<string, string> = new Map([
  ['getTrustList', 'Reads a list of trusted entities'],
  ['getSessionTrustList', 'Reads a list of trusted entities'],
  ['getAliasTrustList', 'Reads a list of trusted entities'],
  ['getRegistrationStatusList', 'Reads the status of our registration certificate'],
  ['getSessionRevocationList', 'Reads whether our access certificate is revoked'],
  ['getRevocationList', 'Reads what an authority revoked'],
  ['getAuthorityCertificate', 'Reads the certificate of an authority'],
  ['getRelyingParties', 'Asks the register'],
  ['getRelyingParty', 'Asks the register'],
  ['checkIntendedUse', 'Asks the register'],
])

/** A built-in wallet that has sent nothing for this long after its start counts as stopped. */
const startMillisMax = 40_000

interface Recorded<Session> {
  readonly session: Session
  /** Operation that an unmatched request was meant for, by exchange id. */
  readonly intended: Readonly<Record<string, string>>
  /** Time of rendering, epoch milliseconds. If omitted, a built-in wallet that was started counts as stopped. */
  readonly now?: number
}

/** Interprets a session by its flow. */
export function inspectSession<Session extends SessionHead>(
  flow: FlowModel<Session>,
  { session, intended, now = Number.POSITIVE_INFINITY }: Recorded<Session>,
): Inspected<Session> {
  const phase = sessionPhase(session, flow)
  // Only the newest of very many exchanges are shown.
  const earlier = Math.max(0, session.recorded.exchanges - session.exchanges.length)
  const numbers = exchangeNumbers(session.exchanges, session.checks.summary.mixed_traffic, earlier)
  const status: Session['status'] = phase === 'expired' ? lastStatus(flow, session) : session.status
  const walletStopped = stopOfWallet(session)
  return {
    session,
    phase,
    status,
    walletStarted: phase === 'created' && walletStopped === null && now - startOfWallet(session) < startMillisMax,
    walletStopped,
    exchanges: session.exchanges.map((exchange) => {
      const number = numbers.get(exchange.id) ?? null
      const kind = flow.kindOf?.(exchange) ?? flow.operations[exchange.operation ?? intended[exchange.id] ?? '']
      const does = kind === undefined ? undefined : flow.does[kind]
      return kind === undefined || does === undefined
        ? { ...exchange, number, ...unknown, does: trustReads.get(exchange.operation ?? '') ?? unknown.does }
        : { ...exchange, number, kind, does }
    }),
  }
}

/** Last start of the built-in wallet, epoch milliseconds; 0 if never. */
function startOfWallet({ events }: Pick<SessionHead, 'events'>): number {
  const started = events.findLast(({ type }) => type === 'reference_wallet_started')
  return started === undefined ? 0 : Date.parse(started.at)
}

/** Why the built-in wallet stopped; `null` if something happened since. */
function stopOfWallet({ events }: Pick<SessionHead, 'events'>): string | null {
  const last = events.findLast(({ type }) => type.startsWith('reference_wallet_'))
  return last?.type === 'reference_wallet_stopped' ? String(last.detail.reason) : null
}

function lastStatus<Session extends SessionHead>(flow: FlowModel<Session>, session: Session): Session['status'] {
  const isStatus = (text: string): text is Session['status'] => Object.hasOwn(flow.states, text)
  const last = flow.lastStatus(session)
  return last !== null && isStatus(last) ? last : session.status
}
