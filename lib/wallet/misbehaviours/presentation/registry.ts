import type { PresentationMisbehaviour } from './misbehaviour'

/** Every misbehaviour of the wallet while it presents, in the order of a flow. */
export const presentationMisbehaviours: readonly PresentationMisbehaviour[] = []

/**
 * The misbehaviour of that name.
 *
 * @throws RangeError when there is none
 */
export function findPresentationMisbehaviour(id: string): PresentationMisbehaviour {
  const found = presentationMisbehaviours.find((entry) => entry.id === id)
  if (found === undefined) throw new RangeError(`There is no misbehaviour named ${id}`)
  return found
}
