import { Note } from '../ui/note'
import { keyProblems } from './key-problems'

const words: Readonly<Record<string, string>> = {
  ...keyProblems,
  invalid_schedule: 'Choose a whole number of seconds, from 1 to 31 536 000.',
  too_many_schedules: 'There are too many schedules already. Cancel one first.',
  schedule_not_found: 'This schedule has been cancelled already.',
  temporal_unavailable: 'Temporal is not responding, so nothing was changed. Try again in a moment.',
}

/** Why a form was not processed. The code comes from the URL, so only known codes have a text. */
export function FormProblem({ code }: { readonly code: string }) {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return (
    <div role="alert">
      <Note kind="warning">{known ?? 'This did not work. Try again; the log of the service says why.'}</Note>
    </div>
  )
}
