import type { Decision } from '../../engine/endpoints/endpoint'
import type { IssuedCredential } from '../../ground/formats/credential-format'
import type { DeferredRequest } from '../read/deferred/transaction-value'
import type { AccessTokenReading } from '../read/oauth/read-access-token'
import type { AnsweredRequest } from './credential-answer'

/** What a request that no check refuses asks for: credentials of one configuration, one for each key. */
export interface CredentialsAsked extends DeferredRequest, AnsweredRequest {
  readonly accessToken: AccessTokenReading
}

/** What it gets, and what has to be on record before that. */
export interface CredentialsGiven extends Pick<Decision, 'reply' | 'alternative' | 'events' | 'handedOut'> {
  readonly effects?: Decision['effects']
  /** For the decoded views. */
  readonly issued?: readonly IssuedCredential[]
}
