import { wantedWords } from '@/lib/core/verifier/evidence/verifier-title'
import type { HrefOf } from '@/lib/paths'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { DetailSection } from '../detail-section'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'
import type { InspectedPresentation } from '../model/flows/verifier-session'
import { presentationResults, type QueryResult } from '../model/presented-result'
import { PresentedCredential } from './presented-credential'
import { QueryOutcome } from './query-outcome'
import { ThreeVerdicts } from './three-verdicts'
import { WalletError } from './wallet-error'

interface ResultPanelProps {
  readonly session: InspectedPresentation
  readonly hrefOf: HrefOf
}

const titleOf = ({ query, queryId }: QueryResult): string =>
  query === null ? `${queryId}, which matches no query` : `${queryId}: ${wantedWords(query)}`

/** The result of a presentation: three verdicts, the query match, and each credential claim by claim. */
export function ResultPanel({ session, hrefOf }: ResultPanelProps) {
  const { checks, observed } = session
  const hrefOfCheck = (check: string, exchange: string | null) => hrefOf({ check, exchange: exchange ?? undefined })
  const results = presentationResults(session)
  const answered = results.some(({ presented }) => presented.length > 0)
  return (
    <Panel labelledBy="result">
      <PanelHeading id="result" title="Result" aside="requested, disclosed, not requested" />
      <div className="p-4">
        <ThreeVerdicts
          outcome={session.outcome}
          presentationValid={checks.presentation_valid}
          issuerTrusted={checks.issuer_trusted}
          signatureValid={checks.signature_valid}
        />
      </div>
      {observed.wallet_error !== null && <WalletError error={observed.wallet_error} />}
      {answered && <QueryOutcome session={session} hrefOfCheck={hrefOfCheck} />}
      {results.map((result) => (
        <DetailSection key={result.queryId} title={titleOf(result)}>
          {result.presented.length === 0 ? (
            <p className="text-sm text-ink-2">
              {answered ? 'Nothing was presented for this query.' : 'Nothing was presented.'}
            </p>
          ) : (
            result.presented.map((presented) => (
              <PresentedCredential
                key={presented.index}
                presented={presented}
                name={`${result.queryId}, ${presented.index + 1}`}
                hrefOfCheck={hrefOfCheck}
              />
            ))
          )}
        </DetailSection>
      ))}
      <IdTokenSection session={session} />
    </Panel>
  )
}

/** The ID Token sent with the presentation, decoded and without its subject; renders nothing if there is none. */
function IdTokenSection({ session: { observed, checks } }: { readonly session: InspectedPresentation }) {
  const { id_token: idToken } = observed
  if (idToken === null) return null
  const { header = null, claims = null } = idToken
  const verified = checks.id_token_verified
  return (
    <DetailSection title="ID Token">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Facts facts={[['Verified', verified === null ? 'not judged' : verified ? 'yes' : 'no']]} />
        <ExplainedTree value={{ header, claims }} openDepth={3} />
      </div>
    </DetailSection>
  )
}
