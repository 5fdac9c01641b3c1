import { waitSecondsDefault } from '../../engine/deviations/deviation-outcome'
import type { JsonObject } from '../../shared/values/json'
import { authenticityDeviations } from './authenticity'
import { browserEntryDeviations, browserParameterDeviations } from './browser-requests'
import { clientIdentifierDeviations, clientIdPrefixDeviations } from './client-identifiers'
import { deliveryDeviations, linkDeviations } from './delivery'
import { encryptionDeviations } from './encryption'
import { malformedAuthorityDeviations, malformedClaimsDeviations, malformedQueryDeviations } from './malformed-query'
import { mutatedDeviation, sameAsOf, unnamedId } from './mutated'
import { onScreenDeviations, ourResponseDeviations } from './our-responses'
import { memberDeviations, parameterDeviations, verifierInfoDeviations } from './parameters'
import { queryDeviations, scopeDeviations } from './query'
import { requestObjectDeviations } from './request-object'
import { transactionDeviations } from './transactions'
import { trustDeviations } from './trust'
import { answered, needsOurRegistrar, type PresentationChannel, type VerifierDeviation } from './verifier-deviation'

type Changes = VerifierDeviation['changes']

/** Unusual deviations in the order applied. A wallet that handles each also handles the combination. */
const joinedIds: readonly string[] = [
  'iss_mismatch',
  'random_parameter',
  'unknown_dcql_member',
  'conflicting_url_params',
  'extra_members_both_ways',
]

/** Combines several deviations that a good wallet tolerates, each a small change to the correct value. */
function unusualAll(deviations: readonly VerifierDeviation[]): VerifierDeviation {
  const joined = joinedIds.flatMap((id) => deviations.filter((one) => one.id === id))
  const all = <Name extends keyof Changes>(name: Name) =>
    joined.flatMap(({ changes }): NonNullable<Changes[Name]>[] => (changes[name] ? [changes[name]] : []))
  const [parameters, links, responses] = [all('parameters'), all('link'), all('responseAnswer')]
  return {
    id: 'unusual_all',
    title: 'The request, its link and our response to the presentation have all that wallets ignore.',
    clause: 'OID4VP-1FINAL-5',
    ...answered,
    joins: joined.map(({ id }) => id),
    needs: Object.assign({}, ...joined.map(({ needs }) => needs)),
    changes: {
      parameters: (request, tools) =>
        parameters.reduce<JsonObject>((changed, change) => change(changed, tools), request),
      ...(links.length === 0
        ? {}
        : { link: (given, ...more) => links.reduce((changed, change) => change(changed, ...more), given) }),
      responseAnswer: (responseUri) => ({
        body: (right) =>
          responses.reduce((changed, change) => {
            const { body } = change(responseUri)
            return typeof body === 'function' ? body(changed) : changed
          }, right),
      }),
    },
  }
}

/** Deviations with one malformed query member. OID4VP-1FINAL-6, OID4VP-1FINAL-7 */
export const malformedQueries: readonly VerifierDeviation[] = [
  ...malformedQueryDeviations,
  ...malformedAuthorityDeviations,
  ...malformedClaimsDeviations,
]

/** Deviations of browser requests only. OID4VP-1FINALA-A */
const browserDeviations: readonly VerifierDeviation[] = [...browserParameterDeviations, ...browserEntryDeviations]

const singleDeviations: readonly VerifierDeviation[] = [
  ...requestObjectDeviations,
  ...clientIdentifierDeviations,
  ...parameterDeviations,
  ...queryDeviations,
  ...scopeDeviations,
  ...transactionDeviations,
  ...malformedQueries,
  ...encryptionDeviations,
  ...deliveryDeviations,
  ...ourResponseDeviations,
  ...onScreenDeviations,
  ...verifierInfoDeviations,
  ...authenticityDeviations,
  ...linkDeviations,
  ...memberDeviations,
  ...clientIdPrefixDeviations,
  ...trustDeviations,
  ...browserDeviations,
]

/** All deviations of presentations; `negative_test` in a session request names one. */
export const verifierDeviations: readonly VerifierDeviation[] = [...singleDeviations, unusualAll(singleDeviations)]

/** `null` without one. */
export const verifierDeviation = (id: unknown): VerifierDeviation | null =>
  verifierDeviations.find((deviation) => deviation.id === id) ?? null

/** The parts of a session, or its read-back, that determine its test. */
export interface TestedSession {
  readonly options: {
    readonly negative_test?: unknown
    readonly expect?: unknown
    readonly expect_because?: unknown
    readonly wallet_policy?: unknown
    readonly refusal_wait?: unknown
    readonly presentation_channel?: unknown
    readonly mutations?: unknown
    readonly mutated?: unknown
    readonly request_before_test?: unknown
  }
  readonly dcApi?: { readonly entries: readonly { readonly nonce: string }[] } | undefined
}

/** The deviation of a session: a test, or what its mutations change; `null` without one. */
export function deviationOf(session: TestedSession): VerifierDeviation | null {
  const { mutations, negative_test: test } = session.options
  return mutations === undefined
    ? verifierDeviation(test)
    : mutatedDeviation(session, verifierDeviation(sameAsOf(session)))
}

/** True for a request that is wrong as a tester asked, of which nothing says what a good wallet does. */
export const isReported = ({ options }: TestedSession): boolean => options.expect === 'report'

/** What carries a session's request. */
export const channelOf = ({ options }: TestedSession): PresentationChannel =>
  options.presentation_channel === 'dc_api' ? 'dc_api' : 'url'

/** Whether a session has a deviation, alone or combined. */
export function makesDeviation(session: TestedSession, id: string): boolean {
  const deviation = deviationOf(session)
  return deviation?.id === id || deviation?.joins?.includes(id) === true
}

/** True for a deviation in the registration certificate. */
export const isOfRegistration = ({ id }: VerifierDeviation): boolean => id.startsWith('registration_')

/** Ids of those that can be built from another registrar's certificate. */
export const withAnyRegistrar: readonly string[] = trustDeviations
  .filter((one) => isOfRegistration(one) && !needsOurRegistrar(one.changes.trust ?? {}))
  .map(({ id }) => id)

/**
 * True if a conformant wallet refuses, because of the deviation or because the tester expects it of their own request.
 */
export const expectsRefusal = ({ options }: TestedSession): boolean => options.expect === 'refusal'

/** True if the refusal follows from the transaction data alone: a presentation fails and is taken all the same. */
export const isDerivedRefusal = ({ options }: TestedSession): boolean => options.expect_because !== undefined

/** Seconds to wait for the wallet after the last fetch. */
export const waitSeconds = ({ options }: TestedSession): number =>
  typeof options.refusal_wait === 'number' ? options.refusal_wait : waitSecondsDefault

/** The deviation's name in `answer_altered` events. */
export const deviationName = ({ id }: Pick<VerifierDeviation, 'id'>): string =>
  id === unnamedId ? id : `negative_test.${id}`
