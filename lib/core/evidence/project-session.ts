import type { Json, JsonObject } from '../json'
import { boundJson } from '../redact/bound-json'
import type { StoredExchange } from '../store-types'
import { sessionUri } from '../uris'
import { boundConformance } from './bound-conformance'
import { boundEvents } from './bound-events'
import { jsonBytes } from './json-bytes'
import { pageExchanges } from './page-exchanges'
import { projectConformance } from './project-conformance'
import { projectEvents } from './project-events'
import { projectExchange, projectRawRequest } from './project-exchange'
import type { Folded, FoldInput, KindTypes, SessionKind } from './session-kind'
import { summarise } from './summarise'

/** Bytes of a read-back as JSON. */
const readBackBytesMax = 2_000_000
/** Bytes of what the wallet showed of itself, and of its latest requests: each grows with the number of requests. */
const observedBytesMax = 200_000
/** Bytes left for exchanges, whatever else a session holds. */
const exchangesBytesMin = 200_000

/**
 * Folds everything on record about a session into its read-back. Nobody writes this view; it always follows. Of a session
 * with very many requests it holds one page of the exchanges, and `recorded` says what it leaves out.
 */
export function projectSession<Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']>,
): Types['view'] {
  const { session, exchanges, settings, show = { after: null } } = input
  const { entries, results, total } = projectConformance(kind, input)
  const told = projectEvents(kind, input)
  const unclaimed = kind.claimsHaip(session) ? [] : (['haip'] as const)
  const mixedTraffic = input.mixedTraffic ?? false
  const conformance = boundConformance(entries)
  const events = boundEvents(told)
  const raw = boundJson(kind.raw(input), observedBytesMax) as JsonObject
  const folded = {
    status: kind.status(input).status,
    observed: boundJson(kind.observed(input) as unknown as Json, observedBytesMax) as unknown as Types['observed'],
    booleans: kind.booleans(results, input),
    summary: summarise(results, kind.isFinished(input), { unclaimed, mixedTraffic }),
    conformance,
    events,
  }
  const viewOf = (shown: readonly StoredExchange[]): Types['view'] => {
    const last = shown.at(-1)
    const isLast = last === undefined || last.id === exchanges.at(-1)?.id
    const recorded: Folded<Types>['recorded'] = {
      exchanges: exchanges.length,
      exchanges_without_content: exchanges.filter(({ contentOmitted }) => contentOmitted).length,
      next: isLast ? null : `${sessionUri(settings.baseUrl, session)}?exchanges_after=${last.id}`,
      events_left_out: told.length - events.length,
      findings_left_out: total - conformance.length,
    }
    const requests = shown.map(projectRawRequest)
    return kind.view(
      { ...folded, exchanges: shown.map(projectExchange), recorded, raw: { ...raw, [kind.rawRequests]: requests } },
      input,
    )
  }
  const left = readBackBytesMax - jsonBytes(viewOf([]))
  return viewOf(pageExchanges(exchanges, { show, bytesMax: Math.max(exchangesBytesMin, left) }))
}
