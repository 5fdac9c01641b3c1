import type { IdTokenReading } from '../../../oid4vp/id-token/id-token-reading'
import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'
import { onAnswer } from './on-answer'

/** Lets a check look at an ID Token that was asked for; a missing one has a check of its own. */
export const onIdToken = (
  run: (idToken: IdTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onAnswer((_parameters, reading) => {
    if (reading.request.responseType !== 'vp_token id_token') return notApplicable('The request asks for no ID Token.')
    if (reading.idToken === null) return notApplicable('The answer holds no ID Token; see vp.idt.present.')
    return run(reading.idToken, reading)
  })

/** Lets a check look at the claims of an ID Token that can be read. */
export const onIdTokenClaims = (
  run: (idToken: IdTokenReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onIdToken((idToken, reading) =>
    idToken.jws.claims === null
      ? notApplicable('The payload of the ID Token cannot be read; see vp.idt.jws.')
      : run(idToken, reading),
  )
