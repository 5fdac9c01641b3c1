import { Refused, WalletStop } from '../../errors'
import { type JsonObject, stringMember } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { need } from '../../run'
import { aroundStep, requireSuccess, sendStep } from '../../step'
import { isTokenOver, needsRefresh, refreshToken } from '../grants/token-request'
import type { Run } from '../run'

/**
 * Tells the issuer whether its credential was accepted, using a valid access token, if it has a notification endpoint
 * (OID4VCI-1FINAL-11). A failed notification has no effect: the wallet has already decided whether to keep the
 * credential.
 * @param description - a reason for people; characters that are not allowed are replaced
 */
export async function notifyIssuer(
  run: Run,
  event: 'credential_accepted' | 'credential_failure',
  description: string | null = null,
): Promise<void> {
  const { facts, misbehaviour } = run
  const url = stringMember(facts.issuerMetadata, 'notification_endpoint')
  if (url === null || facts.notificationId === null) return
  if (misbehaviour?.skip === 'notification') {
    run.misbehaving = true
    return
  }
  try {
    if (needsRefresh(run)) await refreshToken(run)
    if (isTokenOver(run)) return
    await aroundStep(run, 'notification', async () => {
      applyPatch(run, 'notification', misbehaviour?.patchFacts, facts)
      const accessToken = need(facts.accessToken, 'access token')
      const notification: JsonObject = {
        notification_id: facts.notificationId,
        event,
        // OID4VCI-1FINAL-11.1 lists the allowed characters.
        ...(description === null
          ? {}
          : { event_description: description.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?') }),
      }
      applyPatch(run, 'notification', misbehaviour?.patchNotification, notification)
      const answer = await sendStep(run, {
        step: 'notification',
        method: 'POST',
        url,
        headers: [
          ['Authorization', `DPoP ${accessToken}`],
          ['Content-Type', 'application/json'],
        ],
        body: JSON.stringify(notification),
        dpop: { role: 'rs', accessToken },
        learned: () => 'that the issuer knows',
      })
      return requireSuccess('notification', answer)
    })
  } catch (error) {
    if (!(error instanceof Refused || error instanceof WalletStop)) throw error
  }
}
