import { channelOf, deviationOf, type TestedSession } from './index'
import type { TrustFacts } from './trust-facts'

/**
 * True if a presentation counts as a warning in a session whose request the wallet should refuse. False without a deviation:
 * what a tester expects of a request of their own is strict.
 * @see ARF3-RPRC_17, OID4VP-1FINAL-5.1, OID4VP-1FINAL-5.9.3
 */
export function isAdvisory(
  session: TestedSession,
  { registrationStatusRead }: Pick<TrustFacts, 'registrationStatusRead'>,
): boolean {
  const { advisory, ofSigner } = deviationOf(session) ?? {}
  if (ofSigner && channelOf(session) === 'dc_api') return true
  if (advisory === undefined || advisory === true) return advisory === true
  if (session.options.wallet_policy === 'refuse') return false
  return advisory === 'unless_policy_refuses' || !registrationStatusRead
}

/** True if a session is a test of the trust in the verifier. */
export const testsTrust = (session: TestedSession): boolean => deviationOf(session)?.changes.trust !== undefined

/**
 * True if a wallet did enough that warned its user and asked, in a session whose request it should refuse. Only a person can tell
 * that it did.
 * @see ARF3-RPRC_17, ARF3-RPA_07b
 */
export const isWarningEnough = (session: TestedSession, facts: Pick<TrustFacts, 'registrationStatusRead'>): boolean =>
  testsTrust(session) && isAdvisory(session, facts)
