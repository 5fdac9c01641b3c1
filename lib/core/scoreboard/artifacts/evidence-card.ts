import type { FindingStatus } from '../../ground/ports/finding'

/** The contents of a session's picture. Nothing in it identifies the session or repeats what the wallet sent. */
export interface EvidenceCard {
  /** What the session was about. */
  readonly title: string
  readonly verdict: 'pass' | 'fail' | 'incomplete'
  /** The verdict in one sentence. */
  readonly sentence: string
  /** The status of each check, in catalogue order. */
  readonly strip: readonly FindingStatus[]
  /** The first violated must, with its clause; `null` if there is none. */
  readonly failure: { readonly title: string; readonly clause: string } | null
  /** The day, RFC 3339. */
  readonly date: string
}

/** Draws a card as PNG. */
export type DrawEvidenceCard = (card: EvidenceCard) => Promise<Uint8Array>
