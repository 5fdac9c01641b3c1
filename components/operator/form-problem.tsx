import { Note } from '../ui/note'

const words: Readonly<Record<string, string>> = {
  session_over: 'Your session has ended. Enter the admin key again.',
  api_key_required: 'Enter the admin key.',
  invalid_api_key: 'This is not the admin key.',
  insufficient_api_key_scope: 'This is the operator token, which is for reading evidence. Enter the admin key.',
  too_many_requests: 'Too many wrong keys came from this address. Wait a minute, then try again.',
  auth_not_configured:
    'This service has no admin key. Set ADMIN_API_KEY, or make its data directory writable, and restart.',
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
