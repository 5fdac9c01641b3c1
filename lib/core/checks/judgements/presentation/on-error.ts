import type { ResponseReading, WalletErrorReading } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'

/** Runs a check on an error response. */
export const onError =
  (run: (error: WalletErrorReading, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.walletError === null ? notApplicable('The answer is not an error.') : run(reading.walletError, reading)
