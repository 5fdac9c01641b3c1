import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { ResponseReading, WalletErrorReading } from '../read/response/response-reading'

/** Runs a check on an error response. */
export const onError =
  (run: (error: WalletErrorReading, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.walletError === null ? notApplicable(say`The response is not an error.`) : run(reading.walletError, reading)
