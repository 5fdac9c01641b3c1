import type { DefinitionProblem } from '@/lib/core/scoreboard/pipelines/definition-problem'
import { Note } from '../ui/note'

const words: Readonly<Record<string, string>> = {
  temporal_unavailable: 'Temporal is not responding, so nothing was changed. Try again in a moment.',
  store_unavailable: 'Storage is not responding. Try again in a moment.',
  invalid_pipeline: 'No run was started: the definition of this pipeline is wrong.',
  pipeline_not_found: 'No run was started: this pipeline does not exist any more.',
  invalid_request: 'No run was started: choose a version of the wallet that exists.',
  idempotency_key_reused: 'This form has started a run already, of another version. Send it again for one more.',
  execution_ended: 'This run had ended already.',
  execution_not_found: 'This run does not exist any more.',
}

interface RunProblemProps {
  /** It comes from the address, so only known codes have a text. */
  readonly code: string
  /** The places of the definition that are wrong. */
  readonly places: readonly DefinitionProblem[]
}

/** Why a form of the page was not carried out. */
export function RunProblem({ code, places }: RunProblemProps) {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return (
    <div role="alert">
      <Note kind="warning">
        {known ?? 'This did not work. Try again; the log of the service says why.'}
        {places.length > 0 && (
          <ul className="mt-1 grid list-disc gap-1 pl-5">
            {places.map(({ path, message }) => (
              <li key={`${path} ${message}`} className="wrap-anywhere">
                <code>{path === '' ? 'definition' : path}</code> {message}
              </li>
            ))}
          </ul>
        )}
      </Note>
    </div>
  )
}
