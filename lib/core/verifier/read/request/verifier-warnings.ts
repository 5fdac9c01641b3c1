import type { PresentationSession } from '../../../shared/ports/store-types'
import { deviationOf, isDerivedRefusal } from '../../deviations'
import { isWarningEnough } from '../../deviations/deviation-facts'
import { isUnnamed } from '../../deviations/mutated'
import { isInLink } from './request-object'
import { readScopes } from './session-query'
import { qrCharactersMax } from './verifier-link'

/** Longest link that every phone passes on. */
const linkCharactersMax = 2000

/** Reasons why even a correct wallet may not answer; one sentence each. */
export function verifierWarnings({
  session,
  baseUrl,
  deeplink,
}: {
  readonly session: PresentationSession
  readonly baseUrl: string
  readonly deeplink: string
}): string[] {
  const tooLong = `The link has ${deeplink.length} characters, and one QR code holds ${qrCharactersMax}: let it hold the address of the session with /open at its end, which leads to the link, or ask for request_delivery by_reference.`
  const cut = `The link has ${deeplink.length} characters: some phones cut one with more than ${linkCharactersMax}.`
  const deviation = deviationOf(session)
  return [
    ...(baseUrl.startsWith('https:')
      ? []
      : ['This service is reached by plain http: many wallets refuse such a request.']),
    ...(deeplink.length > qrCharactersMax ? [tooLong] : []),
    ...(isInLink(session) && deeplink.length > linkCharactersMax ? [cut] : []),
    ...(deviation === null || isUnnamed(deviation)
      ? []
      : [
          `Refusal test ${deviation.id}: ${deviation.title} ${
            session.options.expect !== 'refusal'
              ? 'A good wallet still responds.'
              : isWarningEnough(session, { registrationStatusRead: false })
                ? 'A good wallet refuses it, or warns its user and asks.'
                : 'A good wallet refuses it.'
          }`,
        ]),
    ...(deviation === null || isUnnamed(deviation) || isDerivedRefusal(session) ? refusalNote(session) : []),
    ...(nothingToCompare(session)
      ? ['No query is known that this scope stands for: a response is verified, and compared with nothing.']
      : []),
    ...(session.requestProblems.some(({ severity, target }) => severity === 'violation' && target !== 'response')
      ? ['The request breaks the specification; see request_problems. A wallet may rightly refuse it.']
      : []),
  ]
}

/**
 * For a session without a deviation that expects a refusal: HAIP allows only the response type `vp_token`, or the
 * tester said so. HAIP-5
 */
function refusalNote({ options, responseType }: PresentationSession): string[] {
  if (options.expect !== 'refusal') return []
  if (options.expect_because !== undefined) return [derivedNotes[options.expect_because]]
  return options.profile === 'haip' && responseType !== 'vp_token'
    ? [`HAIP does not allow the response type ${responseType}: a good wallet refuses this request.`]
    : ['The tester expects a refusal: a wallet that presents fails.']
}

/** What follows from the transaction data, by why. PIDRB-5, TS12-3.2, OID4VP-1FINALA-B.2.1 */
const derivedNotes = {
  pid_key: 'Only a PID could confirm the transaction data: a good wallet refuses them, and one that presents fails.',
  transaction_data:
    'The transaction data break the rules of their type: a good wallet refuses them, and one that presents fails.',
  key_authorizations:
    'No issuer authorised a key for the transaction data: a good wallet refuses them, and one that presents fails.',
  type_metadata:
    'The metadata of the type of the credential are wrong on purpose: a good wallet confirms nothing with it, and one that presents fails.',
} as const

/** True if no query is configured for the request's scope. OID4VP-1FINAL-5.5 */
const nothingToCompare = ({ request, options }: PresentationSession): boolean =>
  request.dcql_query === undefined &&
  options.scope_query === undefined &&
  request.scope !== undefined &&
  readScopes(request.scope).standsForQuery
