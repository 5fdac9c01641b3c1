import type { JsonObject } from '../../json'
import type { IssuanceFault } from './fault'
import { goesOnToTheEnd } from './next-step'

const without =
  (name: string) =>
  (answer: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(answer).filter(([member]) => member !== name))

/** The token answer is wrong, or only unusual. RFC6749-5.1, RFC9449-5 */
export const tokenFaults: readonly IssuanceFault[] = [
  {
    id: 'token_type_other_case',
    title: 'The token answer writes its token_type in lower case.',
    clause: 'RFC6749-5.1',
    expects: 'going_on',
    must: 'The wallet goes on, for the type has no case.',
    changes: { token: (answer) => ({ ...answer, token_type: String(answer.token_type).toLowerCase() }) },
    next: goesOnToTheEnd,
  },
  {
    id: 'no_expires_in',
    title: 'The token answer does not say how long the token lives.',
    clause: 'RFC6749-5.1',
    expects: 'going_on',
    must: 'The wallet goes on, for the member is only recommended.',
    changes: { token: without('expires_in') },
    next: goesOnToTheEnd,
  },
]
