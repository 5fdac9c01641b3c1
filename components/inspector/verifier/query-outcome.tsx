import { isOfGroup } from '@/lib/core/engine/checks/check-groups'
import { askedQuery } from '@/lib/core/verifier/evidence/asked-query'
import { DetailSection } from '../detail-section'
import { FindingLine } from '../finding-line'
import type { InspectedPresentation } from '../model/flows/verifier-session'

interface QueryOutcomeProps {
  readonly session: Pick<InspectedPresentation, 'authorization_request' | 'options' | 'checks'>
  readonly hrefOfCheck: (checkId: string, exchangeId: string | null) => string
}

function outcomeWords(session: QueryOutcomeProps['session']): string {
  if (askedQuery(session) === null) return 'There is no known query to compare the response with.'
  return session.checks.dcql_query_matched
    ? 'The response matches the query.'
    : 'The response does not match the query.'
}

/**
 * Whether the response as a whole matches the query, and what does not. Findings about one credential are shown with
 * that credential.
 */
export function QueryOutcome({ session, hrefOfCheck }: QueryOutcomeProps) {
  const { checks } = session
  const wrong = checks.conformance.filter(
    ({ id, status, subject }) =>
      isOfGroup(id, 'vp.token', 'vp.dcql', 'vp.min') &&
      subject === undefined &&
      (status === 'fail' || status === 'warn'),
  )
  const chosen = checks.conformance.find(({ id, status }) => id === 'vp.token.option_chosen' && status === 'pass')
  return (
    <DetailSection title="Query match">
      <p className="text-sm">
        {outcomeWords(session)} {checks.data_minimised === false && 'It discloses more than was requested. '}
        {Array.isArray(chosen?.actual) && (
          <span className="text-ink-2">Chosen by the wallet: {chosen.actual.map(String).join(', ')}.</span>
        )}
      </p>
      {wrong.length > 0 && (
        <ul className="grid gap-2">
          {wrong.map((finding) => (
            <FindingLine
              key={`${finding.id} ${finding.occurrence}`}
              finding={finding}
              href={hrefOfCheck(finding.id, finding.exchange_id)}
            />
          ))}
        </ul>
      )}
    </DetailSection>
  )
}
