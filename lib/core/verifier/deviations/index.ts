import { waitSecondsDefault } from '../../engine/deviations/outcome'
import { authenticityDeviations } from './authenticity'
import { browserEntryDeviations } from './browser-entries'
import { browserParameterDeviations } from './browser-parameters'
import { clientIdPrefixDeviations } from './client-id-prefixes'
import { clientIdentifierDeviations } from './client-identifier'
import { deliveryDeviations } from './delivery'
import { encryptionDeviations } from './encryption'
import { linkDeviations } from './link'
import { malformedAuthorityDeviations } from './malformed-authorities'
import { malformedClaimsDeviations } from './malformed-claims'
import { malformedQueryDeviations } from './malformed-query'
import { memberDeviations } from './members'
import { onScreenDeviations, ourResponseDeviations } from './our-responses'
import { parameterDeviations } from './parameters'
import { queryDeviations } from './query'
import { requestObjectDeviations } from './request-object'
import { scopeDeviations } from './scope'
import { transactionDeviations } from './transactions'
import { trustDeviations } from './trust'
import { needsOurRegistrar } from './trust-changes'
import { unusualAll } from './unusual-all'
import type { PresentationChannel, VerifierDeviation } from './verifier-deviation'
import { verifierInfoDeviations } from './verifier-info'

/** The deviations with one malformed member in the query. OID4VP-1FINAL-6, OID4VP-1FINAL-7 */
export const malformedQueries: readonly VerifierDeviation[] = [
  ...malformedQueryDeviations,
  ...malformedAuthorityDeviations,
  ...malformedClaimsDeviations,
]

/** The deviations of requests that a browser carries, and of no others. OID4VP-1FINALA-A */
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

/** All deviations that a presentation supports; `negative_test` in a session request names one. */
export const verifierDeviations: readonly VerifierDeviation[] = [...singleDeviations, unusualAll(singleDeviations)]

/** The deviation with this id; `null` for none. */
export const verifierDeviation = (id: unknown): VerifierDeviation | null =>
  verifierDeviations.find((deviation) => deviation.id === id) ?? null

/** What of a session says which test it is; its read-back says the same. */
export interface TestedSession {
  readonly options: {
    readonly negative_test?: unknown
    readonly expect?: unknown
    readonly wallet_policy?: unknown
    readonly refusal_wait?: unknown
    readonly presentation_channel?: unknown
  }
}

/** The deviation of a session; `null` for a session without one. */
export const deviationOf = ({ options }: TestedSession): VerifierDeviation | null =>
  verifierDeviation(options.negative_test)

/** What carries the request of a session. */
export const channelOf = ({ options }: TestedSession): PresentationChannel =>
  options.presentation_channel === 'dc_api' ? 'dc_api' : 'url'

/** Whether a session makes a deviation, alone or with others. */
export function makesDeviation(session: TestedSession, id: string): boolean {
  const deviation = deviationOf(session)
  return deviation?.id === id || deviation?.joins?.includes(id) === true
}

/** Whether a deviation is one of the registration certificate. */
export const isOfRegistration = ({ id }: VerifierDeviation): boolean => id.startsWith('registration_')

/** Ids of those that can be made of a certificate that another registrar signed. */
export const withAnyRegistrar: readonly string[] = trustDeviations
  .filter((one) => isOfRegistration(one) && !needsOurRegistrar(one.changes.trust ?? {}))
  .map(({ id }) => id)

/**
 * True if a conformant wallet refuses: because of the deviation, or because the tester expects it of their own request.
 */
export const expectsRefusal = ({ options }: TestedSession): boolean => options.expect === 'refusal'

/** How long a session waits for the wallet after the last fetch, in seconds. */
export const waitSeconds = ({ options }: TestedSession): number =>
  typeof options.refusal_wait === 'number' ? options.refusal_wait : waitSecondsDefault

/** Name of a deviation in the record of an altered answer. */
export const alterationName = ({ id }: Pick<VerifierDeviation, 'id'>): string => `negative_test.${id}`
