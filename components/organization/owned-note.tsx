import { keyProblems } from '../operator/key-form'
import { Note } from '../ui/note'

const done: Readonly<Record<string, string>> = {
  organization: 'The organisation has been added.',
  saved: 'Saved.',
  published: 'Everybody can see it now.',
  withdrawn: 'Only its organisation can see it now.',
  deleted: 'It has been deleted.',
}

const problems: Readonly<Record<string, string>> = {
  invalid_request: 'Nothing was saved: the places that are marked are wrong.',
  organization_exists: 'Nothing was saved: another organisation has this namespace.',
  organization_not_found: 'The organisation does not exist any more.',
  too_many_organizations: 'Nothing was saved: no more organisations fit.',
  entity_exists: 'Nothing was saved: another record has this path. Choose another name, or another last part.',
  entity_not_found: 'The record does not exist any more.',
  entity_changed: 'Nothing was done: somebody else has changed the record meanwhile. Look at it, then do it again.',
  entity_in_use: 'It is used by what is below it, by pipelines or by runs, so it was not deleted. Withdraw it instead.',
  too_many_entities: 'Nothing was saved: the organisation has as many records as it may.',
  body_too_large: 'Nothing was saved: the picture or the query is too large.',
  store_unavailable: 'Storage is not responding, so nothing was changed. Try again in a moment.',
  ...keyProblems,
}

const wordsOf = (words: Readonly<Record<string, string>>, code: string): string | null =>
  Object.hasOwn(words, code) ? (words[code] ?? null) : null

/** Reports what was done, or why not; nothing for ''. */
export function OwnedNote({ done: code = '', problem = '' }: { readonly done?: string; readonly problem?: string }) {
  if (problem !== '')
    return (
      <div role="alert">
        <Note kind="warning">
          {wordsOf(problems, problem) ?? 'This did not work. Try again; the log of the service says why.'}
        </Note>
      </div>
    )
  const words = wordsOf(done, code)
  return words === null ? null : (
    <div role="status">
      <Note kind="information">{words}</Note>
    </div>
  )
}
