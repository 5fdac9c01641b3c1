import { DetailSection } from '../detail-section'
import { ExplainedTree } from '../explained-tree'
import { Facts } from '../facts'
import type { InspectedPresentation } from '../model/flows/verifier-session'

/** The ID Token sent with the presentation, decoded and without its subject; renders nothing if there is none. */
export function IdTokenSection({ session: { observed, checks } }: { readonly session: InspectedPresentation }) {
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
