import type { DecidedEffect } from '../engine/endpoints/endpoint'
import { digestOf } from '../ground/ports/digests'
import type { SessionId } from '../ground/ports/ids'
import type { Ports } from '../ground/ports/ports'
import { addSeconds } from '../ground/time/time'

/** For this many seconds, two callers cannot do the same in a campaign. After that, each sees what the other did. */
const claimSeconds = 900

/**
 * Lets one caller alone do something in a campaign.
 * @param claim names what is done
 * @param sessionId the session that it is done to
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
