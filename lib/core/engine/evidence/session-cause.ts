import { clauseFrom } from '../../shared/ports/clauses'
import type { Check } from '../checks/check'
import { reasonOfFinding } from '../checks/leading'
import { failureHeadline, failureSentence } from './failures'
import type { LeadingFinding } from './leading-finding'
import type { ConformanceEntry } from './session-view'
import type { SessionCause } from './z-session-view'

/** What every page and report tells first. `check`: that of the lead; `null` if this version no longer has it. */
export function sessionCause(
  { lead, refused }: LeadingFinding<ConformanceEntry>,
  { check, baseUrl }: { readonly check: Check<never> | null; readonly baseUrl: string },
): SessionCause {
  const reason = check === null ? null : reasonOfFinding(check, lead.reason)
  return {
    check: lead.id,
    reason: lead.reason ?? null,
    refused_by: refused === null || refused.id === lead.id ? null : refused.id,
    acts: lead.acts ?? 'wallet',
    rule: lead.rule ?? 'specification',
    clause: check === null || lead.rule === 'tester' ? null : clauseFrom(baseUrl, reason?.clause ?? check.clauses[0]),
    exchange_id: lead.exchange_id,
    headline: failureHeadline(lead, check),
    sentence: failureSentence(lead, check),
    fix: lead.hint,
  }
}
