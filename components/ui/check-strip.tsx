import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import { StripDrawing } from './strip-drawing'
import { stripText } from './strip-text'

interface CheckStripProps {
  /** One status per check, in catalogue order. */
  readonly statuses: readonly FindingStatus[]
  /** Wraps onto further rows if one is too short. */
  readonly wrap?: boolean
  readonly className?: string | undefined
}

/** One tick per check. Ticks have equal width, so length shows the number and two sessions of a kind line up. */
export function CheckStrip({ statuses, wrap = false, className }: CheckStripProps) {
  return <StripDrawing text={stripText(statuses)} wrap={wrap} className={className} />
}
