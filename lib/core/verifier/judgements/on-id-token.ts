import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { IdTokenReading } from '../read/id-token/id-token-reading'
import type { ResponseReading } from '../read/response/response-reading'
import { onAnswer } from './on-answer'

/** Runs a check on a requested ID Token; a missing one has its own check. */
export const onIdToken = (
  run: (idToken: IdTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onAnswer((_parameters, reading) => {
    if (reading.request.responseType !== 'vp_token id_token')
      return notApplicable(say`The request does not ask for an ID Token.`)
    if (reading.idToken === null) return notApplicable(say`The response holds no ID Token; see vp.idt.present.`)
    return run(reading.idToken, reading)
  })

/** Runs a check on the claims of a readable ID Token. */
export const onIdTokenClaims = (
  run: (idToken: IdTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onIdToken((idToken, reading) =>
    idToken.jws.claims === null
      ? notApplicable(say`The payload of the ID Token cannot be read; see vp.idt.jws.`)
      : run(idToken, reading),
  )
