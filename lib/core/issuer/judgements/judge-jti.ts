import { type Outcome, pass, violated } from '../../engine/checks/check'
import { bare } from '../../ground/values/bare-words'
import { say, type Wording } from '../../ground/values/wording'
import type { JtiHistory } from '../read/oauth/client-authentication/read-jti-history'
import { lostResponse } from './lost-response'

/**
 * Judges where the `jti` of a proof of possession or of a client assertion came before. One that authenticated a client is
 * refused. One that only refused requests had is told: the texts ask the wallet for a new one, and leave to the server what
 * it refuses.
 * @param cause what to say of one that came with refused requests
 * @see ABCA-10.2, ABCA-12.1, RFC7523-3
 */
export function judgeJti(history: JtiHistory, cause: Wording): Outcome {
  const mismatch = { expected: say`a new jti`, actual: bare.usedBefore }
  switch (history) {
    case 'new':
      return pass()
    case 'refused':
      return violated({ ...mismatch, cause, error: null })
    case 'refused_lost':
      return violated({ ...mismatch, cause: lostResponse, echo: true, error: null })
    case 'used':
      return violated(mismatch)
    case 'lost':
      return violated({ ...mismatch, cause: lostResponse, echo: true })
  }
}
