import type { Check } from './engine/checks/check'
import { type CatalogueVersion, type CheckContract, contractOf, versionOf } from './engine/checks/check-contract'
import { inCatalogueOrder } from './engine/checks/check-groups'
import { failureHeadline, failureSentence } from './engine/evidence/failures'
import type { ConformanceEntry } from './engine/evidence/session-view'
import { sessionForm } from './engine/sessions/session-form'
import { sealedIn } from './engine/sessions/session-option'
import { issuanceChecks } from './issuer/checks'
import { issuerKind } from './issuer/evidence/issuer-kind'
import { issuerOptionOrder, issuerOptions, zIssuanceSessionRequest } from './issuer/read/session-options'
import type { Sha256 } from './shared/ports/ports'
import { presentationChecks } from './verifier/checks'
import { verifierKind } from './verifier/evidence/verifier-kind'
import {
  verifierOptionOrder,
  verifierOptions,
  zPresentationSessionRequest,
} from './verifier/read/session/session-options'

/*
 * The one file that names the parts of issuer and verifier. Issuer and verifier import neither this nor each other; what leads through
 * both asks here.
 */

/** Every check, by group in catalogue order. */
export const checkRegistry: readonly Check<never>[] = inCatalogueOrder([...issuanceChecks, ...presentationChecks])

const byId = new Map<string, Check<never>>(checkRegistry.map((check) => [check.id, check]))

/** The check with this id, or `null`. */
export const checkById = (id: string): Check<never> | null => byId.get(id) ?? null

/** The contract of every check by id, in catalogue order. */
export const checkContract = (): CheckContract => contractOf(checkRegistry)

/** Which checks there are, in short. */
export const catalogueOf = (sha256: Sha256): CatalogueVersion => versionOf(checkContract(), sha256)

/** What was wrong, as one statement: failureSentence for a finding of whatever check. */
export const failureSentenceOf = (
  found: Pick<ConformanceEntry, 'id' | 'title' | 'expected' | 'actual' | 'cause'>,
): string => failureSentence(found, checkById(found.id))

/** The same in few words, without the value that came. */
export const failureHeadlineOf = (found: Parameters<typeof failureSentenceOf>[0]): string =>
  failureHeadline(found, checkById(found.id))

/** What each kind of session brings to the fold of its evidence. */
export const sessionKinds = { issuance: issuerKind, presentation: verifierKind } as const

const checksOfSessions: ReadonlySet<Check<never>> = new Set(
  Object.values(sessionKinds).flatMap((kind) => kind.sessionChecks.map(({ check }) => check)),
)

/** Whether a check judges a session as a whole, at each read of its record. */
export const isOfSession = (check: Check<never>): boolean => checksOfSessions.has(check)

/** The schema of the body that makes a session of each kind. Members that it knows have to be right; others may be there. */
export const sessionRequests = { issuance: zIssuanceSessionRequest, presentation: zPresentationSessionRequest } as const

/** Where the body that makes a session of each kind holds what is sealed; see `sealed` of an option. */
export const sealedPlaces = { issuance: sealedIn(issuerOptions), presentation: sealedIn(verifierOptions) } as const

/** What forms know of the options of each kind of session. */
export const sessionForms = () => ({
  issuer: sessionForm(issuerOptions, issuerOptionOrder),
  verifier: sessionForm(verifierOptions, verifierOptionOrder),
})
