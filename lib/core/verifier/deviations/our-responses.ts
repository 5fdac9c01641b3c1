import type { Reply } from '../../shared/http/exchange'
import { isObject } from '../../shared/values/json'
import { answered, type VerifierDeviation, type WrongAnswer } from './verifier-deviation'

/** Adds or replaces members of our response to a presentation. */
const withMembers =
  (members: Readonly<Record<string, unknown>>): NonNullable<WrongAnswer['body']> =>
  (body: Reply['body']) =>
    body?.kind === 'json' && isObject(body.value) ? { ...body, value: { ...body.value, ...members } } : body

/** The browser shows which way the wallet went, so the wallet needs a redirect_uri. */
const redirecting = { needs: { return_redirect_uri: true } } as const

const withExtraMember = (): WrongAnswer => ({ body: withMembers({ wallet_capture_unknown: true }) })

const errorWithRedirect = 'error_answer_with_redirect'

/** Unusual replies to a presentation. OID4VP-1FINAL-8.2 */
export const ourResponseDeviations: readonly VerifierDeviation[] = [
  {
    id: errorWithRedirect,
    title: 'Our response to the presentation is an error with status 400, and has a redirect_uri.',
    clause: 'OID4VP-1FINAL-8.2',
    ...answered,
    must: 'The wallet should respond as usual, and open the redirect_uri.',
    ...redirecting,
    changes: {
      responseAnswer: () => ({
        status: 400,
        body: withMembers({ error: 'invalid_request', error_description: 'An error on purpose, with a redirect_uri.' }),
      }),
    },
  },
  {
    id: 'extra_answer_member',
    title: 'Our response to the presentation has an undefined member.',
    clause: 'OID4VP-1FINAL-8.2',
    ...answered,
    ...redirecting,
    changes: {
      responseAnswer: withExtraMember,
    },
  },
  {
    id: 'extra_members_both_ways',
    title: 'The request has an undefined parameter, and our response to the presentation an undefined member.',
    clause: 'OID4VP-1FINAL-8.2',
    ...answered,
    ...redirecting,
    changes: {
      parameters: (request, { randomValue }) => ({ ...request, wallet_capture_unknown: randomValue() }),
      responseAnswer: withExtraMember,
    },
  },
]

/** The wallet has presented and should show its user an error. */
const endsInError = {
  clause: 'OID4VP-1FINAL-8.2',
  ...answered,
  must: 'The wallet should respond as usual, and then show an error or stop.',
  needs: { response_mode: 'direct_post.jwt' },
} as const

/** Replies that end the presentation; no further request shows whether the wallet noticed. OID4VP-1FINAL-8.2 */
export const onScreenDeviations: readonly VerifierDeviation[] = [
  {
    id: 'answer_without_redirect',
    title: 'Our response to the presentation has no redirect_uri, which HAIP demands on one device.',
    ...endsInError,
    clause: 'HAIP-5.1',
    changes: { responseAnswer: () => ({ body: () => ({ kind: 'json', value: {} }) }) },
  },
  {
    id: 'answer_not_json',
    title: 'Our response to the presentation is a plain text with status 200, not JSON.',
    ...endsInError,
    changes: {
      responseAnswer: () => ({
        headers: [['Content-Type', 'text/plain; charset=utf-8']],
        body: () => ({ kind: 'text', text: 'Thank you.' }),
      }),
    },
  },
  {
    id: 'answer_400',
    title: 'Our response to the presentation is an error with status 400.',
    ...endsInError,
    changes: {
      responseAnswer: () => ({
        status: 400,
        body: () => ({ kind: 'json', value: { error: 'invalid_request', error_description: 'An error on purpose.' } }),
      }),
    },
  },
]

/** True if our error response carries the session's `redirect_uri`, which no specification says to follow. */
export const redirectsInError = ({ options }: { readonly options: { readonly negative_test?: unknown } }): boolean =>
  options.negative_test === errorWithRedirect

/** True if the reply to the presentation deliberately ends everything, so that no browser follows. */
export const endsOnScreen = ({ options }: { readonly options: { readonly negative_test?: unknown } }): boolean =>
  onScreenDeviations.some(({ id }) => id === options.negative_test)
