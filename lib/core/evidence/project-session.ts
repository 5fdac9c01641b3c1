import { projectConformance } from './project-conformance'
import { projectEvents } from './project-events'
import { projectExchange } from './project-exchange'
import type { FoldInput, KindTypes, SessionKind } from './session-kind'
import { summarise } from './summarise'

/** Folds everything on record about a session into its read-back. Nobody writes this view; it always follows. */
export function projectSession<Types extends KindTypes>(
  kind: SessionKind<Types>,
  input: FoldInput<Types['session']>,
): Types['view'] {
  const conformance = projectConformance(kind, input)
  const unclaimed = kind.claimsHaip(input.session) ? [] : (['haip'] as const)
  const mixedTraffic = input.mixedTraffic ?? false
  return kind.view(
    {
      status: kind.status(input).status,
      observed: kind.observed(input),
      booleans: kind.booleans(conformance, input),
      summary: summarise(conformance, kind.isFinished(input), { unclaimed, mixedTraffic }),
      conformance,
      events: projectEvents(kind, input),
      exchanges: input.exchanges.map(projectExchange),
      raw: kind.raw(input),
    },
    input,
  )
}
