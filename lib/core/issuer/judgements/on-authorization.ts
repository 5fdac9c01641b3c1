import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { AuthorizationReading, TokenReading } from '../read/token/token-reading'

/** Lets a check compare a token request with the authorization of its code. */
export const onAuthorization =
  (judge: (authorization: AuthorizationReading, reading: TokenReading) => Outcome) =>
  (reading: TokenReading): Outcome => {
    if (reading.grant !== 'authorization_code') return notApplicable(say`The request uses another grant.`)
    // A code that is not valid here may belong to someone else: reveal nothing about it.
    return reading.authorization === null || reading.code.state !== 'alive'
      ? notApplicable(say`There is no valid code to compare with.`)
      : judge(reading.authorization, reading)
  }
