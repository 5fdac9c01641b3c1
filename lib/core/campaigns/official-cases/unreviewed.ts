import { editionOf } from './editions'
import type { OfficialCase } from './official-case'

/** Whether the framework changed a case's text and nobody has reviewed it since. */
export const isUnreviewed = (one: OfficialCase): boolean => editionOf(one).reviewNeeded.has(one.id)
