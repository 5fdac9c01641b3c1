import type { FormReading } from '../http/read-form'
import type { IssuanceSession, OneTimeValue } from '../store-types'
import type { EpochMillis } from '../time'
import type { DpopReading } from './dpop/dpop-reading'

/** A token request, read as far as it goes. */
export interface TokenReading {
  readonly now: EpochMillis
  readonly issuerConfigurationId: string
  readonly form: FormReading
  readonly grant: 'pre_authorized_code' | 'authorization_code' | 'other' | 'absent'
  readonly clientId: string | null
  readonly dpop: DpopReading
  /** The grant's code as it was found in store; `null` when none was sent or it is not ours. */
  readonly code: CodeReading
  readonly session: IssuanceSession | null
}

export type CodeReading =
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'used' | 'other_issuer'; readonly value: OneTimeValue }
