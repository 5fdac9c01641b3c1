import { ProtocolError } from '../../ground/ports/errors'

/** Why the request of a session is not sent any more; `null` while it is. OID4VP-1FINAL-5.10 */
export function requestRefusal({
  consumed,
  expired,
}: {
  readonly consumed: boolean
  readonly expired: boolean
}): ProtocolError | null {
  if (consumed) {
    const description = 'This session already has a response: the request is not sent again.'
    return new ProtocolError('vp_request_not_found', description)
  }
  if (expired) return new ProtocolError('vp_request_expired', 'This session has expired: create a new one.')
  return null
}
