import { defaultEdition, editions } from './editions'
import type { OfficialCase } from './official-case'

/** Every case of the edition that stands where none is asked for, in order. */
export const officialCases: readonly OfficialCase[] = defaultEdition.cases

/** The cases of every edition, newest edition first. */
export const casesOfEditions: readonly OfficialCase[] = editions.flatMap(({ cases }) => cases)
