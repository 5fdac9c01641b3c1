import { Note } from '../ui/note'

/** Why somebody could not sign in, or may not do something, by the code of the interface. */
export const signInProblems = {
  session_over: 'Your session has ended. Enter the key again.',
  api_key_required: 'Enter the key.',
  invalid_api_key: 'This is neither a key of an organisation nor the admin key.',
  revoked_api_key: 'This key was revoked. An owner of the organisation makes another one.',
  expired_api_key: 'This key has expired. An owner of the organisation makes another one.',
  insufficient_api_key_scope: 'Nothing was done: your key is not allowed to do that.',
  too_many_requests: 'Too many wrong keys came from this address. Wait a minute, then try again.',
  auth_not_configured:
    'This is no key of an organisation, and the service has no admin key. Set ADMIN_API_KEY, or make its data directory writable, and restart.',
}

const problems: Readonly<Record<string, string>> = {
  ...signInProblems,
  invalid_request: 'Nothing was made: a key needs a name, something that it may do, and 1 to 730 days.',
  too_many_keys: 'The organisation has fifty valid keys, which is as many as it may have. Revoke one first.',
  key_not_found: 'The organisation has no such key any more.',
  organization_not_found: 'No organisation of yours has this namespace.',
  store_unavailable: 'Storage is not responding, so nothing was changed. Try again in a moment.',
}

const done: Readonly<Record<string, string>> = {
  revoked: 'The key has been revoked.',
  left: 'You have signed out.',
}

/** Says what a form came to. Codes come from the URL, so only known ones have words. */
export function OrganizationNote({ problem, done: code }: { readonly problem: string; readonly done: string }) {
  if (problem !== '')
    return (
      <div role="alert">
        <Note kind="warning">
          {(Object.hasOwn(problems, problem) ? problems[problem] : undefined) ??
            'This did not work. Try again; the log of the service says why.'}
        </Note>
      </div>
    )
  const words = Object.hasOwn(done, code) ? done[code] : undefined
  return words === undefined ? null : (
    <div role="status">
      <Note kind="information">{words}</Note>
    </div>
  )
}
