import type { DecidedEffect } from '../engine/endpoints/decided'
import { digestOf } from '../shared/ports/digests'
import type { SessionId } from '../shared/ports/ids'
import type { Ports } from '../shared/ports/ports'
import { addSeconds } from '../shared/time/time'

/** How long a claim lasts, in seconds. Afterwards, each caller sees what the other did. */
const claimSeconds = 900

/**
 * Claims an action in a campaign for one caller.
 * @param claim names the action
 * @param sessionId the session concerned
 */
export const stepClaim = (
  claim: string,
  sessionId: SessionId,
  { sha256, now }: Pick<Ports, 'sha256' | 'now'>,
): DecidedEffect => ({
  type: 'grant',
  secret: null,
  value: {
    kind: 'campaign_step',
    digest: digestOf(claim, sha256),
    issuerId: null,
    sessionId,
    exchangeId: null,
    parent: null,
    expiresAt: addSeconds(now(), claimSeconds),
    consumedAt: null,
    revokedAt: null,
    data: {},
  },
})
