import type { FetchFacts } from '../history/verifier-history'
import type { RequestAlgorithm, VerifierDeviation } from './verifier-deviation'

/**
 * Why nothing was wrong with the request for this wallet; `null` if something was.
 * @see OID4VP-1FINAL-5.10, OID4VP-1FINAL-10.1
 */
export function missedBecause(
  { needsWalletNonce, needsWalletJwks, unlessAnnounced }: Pick<VerifierDeviation, Needed>,
  { walletNonceSent, walletKeySent, announcedAlgorithms }: FetchFacts,
): 'no_nonce' | 'no_key' | RequestAlgorithm | null {
  if (needsWalletNonce && !walletNonceSent) return 'no_nonce'
  if (needsWalletJwks && !walletKeySent) return 'no_key'
  return unlessAnnounced !== undefined && announcedAlgorithms.includes(unlessAnnounced) ? unlessAnnounced : null
}

type Needed = 'needsWalletNonce' | 'needsWalletJwks' | 'unlessAnnounced'
