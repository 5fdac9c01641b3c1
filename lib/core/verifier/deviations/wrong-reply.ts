import type { Reply } from '../../shared/http/exchange'
import type { WrongAnswer } from './verifier-deviation'

/** Replaces parts of a correct reply. */
export const wrongReply = (right: Reply, { status = right.status, headers = [], body }: WrongAnswer): Reply => ({
  ...right,
  status,
  headers: [...right.headers.filter(([name]) => !headers.some(([other]) => isSame(name, other))), ...headers],
  ...(body === undefined ? {} : { body: typeof body === 'function' ? body(right.body) : body }),
})

const isSame = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase()
