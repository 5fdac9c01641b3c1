/** What a run of the reference wallet came to, as far as the wallet can tell. */
export interface Driven {
  /** Our own side failed, so that the session says nothing about the wallet. */
  readonly broken: boolean
  /** In the words of the wallet; no secret. */
  readonly outcome: string
}

/** A session for the reference wallet, as its read-back has it. */
interface WalletTask {
  /** The run that it belongs to: the wallet keeps what it got for later steps of the same run. */
  readonly run: string
  /** The id of the pipeline, for what the wallet makes for itself. */
  readonly pipeline: string
  readonly kind: 'issuance' | 'presentation'
  readonly sessionId: string
  readonly deeplink: string
  readonly txCode: string | null
  /** Aborted where the run is cancelled, or its worker stops. */
  readonly signal: AbortSignal
}

/** The reference wallet. It throws only for defects of its own. */
export interface WalletDriver {
  session(task: WalletTask): Promise<Driven>
  campaign(task: {
    readonly pipeline: string
    readonly campaignId: string
    readonly signal: AbortSignal
  }): Promise<Driven>
}

/** What a custom integration is told: the run, and what the steps before have made. */
interface CustomCheckInput {
  readonly run: string
  readonly sessions: readonly { readonly id: string; readonly kind: 'issuance' | 'presentation' }[]
  readonly campaigns: readonly string[]
  readonly signal: AbortSignal
}

/**
 * A custom integration that this service runs itself. `detail`: why it did not pass; never a secret. It throws where it could
 * not look, which says nothing about anybody.
 */
export type CustomCheck = (input: CustomCheckInput) => Promise<{ readonly passed: boolean; readonly detail: string }>
