import { bare, say, type Wording } from '../../shared/values/wording'
import type { StateReading } from '../read/response/response-reading'

/** Words for a `state` that is not that of the request, without its value. */
export function insteadOfState({ insteadIs }: StateReading): Wording {
  switch (insteadIs) {
    case 'session_id':
      return say`the id of the session`
    case 'nonce':
      return say`the nonce`
    case 'not_bare':
      return say`that state and other characters`
    case 'encoded':
      return say`that state in base64`
    case 'another_session':
      return say`the state of another request`
    default:
      return bare.anotherValue
  }
}
