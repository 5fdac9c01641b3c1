import { keyProblems } from '../operator/key-form'
import { Note } from '../ui/note'
import { signInProblems } from './organization-note'

const done: Readonly<Record<string, string>> = {
  added: 'The pipeline has been added. It is private until you publish it.',
  saved: 'Saved.',
  scheduled: 'The schedule has been saved.',
  unscheduled: 'The schedule has been removed.',
  published: 'The pipeline is public.',
  unpublished: 'The pipeline is private.',
  evidence_shown: 'Everybody can open the evidence of its runs.',
  evidence_hidden: 'The evidence of its runs is no longer named in public.',
  deleted: 'The pipeline has been deleted.',
}

const problems: Readonly<Record<string, string>> = {
  invalid_pipeline: 'Nothing was saved: the definition is wrong in the places that are marked.',
  invalid_request: 'Nothing was saved: the places that are marked are wrong.',
  insecure_transport:
    'Nothing was saved: the definition holds a private key or another value that is sealed, which is taken over https, or from the machine that the service runs on, alone. Others may have read this one.',
  pipeline_exists: 'Nothing was saved: the organisation has a pipeline with this path. Choose another name or path.',
  pipeline_published:
    'Nothing was saved: the pipeline is published, and its definition cannot change until you unpublish it.',
  pipeline_has_runs:
    'The pipeline has run, and statistics are made of its runs, so it was not deleted. Unpublish it and remove its schedule instead.',
  pipeline_not_found: 'The pipeline does not exist any more.',
  pipeline_changed:
    'Nothing was done: somebody else has changed the pipeline meanwhile. Look at what is saved now, then do it again.',
  schedule_not_found: 'The pipeline has no schedule any more.',
  body_too_large: 'Nothing was saved: it is too long.',
  payload_too_large: 'Nothing was saved: it is too long.',
  temporal_unavailable: 'Temporal is not responding, so nothing was changed. Try again in a moment.',
  store_unavailable: 'Storage is not responding, so nothing was changed. Try again in a moment.',
  ...keyProblems,
  ...signInProblems,
}

/** Words for a code; none for an unknown one, because it comes from the URL. */
const wordsOf = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined

/** Reports what was done, or why not. */
export function SaveNote({
  done: code,
  problem,
  saved = null,
}: {
  readonly done?: string | undefined
  readonly problem?: string | null | undefined
  /** Page that shows the saved pipeline; `null` if this one does. */
  readonly saved?: string | null
}) {
  if (problem !== undefined && problem !== null)
    return (
      <div role="alert">
        <Note kind="warning">
          {wordsOf(problems, problem) ?? 'This did not work. Try again; the log of the service says why.'}
          {problem === 'pipeline_changed' && saved !== null && (
            <>
              {' '}
              <a className="link" href={saved}>
                What is saved now
              </a>
            </>
          )}
        </Note>
      </div>
    )
  const words = code === undefined ? undefined : wordsOf(done, code)
  return words === undefined ? null : (
    <div role="status">
      <Note kind="information">{words}</Note>
    </div>
  )
}
