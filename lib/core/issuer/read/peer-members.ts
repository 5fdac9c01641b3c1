import { membersOfOtherKind, type PeerMeaning, type PeerMember, refusedValue } from '../../engine/sessions/peer-members'
import type { Json, JsonObject } from '../../shared/values/json'

/** Status references of the other implementation, with the fault that makes the same. */
const wrongStatuses: Readonly<Record<string, string | null>> = {
  valid: null,
  status_without_status_list: 'status_without_list',
  negative_index: 'status_idx_negative',
  missing_index: 'status_idx_missing',
  malformed_uri: 'status_uri_space',
  missing_uri: 'status_uri_missing',
}

const digests = ['sha-256', 'sha-384', 'sha-512']

/** Members of `POST /sessions` of the other implementation, and what each is here. */
export const peerMembers: Readonly<Record<string, PeerMember>> = {
  ...membersOfOtherKind('/openid4vp/sessions', {
    client_id_scheme: null,
    client_metadata: null,
    allow_undecryptable_response: false,
    redirect_uri: null,
    request_mutation: null,
    request_behavior: null,
    response_scenario: null,
  }),
  status_list_enabled: (enabled) =>
    typeof enabled !== 'boolean'
      ? refusedValue('/status_list_enabled', 'It must be true or false.', [true, false])
      : enabled
        ? { members: { laboratory: { status: {} } } }
        : {},
  status_reference: statusReference,
  fixture_id: (fixture) =>
    fixture === 'pid_default'
      ? {}
      : {
          refusals: [
            {
              pointer: '/fixture_id',
              message: 'Only pid_default is made here: other claims are a type of your own.',
              legalValues: ['pid_default'],
              instead: { fixture_id: undefined, ...ownType({}) },
            },
          ],
        },
  digest_algorithm: (algorithm) =>
    algorithm === 'sha-256'
      ? {}
      : {
          refusals: [
            {
              pointer: '/digest_algorithm',
              message: 'Another algorithm is a member of a type of your own.',
              legalValues: ['sha-256'],
              ...(typeof algorithm === 'string' && digests.includes(algorithm)
                ? { instead: { digest_algorithm: undefined, ...ownType({ digest_alg: algorithm }) } }
                : {}),
            },
          ],
        },
}

function statusReference(reference: Json, body: JsonObject): PeerMeaning {
  const fault =
    typeof reference === 'string' && Object.hasOwn(wrongStatuses, reference) ? wrongStatuses[reference] : undefined
  if (fault === undefined) {
    const legal = Object.keys(wrongStatuses)
    return refusedValue('/status_reference', `It must be one of ${legal.join(', ')}.`, legal)
  }
  if (fault === null) return {}
  if (body.status_list_enabled !== true) return refusedValue('/status_reference', 'It needs status_list_enabled true.')
  if (/mdoc/i.test(String(body.credential_configuration_id ?? '')))
    return refusedValue('/status_reference', 'It needs an SD-JWT VC: an mdoc has no such status.')
  return { members: { fault }, isWrong: true }
}

/** A PID with claims of the tester's own, which they change as they need it. */
const ownType = (more: JsonObject): JsonObject => ({
  credential_configuration_id: 'own_pid',
  laboratory: {
    credentials: [
      {
        id: 'own_pid',
        format: 'dc+sd-jwt',
        vct: 'urn:eudi:pid:1',
        claims: { family_name: 'Neal', given_name: 'Tyler', birthdate: '1955-04-12', nationalities: ['AT'] },
        ...more,
      },
    ],
  },
})
