import type { Reply } from '../../http/exchange'
import type { WrongAnswer } from '../../oid4vp/negative/negative-test'

/** A correct answer with its deliberate fault. */
export const wrongReply = (right: Reply, { status, headers = [], body }: WrongAnswer): Reply => ({
  ...right,
  status,
  headers: [...right.headers, ...headers],
  ...(body === undefined ? {} : { body }),
})
