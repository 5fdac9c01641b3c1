import type { Session } from '../../ground/ports/store-types'
import type { TrustKeys } from '../../ground/ports/trust'
import type { ListChanges } from '../../ground/trust/lists/make/sign-list'
import type { TrustListName } from '../../ground/trust/lists/profiles'
import type { RegistrationStatusChanges } from '../../ground/trust/registration/registration-status-list'

/** What is wrong on purpose with what the addresses of a session serve. Empty where all is right. */
export interface WrongTrust {
  readonly lists?: { readonly [List in TrustListName]?: ListChanges }
  readonly status?: RegistrationStatusChanges
  /** The registration certificate is revoked. */
  readonly revoked?: true
  /** The access certificate is revoked. */
  readonly revokesAccess?: true
}

/** Tells it of a session, by its test. */
export type WrongTrustOf = (session: Session, keys: TrustKeys) => WrongTrust
