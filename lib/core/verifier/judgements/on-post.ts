import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { RequestFetchReading, RequestPostReading } from '../read/request/request-fetch-reading'

/** Runs a check on what a wallet posted to fetch the request; a GET posts nothing. */
export const onPost =
  (run: (post: RequestPostReading, reading: RequestFetchReading) => Outcome) =>
  (reading: RequestFetchReading): Outcome =>
    reading.post === null ? notApplicable(say`The request was fetched by GET.`) : run(reading.post, reading)
