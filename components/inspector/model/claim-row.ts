import type { FindingStatus } from '@/lib/core/shared/ports/finding'

/** A claim that a wallet sent, beside what a text wants of it. */
export interface ClaimRow {
  readonly claim: string
  /** What came, in words; `null` for nothing. */
  readonly came: string | null
  readonly wanted: string
  readonly check: string
  /** The newest finding on it; `null` where it was not judged. */
  readonly status: FindingStatus | null
}
