import { officialCases } from './cases'
import type { OfficialCase } from './official-case'

/** The case that a person decides after a session of a preset, by what the wallet showed. */
const asked: Readonly<Record<string, string>> = {
  answer_without_redirect: 'WS_RP_IA_MainInteraction_066',
  answer_not_json: 'WS_RP_MS_ProtocolMessages_125',
  answer_400: 'WS_RP_MS_ProtocolMessages_126',
}

/** The case of which a session of this preset asks a person; `null` for none. */
export const personCase = (presetId: string | undefined): OfficialCase | null =>
  officialCases.find(({ id }) => id === asked[presetId ?? '']) ?? null

/** The preset that brings about what a person decides a case by; `null` for none. */
export const presetOfPersonCase = (caseId: string): string | null =>
  Object.keys(asked).find((preset) => asked[preset] === caseId) ?? null
