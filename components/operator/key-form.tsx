import { paths } from '@/lib/paths'
import { FormNote } from '../ui/form-note'
import { KeySignIn } from '../ui/key-sign-in'

/** Asks for the admin key. `back`: page to return to, if not the operator's own. */
export const KeyForm = ({ back }: { readonly back?: string }) => (
  <KeySignIn action={paths.enterOperator()} label="Admin key" back={back}>
    <p className="text-sm text-ink-2">
      It is <code>ADMIN_API_KEY</code>, or in the file <code>admin-api-key</code> in the data directory. You stay signed
      in for up to eight hours, or until the service restarts.
    </p>
  </KeySignIn>
)

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

/** Why a form was refused, by the code in the URL. */
export const FormProblem = ({ code }: { readonly code: string }) => (
  <FormNote words={{ done: {}, problems: words }} problem={code} />
)
