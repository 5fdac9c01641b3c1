import type { VerifierRun } from '../../verifier/verifier-run'
import { surprisesOf } from '../surprises'
import { endOf, type PresentationMisbehaviour } from './misbehaviour'

/** The differences between how a verifier answered a misbehaviour and what is documented, one sentence each. */
export function presentationSurprises(misbehaviour: PresentationMisbehaviour, run: VerifierRun): string[] {
  return surprisesOf(misbehaviour, endOf(misbehaviour), run)
}
