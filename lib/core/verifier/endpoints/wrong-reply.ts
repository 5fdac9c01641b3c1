import type { Reply } from '../../ground/http/exchange'
import type { WrongAnswer } from '../deviations/verifier-deviation'

/** Replaces parts of a correct answer. */
export const wrongReply = (right: Reply, { status = right.status, headers = [], body }: WrongAnswer): Reply => ({
  ...right,
  status,
  headers: [...right.headers.filter(([name]) => !headers.some(([other]) => isSame(name, other))), ...headers],
  ...(body === undefined ? {} : { body: typeof body === 'function' ? body(right.body) : body }),
})

const isSame = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase()
