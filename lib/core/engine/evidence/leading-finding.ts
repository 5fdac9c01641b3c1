import type { ErrorCode } from '../../shared/ports/errors'
import { type Finding, subjectKey } from '../../shared/ports/finding'
import type { StoredExchange } from '../../shared/ports/store-types'
import { type Explaining, leadingOf } from '../checks/leading'
import type { ConformanceEntry } from './session-view'
import { isAfterEnd, isInferredBreach } from './summarise'

/** Refusals that a flow expects, so that nobody is to correct anything. */
const asksForNonce: ReadonlySet<string | null> = new Set([
  'use_dpop_nonce',
  'use_attestation_challenge',
  'invalid_nonce',
] satisfies ErrorCode[])

type Refusing = Pick<ConformanceEntry, 'rejected' | 'level' | 'error' | 'softened'>

/**
 * True for a finding that refused a request, whatever its level, profile or softening, except a planned request for a
 * nonce or challenge, and what came after the end.
 */
const isRefusal = (entry: Refusing): boolean => entry.rejected && !isAfterEnd(entry) && !isPlanned(entry)

const isPlanned = ({ level, error }: Refusing): boolean => level === 'info' && asksForNonce.has(error)

/**
 * The findings that failed or refused, in order of time; those that refused come first within their exchange. A refusal
 * counts whatever its level, and even if its exchange was only inferred, which otherwise never fails; a violated MUST
 * there counts unless the traffic is mixed.
 * @param exchangeIds of the session, oldest first
 */
export function failuresInOrder<Of extends ConformanceEntry>(
  entries: readonly Of[],
  exchangeIds: readonly string[],
  mixedTraffic: boolean,
): Of[] {
  const position = new Map(exchangeIds.map((id, index) => [id, index]))
  const place = ({ exchange_id }: ConformanceEntry) =>
    exchange_id === null ? exchangeIds.length : (position.get(exchange_id) ?? exchangeIds.length)
  return entries
    .filter((entry) => entry.status === 'fail' || isRefusal(entry) || (isInferredBreach(entry) && !mixedTraffic))
    .sort((a, b) => place(a) - place(b) || Number(isRefusal(b)) - Number(isRefusal(a)))
}

/** True for a finding about the tester's own request, which the wallet could not answer because of it. */
const isOfTester = (entry: ConformanceEntry): boolean =>
  entry.acts === 'tester' && entry.status === 'warn' && !isAfterEnd(entry)

/** What is told first of a session: the finding that explains, and the one that refused, if any did. */
export interface LeadingFinding<Of> {
  readonly lead: Of
  readonly refused: Of | null
}

/**
 * The finding that every page and report tells first: of the earliest exchange that was refused, otherwise of the
 * earliest failure, the one that explains it. A request for a nonce that the wallet then sent comes after other
 * refusals. Without either, what the tester's own request kept a wallet from; `null` if there is nothing.
 *
 * @param exchanges of the session, oldest first, each with its findings in the order of evaluation
 */
export function leadingFinding<Of extends ConformanceEntry>(
  entries: readonly Of[],
  exchanges: readonly Pick<StoredExchange, 'id' | 'operation' | 'findings'>[],
  { mixedTraffic, checkOf }: { readonly mixedTraffic: boolean; readonly checkOf: (id: string) => Explaining | null },
): LeadingFinding<Of> | null {
  const failures = failuresInOrder(
    entries,
    exchanges.map(({ id }) => id),
    mixedTraffic,
  )
  const refusals = failures.filter(isRefusal)
  const refused = refusals.find((entry) => !isAnswered(entry, exchanges)) ?? refusals[0] ?? null
  const first = refused ?? failures[0] ?? entries.find(isOfTester)
  if (first === undefined) return null
  const findings = inOrderOfEvaluation(
    entries.filter((entry) => entry.exchange_id === first.exchange_id && !isAfterEnd(entry)),
    exchanges.find(({ id }) => id === first.exchange_id)?.findings ?? [],
  )
  const decisive = refused ?? findings.find(({ status }) => status === 'fail') ?? first
  return { lead: leadingOf(findings, checkOf, decisive), refused }
}

/** True for a refusal that asked for a nonce or challenge, and was not repeated for the next request of the kind. */
function isAnswered(
  { id, error, exchange_id }: ConformanceEntry,
  exchanges: readonly Pick<StoredExchange, 'id' | 'operation' | 'findings'>[],
): boolean {
  const place = exchanges.findIndex((exchange) => exchange.id === exchange_id)
  const asked = exchanges[place]
  if (asked === undefined || !asksForNonce.has(error)) return false
  const next = exchanges.slice(place + 1).find(({ operation }) => operation === asked.operation)
  return next !== undefined && !next.findings.some((finding) => finding.id === id && finding.rejected)
}

/** Sorts entries like the findings that they show; what a check over the whole session found comes last. */
function inOrderOfEvaluation<Of extends ConformanceEntry>(entries: readonly Of[], findings: readonly Finding[]): Of[] {
  const key = (id: string, subject: string) => `${id} ${subject}`
  const places = new Map(findings.map(({ id, subject }, place) => [key(id, subjectKey(subject)), place]))
  const place = ({ id, subject }: Of) =>
    places.get(key(id, subject === undefined ? '' : subjectKey({ queryId: subject.query_id, index: subject.index }))) ??
    findings.length
  return [...entries].sort((a, b) => place(a) - place(b))
}
