import { waitSecondsDefault } from '../../engine/deviations/outcome'
import type { PresentationSession } from '../../ground/ports/store-types'
import { clientIdentifierDeviations } from './client-identifier'
import { deliveryDeviations } from './delivery'
import { encryptionDeviations } from './encryption'
import { malformedAuthorityDeviations } from './malformed-authorities'
import { malformedClaimsDeviations } from './malformed-claims'
import { malformedQueryDeviations } from './malformed-query'
import { parameterDeviations } from './parameters'
import { queryDeviations } from './query'
import { requestObjectDeviations } from './request-object'
import type { VerifierDeviation } from './verifier-deviation'

/** Every query with one malformed member. OID4VP-1FINAL-6, OID4VP-1FINAL-7 */
export const malformedQueries: readonly VerifierDeviation[] = [
  ...malformedQueryDeviations,
  ...malformedAuthorityDeviations,
  ...malformedClaimsDeviations,
]

/** Every deviation that a request can have; the member `negative_test` of a session request names one. */
export const verifierDeviations: readonly VerifierDeviation[] = [
  ...requestObjectDeviations,
  ...clientIdentifierDeviations,
  ...parameterDeviations,
  ...queryDeviations,
  ...malformedQueries,
  ...encryptionDeviations,
  ...deliveryDeviations,
]

/** The deviation with this id; `null` for none. */
export const verifierDeviation = (id: unknown): VerifierDeviation | null =>
  verifierDeviations.find((deviation) => deviation.id === id) ?? null

/** What deviates on purpose in a session; `null` for nothing. */
export const deviationOf = ({ options }: Pick<PresentationSession, 'options'>): VerifierDeviation | null =>
  verifierDeviation(options.negative_test)

/** True where a good wallet refuses: what deviates asks for it, or the tester's own request does. */
export const expectsRefusal = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  options.expect === 'refusal'

/** Seconds of silence after the last fetch that a session waits. */
export const waitSeconds = ({ options }: Pick<PresentationSession, 'options'>): number =>
  options.refusal_wait ?? waitSecondsDefault

/** Name of a deviation in evidence, where it changed an answer. */
export const alterationName = ({ id }: Pick<VerifierDeviation, 'id'>): string => `negative_test.${id}`
