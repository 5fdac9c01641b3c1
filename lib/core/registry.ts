import type { Check } from './engine/checks/check'
import { checkGroups } from './engine/checks/check-groups'
import { issuanceChecks } from './issuer/checks'
import { presentationChecks } from './verifier/checks'

/** One list for each protocol. */
const all: readonly Check<never>[] = [...issuanceChecks, ...presentationChecks]

/** Every check, by group in catalogue order. */
export const checkRegistry: readonly Check<never>[] = checkGroups.flatMap((group) =>
  all.filter((check) => check.group === group),
)

const byId = new Map<string, Check<never>>(checkRegistry.map((check) => [check.id, check]))

/** The check with this id, or `null`. */
export const checkById = (id: string): Check<never> | null => byId.get(id) ?? null
