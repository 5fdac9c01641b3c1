import { WalletStop } from '../../errors'
import { fitsBrowser, fittingSession } from '../../misbehaviours/verifier/fit'
import type { Run } from '../run'

/**
 * If its misbehaviour could not show in this session, the wallet would look correct.
 *
 * @throws WalletStop
 */
export function requireFit({ misbehaviour, facts }: Run): void {
  if (misbehaviour === null || facts.browser === null) return
  const { replyTo, browser } = facts
  const responseMode = replyTo === null ? null : replyTo.recipient === null ? 'direct_post' : 'direct_post.jwt'
  if (!fitsBrowser(misbehaviour, { offered: browser.offered, responseMode }))
    throw new WalletStop(fittingSession(misbehaviour))
}
