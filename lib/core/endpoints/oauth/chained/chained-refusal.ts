import { type ErrorCode, errorStatus } from '../../../errors'
import type { HeaderField } from '../../../http/exchange'
import { jsonReply } from '../../../http/reply'
import type { SessionId } from '../../../ids'
import type { DecidedEffect, Decision } from '../../endpoint'

/** Something that keeps a request to the chained server, or back from it, from going on. */
export interface ChainedRefusal {
  readonly error: ErrorCode
  /** One fixed ASCII sentence. */
  readonly description: string
  readonly headers?: readonly HeaderField[]
}

/** The answer of a refusal: there is no wallet behaviour to judge here, so it comes without a check. */
export const chainedRefusal = (
  { error, description, headers = [] }: ChainedRefusal,
  sessionId: SessionId | null,
  effects: readonly DecidedEffect[] = [],
): Decision => ({
  reply: jsonReply(errorStatus[error], { error, error_description: description }, headers),
  sessionId,
  events: [{ type: 'authorization_rejected', detail: { error } }],
  effects,
})
