import type { DpopProof, DpopReading } from '../../oauth/dpop/dpop-reading'
import { notApplicable, notObserved, type Outcome } from '../check'

type Judge = (proof: DpopProof, reading: DpopReading) => Outcome

/** Lets a check look at the proof of a request; without a readable one there is nothing to observe. */
export const onProof =
  (judge: Judge) =>
  (reading: DpopReading): Outcome =>
    reading.proof === null ? notObserved('The request carries no readable DPoP proof.') : judge(reading.proof, reading)

/** Lets a check look at a proof at the protected resource only, where an access token goes with it. */
export const onProofWithToken = (judge: Judge) =>
  onProof((proof, reading) =>
    reading.role === 'as'
      ? notApplicable('No access token goes with a request to the authorization server.')
      : judge(proof, reading),
  )
