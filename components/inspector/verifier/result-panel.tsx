import { isOfGroup } from '@/lib/core/engine/checks/check-groups'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { askedQuery, wantedWords } from '@/lib/core/verifier/evidence/verifier-title'
import type { HrefOf } from '@/lib/paths'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { FindingLine } from '../check-detail'
import { DetailSection } from '../detail-parts'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'
import type { InspectedPresentation } from '../model/flows/verifier-exchanges'
import { presentationResults, type QueryResult } from '../model/presented-result'
import { PresentedCredential } from './presented-credential'
import { ThreeVerdicts } from './three-verdicts'

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
 * Whether the whole response matches the query, and what does not. Findings about a single credential are shown with
 * it.
 */
function QueryOutcome({ session, hrefOfCheck }: QueryOutcomeProps) {
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

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Meaning of standard error codes. OID4VP-1FINAL-8.5, RFC6749-4.1.2.1, RFC9101-7, SIOP2-10.3 */
const meaningOf: Readonly<Record<string, string>> = {
  access_denied: 'The user declined, the wallet has no matching credential, or the wallet does not say which.',
  invalid_request: 'The wallet considers the request invalid. Look at the problems and warnings of the session.',
  invalid_client: 'The wallet did not accept the verifier: its client identifier or certificate.',
  invalid_scope: 'The wallet does not know the requested scope.',
  vp_formats_not_supported: 'The wallet supports none of the requested formats.',
  invalid_request_uri_method: 'The wallet does not support the request_uri_method.',
  invalid_transaction_data: 'The wallet did not accept the transaction data.',
  wallet_unavailable: 'The wallet could not be invoked.',
  invalid_request_object: 'The wallet did not accept the request object: its signature, its type or its claims.',
  invalid_request_uri: 'The wallet could not get the request from the request_uri.',
  request_not_supported: 'The wallet does not support a request in the link.',
  request_uri_not_supported: 'The wallet does not support a request_uri.',
  unsupported_response_type: 'The wallet does not support the response type.',
  unauthorized_client: 'The wallet does not let this verifier ask for that.',
  server_error: 'Something went wrong in the wallet.',
  temporarily_unavailable: 'The wallet cannot respond at the moment.',
  user_cancelled: 'The user cancelled.',
  client_metadata_value_not_supported: 'The wallet does not support a value in client_metadata.',
  subject_syntax_types_not_supported: 'The wallet supports none of the announced subject syntax types.',
  invalid_registration_metadata_uri: 'The wallet could not get the metadata of the verifier.',
  invalid_registration_metadata_object: 'The wallet considers the metadata of the verifier invalid.',
}

/** Error response of the wallet. */
function WalletError({ error }: { readonly error: JsonObject }) {
  const code = text(error.error)
  return (
    <DetailSection title="The wallet responded with an error">
      <Facts
        facts={[
          [
            'Code',
            code === null ? (
              'none'
            ) : (
              <code key="c" className="wire">
                {code}
              </code>
            ),
          ],
          ['Means', code === null ? null : (meaningOf[code] ?? 'A code defined by the wallet.')],
          ['Said', text(error.error_description)],
          ['More at', text(error.error_uri)],
          ['Encrypted', error.encrypted === true ? 'yes' : 'no'],
        ]}
      />
    </DetailSection>
  )
}

interface ResultPanelProps {
  readonly session: InspectedPresentation
  readonly hrefOf: HrefOf
}

const titleOf = ({ query, queryId }: QueryResult): string =>
  query === null ? `${queryId}, which matches no query` : `${queryId}: ${wantedWords(query)}`

/** Result of a presentation: three verdicts, the query match, and each credential claim by claim. */
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

/** The ID Token sent with the presentation, decoded, without its subject; renders nothing if there is none. */
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
