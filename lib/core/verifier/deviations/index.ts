import type { PresentationSession } from '../../ground/ports/store-types'
import { clientIdentifierTests } from './client-identifier'
import { deliveryTests } from './delivery'
import { encryptionTests } from './encryption'
import { malformedAuthorityTests } from './malformed-authorities'
import { malformedClaimsTests } from './malformed-claims'
import { malformedQueryTests } from './malformed-query'
import type { NegativeTest } from './negative-test'
import { parameterTests } from './parameters'
import { queryTests } from './query'
import { requestObjectTests } from './request-object'

/** Every query with one malformed member. OID4VP-1FINAL-6, OID4VP-1FINAL-7 */
export const malformedQueries: readonly NegativeTest[] = [
  ...malformedQueryTests,
  ...malformedAuthorityTests,
  ...malformedClaimsTests,
]

/** Every fault that a request can have on purpose, and every oddity that a wallet has to take. */
export const negativeTests: readonly NegativeTest[] = [
  ...requestObjectTests,
  ...clientIdentifierTests,
  ...parameterTests,
  ...queryTests,
  ...malformedQueries,
  ...encryptionTests,
  ...deliveryTests,
]

/** The test with this id; `null` for none. */
export const negativeTest = (id: string | null): NegativeTest | null =>
  negativeTests.find((test) => test.id === id) ?? null

/** What is wrong on purpose in a session; `null` for nothing. */
export const negativeTestOf = ({ options }: Pick<PresentationSession, 'options'>): NegativeTest | null =>
  negativeTest(options.negative_test)

/** Name of a test in evidence, where it changed an answer. */
export const alterationId = ({ id }: Pick<NegativeTest, 'id'>): string => `negative_test.${id}`
