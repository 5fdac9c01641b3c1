import type { OutcomeTone } from '../../engine/evidence/outcomes'
import type { FindingStatus } from '../../shared/ports/finding'
import type { RunNumbers } from './pipeline-badge'

/** The contents of a session's picture. Nothing in it identifies the session or repeats what the wallet sent. */
export interface EvidenceCard {
  /** What the session was about. */
  readonly title: string
  /** The verdict, worded as in reports. */
  readonly verdict: string
  /** The colour of its outcome on pages. */
  readonly tone: OutcomeTone
  /** Its outcome in one sentence, without the verdict. */
  readonly sentence: string
  /** The status of each check, in catalogue order. */
  readonly strip: readonly FindingStatus[]
  /** The first violated must, with its clause; `null` if there is none. */
  readonly failure: { readonly title: string; readonly clause: string } | null
  /** The day, RFC 3339. */
  readonly date: string
}

/** Draws a card as PNG. */
type DrawEvidenceCard = (card: EvidenceCard) => Promise<Uint8Array>

/** The contents of the preview picture for links to a pipeline's page. */
export interface PipelineCard {
  readonly name: string
  readonly organization: string
  readonly numbers: RunNumbers
}

/** Draws a card as PNG of 1200 × 630 pixels. */
type DrawPipelineCard = (card: PipelineCard) => Promise<Uint8Array>

/** The contents of the preview picture for links to a page: what it is of, one sentence, and a line below. */
export interface PageCard {
  readonly kind: string
  readonly title: string
  readonly tone: OutcomeTone
  readonly line: string
}

/** Draws a card as PNG of 1200 × 630 pixels. */
type DrawPageCard = (card: PageCard) => Promise<Uint8Array>

/** What draws each kind of card. */
export interface CardDrawing {
  readonly drawEvidenceCard: DrawEvidenceCard
  readonly drawPipelineCard: DrawPipelineCard
  readonly drawPageCard: DrawPageCard
}
