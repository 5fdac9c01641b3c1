import { toldWords } from '../../engine/deviations/told-words'
import type { PresentationSession, StoredEvent } from '../../ground/ports/store-types'
import { tellerOf } from '../../ground/ports/teller'

/** True if the request carries a registration certificate that was made here. */
export const hasOwnRegistration = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  options.trust?.registration?.source === 'made'

/** The first presentation, whatever became of it. */
export const presentedAt = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ type, detail }) => type === 'vp_presentation_response_received' && detail.vp_token_observed === true)

/** The error with which the wallet ended the session. */
export const refusedAt = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true)

/** What was told last of what the wallet showed. */
export const lastShown = (events: readonly StoredEvent[]): unknown => lastReport(events)?.detail.shown

/** The same in words of who told it. */
export function lastShownWords(events: readonly StoredEvent[]): string {
  const report = lastReport(events)
  return report === undefined ? '' : toldWords(report.detail.shown, tellerOf(report))
}

const lastReport = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.findLast(({ type }) => type === 'vp_refusal_reported')
