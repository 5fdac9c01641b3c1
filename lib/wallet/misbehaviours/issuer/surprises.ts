import type { IssuerRun } from '../../issuer/issuer-run'
import { surprisesOf } from '../surprises'
import { endOf, type Misbehaviour } from './misbehaviour'

/** The differences between how an issuer answered a misbehaviour and what is documented, one sentence each. */
export function surprises(misbehaviour: Misbehaviour, run: IssuerRun): string[] {
  return surprisesOf(misbehaviour, endOf(misbehaviour), run)
}
