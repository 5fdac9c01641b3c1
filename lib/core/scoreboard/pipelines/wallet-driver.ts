/** The result of a reference wallet run, as far as the wallet can tell. */
export interface Driven {
  /** Our own side failed, so the session says nothing about the wallet. */
  readonly broken: boolean
  /** In the wallet's words; contains no secret. */
  readonly outcome: string
}

/** A session for the reference wallet, as in its read-back. */
interface WalletTask {
  /** Its run: the wallet keeps credentials for later steps of the same run. */
  readonly run: string
  /** Id of the pipeline, for what the wallet creates for itself. */
  readonly pipeline: string
  readonly kind: 'issuance' | 'presentation'
  readonly sessionId: string
  readonly deeplink: string
  readonly txCode: string | null
  /** Aborted if the run is cancelled or its worker stops. */
  readonly signal: AbortSignal
}

/** The reference wallet. Throws only for its own defects. */
export interface WalletDriver {
  session(task: WalletTask): Promise<Driven>
  campaign(task: {
    readonly pipeline: string
    readonly campaignId: string
    readonly signal: AbortSignal
  }): Promise<Driven>
}

/** Input of a custom integration: the run, and what earlier steps made. */
interface CustomCheckInput {
  readonly run: string
  /** Id of the pipeline: what its runs made is all that there is to read. */
  readonly pipeline: string
  readonly sessions: readonly { readonly id: string; readonly kind: 'issuance' | 'presentation' }[]
  readonly campaigns: readonly string[]
  readonly signal: AbortSignal
}

/**
 * A custom integration that this service runs itself. `detail`: why it did not pass; never a secret. Throws if it could
 * not check, which says nothing about anybody.
 */
export type CustomCheck = (input: CustomCheckInput) => Promise<{ readonly passed: boolean; readonly detail: string }>
