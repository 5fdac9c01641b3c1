import table from './cases.json'
import type { OfficialCase } from './official-case'

/**
 * Every case of the framework's wallet suite, in order. Generated from `fcaf.csv`, whose parser guarantees the shape.
 */
export const officialCases = table as unknown as readonly OfficialCase[]
