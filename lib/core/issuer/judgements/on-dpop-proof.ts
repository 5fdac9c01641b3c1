import { notApplicable, notObserved, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { DpopProof, DpopReading } from '../read/oauth/dpop/dpop-reading'

type Judge = (proof: DpopProof, reading: DpopReading) => Outcome

/** Runs a check on the proof of a request; not observed without a readable proof. */
export const onProof =
  (judge: Judge) =>
  (reading: DpopReading): Outcome =>
    reading.proof === null
      ? notObserved(say`The request carries no readable DPoP proof.`)
      : judge(reading.proof, reading)

/** Runs a check on a proof at the protected resource only, where it comes with an access token. */
export const onProofWithToken = (judge: Judge) =>
  onProof((proof, reading) =>
    reading.role === 'as'
      ? notApplicable(say`A request to the authorization server carries no access token.`)
      : judge(proof, reading),
  )
