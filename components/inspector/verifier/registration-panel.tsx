import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ExplainedTree } from '../explained-tree'
import type { InspectedPresentation } from '../model/flows/verifier-session'

type Registered = Pick<InspectedPresentation, 'client_registration'>

/** What the tester has to register with the wallet before this session; renders nothing where the wallet needs none of it. */
export function RegistrationPanel({
  session: { client_registration: registration },
}: {
  readonly session: Registered
}) {
  if (registration === undefined) return null
  return (
    <Panel labelledBy="registration">
      <PanelHeading id="registration" title="What to register with the wallet" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <p className="text-sm text-ink-2">
          The wallet must know this verifier already. The request sends no metadata of its own.
        </p>
        <ExplainedTree value={registration} openDepth={2} />
      </div>
    </Panel>
  )
}
