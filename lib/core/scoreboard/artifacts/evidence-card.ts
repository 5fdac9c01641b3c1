import type { FindingStatus } from '../../ground/ports/finding'

/** What the picture of a session of ours shows of it. Nothing in it names the session or repeats what the wallet sent. */
export interface EvidenceCard {
  /** What the session was about. */
  readonly title: string
  readonly verdict: 'pass' | 'fail' | 'incomplete'
  /** The verdict in one sentence. */
  readonly sentence: string
  /** A tick for each check, in the order of the catalogue. */
  readonly strip: readonly FindingStatus[]
  /** The first must that was broken, with its clause; `null` where none was. */
  readonly failure: { readonly title: string; readonly clause: string } | null
  /** The day, RFC 3339. */
  readonly date: string
}

/** Draws a card as PNG. */
export type DrawEvidenceCard = (card: EvidenceCard) => Promise<Uint8Array>
