import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { RefreshReading } from '../read/token/read-refresh'
import type { RefreshFacts } from '../read/token/refresh-facts'
import type { TokenReading } from '../read/token/token-reading'

/** Lets a check compare a refresh with what its token is bound to. */
export const onRefresh =
  (judge: (facts: RefreshFacts, refresh: RefreshReading, reading: TokenReading) => Outcome) =>
  (reading: TokenReading): Outcome => {
    const { refresh } = reading
    if (refresh === null) return notApplicable(say`The request uses another grant.`)
    // A token that is not valid here may belong to someone else: reveal nothing about it.
    return refresh.facts === null
      ? notApplicable(say`There is no valid refresh token to compare with.`)
      : judge(refresh.facts, refresh, reading)
  }
