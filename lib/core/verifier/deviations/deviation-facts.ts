import { type Changed, changedPurpose, changedTitle } from '../../engine/deviations/changed-words'
import { purposeWords } from '../../engine/deviations/deviation'
import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import type { TrustKeys } from '../../shared/ports/trust'
import type { ListChanges } from '../../shared/trust/lists/make/sign-list'
import { type OfRecord, readRegistrationStatus, trustReads } from '../history/verifier-history'
import { channelOf, deviationName, deviationOf, isDerivedRefusal, type TestedSession, verifierDeviation } from '.'
import { elsewhere } from './delivery'
import { inWordsOfEqual } from './mutated'
import { flipBit } from './request-object'
import { underCertificate } from './trust'
import { answered, refused } from './verifier-deviation'

/** What the wallet read of the verifier's trust, as far as the session's test depends on it. */
export interface TrustFacts {
  readonly registrationStatusRead: boolean
  /** Whether the deviation reached the wallet; lists count only if read. */
  readonly reached: boolean
  /** Whether the wallet read the revocation status; `null` if nothing is revoked. */
  readonly revocationRead: boolean | null
}

/** Derives the facts from the session's events. */
export function trustFacts(session: TestedSession, events: readonly OfRecord[]): TrustFacts {
  const { reached, revokedIn } = deviationOf(session) ?? {}
  return {
    registrationStatusRead: readRegistrationStatus(events),
    reached: reached?.(trustReads(events, 'list').map(({ detail }) => detail)) ?? true,
    revocationRead: revokedIn === undefined ? null : trustReads(events, revokedIn).length > 0,
  }
}

/**
 * True if a presentation is only a warning although the wallet should refuse. False without a deviation: a tester's
 * expectation of their own request is strict.
 * @see ARF3-RPRC_17, OID4VP-1FINAL-5.1, OID4VP-1FINAL-5.9.3
 */
export function isAdvisory(
  session: TestedSession,
  { registrationStatusRead }: Pick<TrustFacts, 'registrationStatusRead'>,
): boolean {
  if (isDerivedRefusal(session)) return false
  const { advisory, ofSigner } = deviationOf(session) ?? {}
  if (ofSigner && channelOf(session) === 'dc_api') return true
  if (advisory === undefined || advisory === true) return advisory === true
  if (session.options.wallet_policy === 'refuse') return false
  return advisory === 'unless_policy_refuses' || !registrationStatusRead
}

/** True if the session tests trust in the verifier. */
export const testsTrust = (session: TestedSession): boolean => deviationOf(session)?.changes.trust !== undefined

/**
 * True if warning the user and asking is enough although the wallet should refuse. Only a person can report it.
 * @see ARF3-RPRC_17, ARF3-RPA_07b
 */
export const isWarningEnough = (session: TestedSession, facts: Pick<TrustFacts, 'registrationStatusRead'>): boolean =>
  testsTrust(session) && isAdvisory(session, facts)

/** Session options that determine the deviation. */
interface PurposeOptions {
  readonly negative_test?: unknown
  readonly expect?: unknown
  readonly mutations?: unknown
}

/** A session, or its read-back, which also says what its tester changed. */
interface Purposeful {
  readonly options: PurposeOptions
  readonly mutations?: Changed | undefined
}

/** A test by its name, in the words of whoever made it. */
function testShown(id: unknown, isMutated: boolean) {
  const test = verifierDeviation(id)
  return test === null || !isMutated ? test : inWordsOfEqual(test)
}

/** Title of a presentation's deviation; `null` without one. */
export function deviationTitleOf({ options, mutations: changed }: Purposeful): string | null {
  if (changed !== undefined) return changedTitle(testShown(changed.same_as, true))
  const { negative_test: id, mutations } = options
  if (mutations !== undefined && typeof id !== 'string') return 'changed on purpose'
  const known = testShown(id, mutations !== undefined)
  return typeof id === 'string' ? (known?.title.replace(/\.$/, '') ?? id.replaceAll('_', ' ')) : null
}

/** Who says what a wallet does with a request that is changed as a tester asked. */
const mutationPurpose = (expect: unknown): string =>
  expect === 'refusal'
    ? 'The tester expects a refusal.'
    : expect === 'answer'
      ? 'The tester expects a response.'
      : 'No text says what a wallet does with it.'

/** Purpose of a presentation, in sentences for its page and reports; `null` for an ordinary one. */
export function purposeOf({ options, mutations: changed }: Purposeful): string | null {
  if (changed !== undefined) return changedPurpose(changed, testShown(changed.same_as, true))
  const id = typeof options.negative_test === 'string' ? options.negative_test : null
  const { expects, must } = options.expect === 'refusal' ? refused() : answered
  if (id === null && options.mutations !== undefined)
    return `Wrong on purpose: the request is changed as the tester asked. ${mutationPurpose(options.expect)}`
  if (id === null) return expects === 'refusal' ? 'Refusal expected: the wallet should refuse.' : null
  const known = testShown(id, options.mutations !== undefined)
  if (known?.expects === expects) return purposeWords(known)
  // Evidence outlives code: a deviation that no longer exists is shown by name.
  return purposeWords({ title: known?.title ?? `${id.replaceAll('_', ' ')}.`, expects, must })
}

/** Tests whose request has no usable key. */
const withoutKey: readonly unknown[] = ['no_enc_alg_key', 'no_usable_enc_key', 'no_enc_jwks', 'client_metadata_string']

/** True if the request deliberately has no key for encrypting a response or error. OID4VP-1FINAL-8.3 */
export const lacksKey = ({ options }: Pick<TestedSession, 'options'>): boolean =>
  withoutKey.includes(options.negative_test)

/** Errors of the PID provider list, by `trusted_list`. */
const wrongLists: Readonly<Record<string, (keys: TrustKeys) => ListChanges>> = {
  not_listed: ({ strangers }) => ({ content: underCertificate(strangers.operator.x5c[0] ?? '') }),
  bad_signature: () => ({ token: flipBit }),
  unreachable: () => ({ unreachable: true }),
}

/** The wrong trust documents that a presentation serves. */
export function wrongTrustOf(session: PresentationSession, keys: TrustKeys): WrongTrust {
  const ofTest = deviationOf(session)?.changes.trust?.served?.(keys) ?? {}
  const { trusted_list: kind } = session.options
  const change = kind === undefined ? undefined : wrongLists[kind]?.(keys)
  return change === undefined ? ofTest : { ...ofTest, lists: { 'pid-providers': change, ...ofTest.lists } }
}

/**
 * The wallet's first call of a URL known only from the test's redirect, whether of the fetch or of the response; `null`
 * without a redirect, or if it was not followed. OID4VP-1FINAL-5.10.1, OID4VP-1FINAL-8.2
 */
export function followedRedirect(
  side: 'request' | 'response',
  { sessionId }: Pick<PresentationSession, 'sessionId'>,
  events: readonly StoredEvent[],
): StoredEvent | null {
  const redirected = events.findIndex(
    ({ type, detail }) =>
      type === 'answer_altered' && detail.alteration === deviationName({ id: `redirect_on_${side}` }),
  )
  if (redirected === -1) return null
  const target = `/openid4vp/sessions/${sessionId}/${side}/${elsewhere}`
  const visits = events.filter(({ type, detail }) => type === 'unexpected_request' && detail.path === target)
  return visits[0] ?? null
}
