import type { Reply } from '../../ground/http/exchange'
import type { WrongAnswer } from '../deviations/verifier-deviation'

/** Replaces parts of a correct answer. */
export const wrongReply = (right: Reply, { status, headers = [], body }: WrongAnswer): Reply => ({
  ...right,
  status,
  headers: [...right.headers, ...headers],
  ...(body === undefined ? {} : { body }),
})
