import { decidedBy, notApplicable, notObserved, type Outcome } from '../../engine/checks/check'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../ground/ports/store-types'
import { say, type Wording } from '../../ground/values/wording'
import { announcementBefore, type WalletAnnouncement } from '../read/request/wallet-announcement'

/** An event of a response, with what the wallet had announced before it. */
interface Announced {
  readonly event: StoredEvent
  readonly announced: WalletAnnouncement
}

/**
 * Compares each response of a session with what the wallet announced when it fetched the request. The first that breaks
 * the rule decides, otherwise the last.
 * @param types - events about the judged part of a response
 * @param unseen - the reason given if there was none
 */
export const onAnnouncement =
  (
    types: StoredEvent['type'] | readonly StoredEvent['type'][],
    unseen: Wording,
    run: (answer: Announced, evidence: PresentationEvidence) => Outcome,
  ) =>
  (evidence: PresentationEvidence): Outcome => {
    const { events } = evidence
    if (!events.some(({ detail }) => detail.wallet_metadata_present === true))
      return notApplicable(say`The wallet sent no wallet_metadata.`)
    const answers = events.filter((event) => [types].flat().includes(event.type))
    if (answers.length === 0) return notObserved(unseen)
    const outcomes = answers.flatMap((event) => {
      const announced = announcementBefore(events, event)
      if (announced === null) return []
      const outcome = run({ event, announced }, evidence)
      return [event.exchangeId === null ? outcome : decidedBy({ id: event.exchangeId }, outcome)]
    })
    const decisive = outcomes.find(({ result }) => result === 'violated') ?? outcomes.at(-1)
    return decisive ?? notApplicable(say`The response came before the metadata, or the metadata cannot be read.`)
  }
