import type { DecidedEffect, Decision } from '../../../../engine/endpoints/endpoint'
import type { HeaderField } from '../../../../ground/http/exchange'
import { jsonReply } from '../../../../ground/http/reply'
import { type ErrorCode, errorStatus } from '../../../../ground/ports/errors'
import type { SessionId } from '../../../../ground/ports/ids'

/** Why a request to the chained server, or the return from it, is refused. */
export interface ChainedRefusal {
  readonly error: ErrorCode
  /** One fixed ASCII sentence. */
  readonly description: string
  readonly headers?: readonly HeaderField[]
}

/** The error response. It names no check: no wallet behaviour is judged here. */
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
