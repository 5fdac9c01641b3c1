import type { RunNumbers } from './pipeline-badge'

/** The contents of the preview picture for links to a pipeline's page. */
export interface PipelineCard {
  readonly name: string
  readonly organization: string
  readonly numbers: RunNumbers
}

/** Draws a card as PNG of 1200 × 630 pixels. */
export type DrawPipelineCard = (card: PipelineCard) => Promise<Uint8Array>
