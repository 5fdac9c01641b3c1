import type { Misbehaviour } from './misbehaviour'

/** Every misbehaviour of the wallet. */
export const misbehaviours: readonly Misbehaviour[] = []

/**
 * The misbehaviour of that name.
 *
 * @throws RangeError when there is none
 */
export function findMisbehaviour(id: string): Misbehaviour {
  const found = misbehaviours.find((entry) => entry.id === id)
  if (found === undefined) throw new RangeError(`There is no misbehaviour named ${id}`)
  return found
}
