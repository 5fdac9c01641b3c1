import type { Reply } from '../../ground/http/exchange'
import type { WrongAnswer } from '../deviations/verifier-deviation'

/** A right answer, altered on purpose. */
export const wrongReply = (right: Reply, { status, headers = [], body }: WrongAnswer): Reply => ({
  ...right,
  status,
  headers: [...right.headers, ...headers],
  ...(body === undefined ? {} : { body }),
})
