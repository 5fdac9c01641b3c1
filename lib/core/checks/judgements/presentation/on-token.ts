import type { TokenMatch } from '../../../dcql/dcql-reading'
import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import type { VpTokenReading } from '../../../oid4vp/vp-token-reading'
import { notApplicable, type Outcome } from '../../check'

/** Runs a check on the VP Token of a response. */
export const onToken =
  (run: (vpToken: VpTokenReading, match: TokenMatch | null, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.vpToken.present
      ? run(reading.vpToken, reading.token, reading)
      : notApplicable('The answer holds no vp_token that can be read.')
