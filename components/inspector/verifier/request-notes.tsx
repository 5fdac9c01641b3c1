import type { JsonObject } from '@/lib/core/ground/values/json'
import { Panel } from '../../ui/panel'
import { PanelHeading } from '../../ui/panel-heading'
import { ProblemList } from '../../ui/problem-list'
import type { InspectedPresentation } from '../model/flows/verifier-session'

type Noted = Pick<InspectedPresentation, 'request_problems' | 'warnings'>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const toProblem = ({ severity, pointer, message }: JsonObject) => ({
  isNote: severity === 'note',
  pointer: text(pointer),
  message: text(message),
})

/** What is wrong with the request, and what may keep a wallet from responding; renders nothing if there is neither. */
export function RequestNotes({ session: { request_problems, warnings } }: { readonly session: Noted }) {
  if (request_problems.length + warnings.length === 0) return null
  return (
    <Panel labelledBy="notes">
      <PanelHeading id="notes" title="About the request" />
      <div className="grid gap-3 p-4 text-sm">
        {warnings.length > 0 && (
          <ul className="grid list-disc gap-1.5 pl-5 text-warn-ink">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        {request_problems.length > 0 && (
          <>
            <h3 className="text-sm font-[550] text-ink-2">Problems with the request</h3>
            <ProblemList problems={request_problems.map(toProblem)} />
          </>
        )}
      </div>
    </Panel>
  )
}
