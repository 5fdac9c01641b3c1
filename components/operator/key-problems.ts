/** Why nobody has entered the admin key, or has not any more, by the error code of the interface. */
export const keyProblems = {
  session_over: 'Your session has ended. Enter the admin key again.',
  api_key_required: 'Enter the admin key.',
  invalid_api_key: 'This is not the admin key.',
  insufficient_api_key_scope: 'This is the operator token, which is for reading evidence. Enter the admin key.',
  too_many_requests: 'Too many wrong keys came from this address. Wait a minute, then try again.',
  auth_not_configured:
    'This service has no admin key. Set ADMIN_API_KEY, or make its data directory writable, and restart.',
}
