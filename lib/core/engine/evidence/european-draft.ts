import type { ConformanceEntry } from './session-view'

/**
 * A sign that is none of a mistake: the European text and OpenID4VCI 1.0 disagree, and European issuers want it so.
 * @see TS3-2.3.1
 */
export const europeanDraft = {
  draft: 'TS3 1.5 of the European framework, which has no iss',
  change: 'Nothing at European issuers',
} as const

/** True for a finding of what European issuers want so, and OpenID4VCI 1.0 not. */
export const isEuropean = ({ draft }: Pick<ConformanceEntry, 'draft'>): boolean => draft === europeanDraft.draft
