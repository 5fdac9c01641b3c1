import { type ErrorCode, ProtocolError } from '../../ground/ports/errors'

/** Refuses a session request for what one member of its body says, which the answer does not repeat. */
export function refusedMember(code: ErrorCode, pointer: string, message: string): ProtocolError {
  const member = pointer.slice(1).replaceAll('/', '.')
  return new ProtocolError(code, `The member ${member}: ${message}`, {
    pointer,
    errors: [{ code, pointer, message, clause: null }],
  })
}
