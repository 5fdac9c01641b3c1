import { notApplicable, type Outcome } from '../../engine/checks/check'
import type { TokenMatch } from '../../ground/dcql/dcql-reading'
import { say } from '../../ground/values/wording'
import type { ResponseReading } from '../read/response/response-reading'
import type { VpTokenReading } from '../read/vp-token-reading'

/** Runs a check on the VP Token of a response. */
export const onToken =
  (run: (vpToken: VpTokenReading, match: TokenMatch | null, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.vpToken.present
      ? run(reading.vpToken, reading.token, reading)
      : notApplicable(say`The response holds no vp_token that can be read.`)

/**
 * Lets a check compare a VP Token with the query. If a part of the query is not understood, the wallet may have
 * answered that part, and a wrong request is never the wallet's error.
 */
export const onTokenMatch = (
  run: (match: TokenMatch, vpToken: VpTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onToken((vpToken, match, reading) => {
    if (match === null) return notApplicable(say`The request has no query that the response can be compared with.`)
    if (reading.request.dcql?.whole !== true)
      return notApplicable(say`A part of the query is not understood, so the response cannot be compared with it.`)
    return run(match, vpToken, reading)
  })
