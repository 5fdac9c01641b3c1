import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'

/**
 * Asks for the admin key. It is sent to the server once; the browser then has a session that expires. `back`: page to
 * return to, if not the operator's own.
 */
export function KeyForm({ back }: { readonly back?: string }) {
  return (
    <form
      method="post"
      action={paths.enterOperator()}
      className="grid max-w-[520px] gap-3 rounded-md border border-line bg-surface p-4 md:p-5"
    >
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <label className="grid gap-1.5">
        <span className="text-sm font-medium">Admin key</span>
        <input
          type="password"
          name="key"
          required
          autoComplete="current-password"
          className="h-10 rounded-md border border-control bg-surface px-3"
        />
      </label>
      <p className="text-sm text-ink-2">
        It is <code>ADMIN_API_KEY</code>, or in the file <code>admin-api-key</code> in the data directory. You stay
        signed in for up to eight hours, or until the service restarts.
      </p>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Sign in
      </button>
    </form>
  )
}

/** Why the admin key is missing or no longer accepted, by API error code. */
export const keyProblems = {
  session_over: 'Your session has ended. Enter the admin key again.',
  api_key_required: 'Enter the admin key.',
  invalid_api_key: 'This is not the admin key.',
  insufficient_api_key_scope: 'This is the operator token, which is for reading evidence. Enter the admin key.',
  too_many_requests: 'Too many wrong keys came from this address. Wait a minute, then try again.',
  auth_not_configured:
    'This service has no admin key. Set ADMIN_API_KEY, or make its data directory writable, and restart.',
}

const words: Readonly<Record<string, string>> = {
  ...keyProblems,
  invalid_schedule: 'Choose a whole number of seconds, from 1 to 31 536 000.',
  too_many_schedules: 'There are too many schedules already. Cancel one first.',
  schedule_not_found: 'This schedule has been cancelled already.',
  invalid_organisation: 'Name the organisation in one line of at most 100 characters.',
  invalid_slugs:
    'Slugs are lower-case letters and digits with single hyphens, at most 40 characters each, and 20 of them.',
  too_many_tokens: 'There are too many tokens already.',
  temporal_unavailable: 'Temporal is not responding, so nothing was changed. Try again in a moment.',
}

/** Why a form was refused. The code comes from the URL, so only known codes have a text. */
export function FormProblem({ code }: { readonly code: string }) {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return (
    <div role="alert">
      <Note kind="warning">{known ?? 'This did not work. Try again; the log of the service says why.'}</Note>
    </div>
  )
}
