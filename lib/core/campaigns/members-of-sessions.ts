import { ProtocolError } from '../shared/ports/errors'

/** Members by which one session asks for something wrong, ours and those of the other implementation. */
const ofSessions = [
  'mutations',
  'negative_test',
  'fault',
  'expect',
  'client_id_scheme',
  'client_metadata',
  'allow_undecryptable_response',
  'redirect_uri',
  'request_mutation',
  'request_behavior',
  'response_scenario',
  'status_list_enabled',
  'status_reference',
  'fixture_id',
  'digest_algorithm',
] as const

/** Values that ask for nothing. */
const idle: readonly unknown[] = [undefined, null, false]

/**
 * Refuses members that ask a session for something wrong: no session of a campaign would do it, and its wallet would
 * count as tested.
 * @throws ProtocolError `unsupported_member` with the place of each
 */
export function refuseMembersOfSessions(asked: Readonly<Record<string, unknown>>): void {
  const errors = ofSessions
    .filter((name) => Object.hasOwn(asked, name) && !idle.includes(asked[name]))
    .map((name) => ({
      code: 'unsupported_member' as const,
      pointer: `/${name}`,
      message:
        'It is a member of one session: a campaign asks for it in none. Name presets that do, or start a session.',
      clause: null,
    }))
  const [first] = errors
  if (first === undefined) return
  throw new ProtocolError('unsupported_member', `The member ${first.pointer.slice(1)}: ${first.message}`, {
    pointer: first.pointer,
    errors,
  })
}
