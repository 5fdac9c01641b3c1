import { mutationRefusal } from '../../shared/mutations/mutation-refusal'
import { type ErrorCode, ProtocolError } from '../../shared/ports/errors'
import type { PausableWork } from '../../shared/time/pausable-work'
import { pointerStep } from '../../shared/values/json'
import { privateKeysInSteps } from '../../shared/values/private-keys'

/** Refuses a session request because of one member, without quoting its value. */
export function refusedMember(code: ErrorCode, pointer: string, message: string): ProtocolError {
  const member = pointer.slice(1).replaceAll('/', '.')
  return new ProtocolError(code, `The member ${member}: ${message}`, {
    pointer,
    errors: [{ code, pointer, message, clause: null }],
  })
}

/** The only member that may contain a private key: of a session, and of a pipeline step that creates one. */
const ownPlace = /^(?:\/definition\/steps\/\d+\/session)?\/access_certificate\/private_key(?:\/|$)/

/** JSON pointer of a place; `*` stands for an arbitrary name. */
const pointerOf = (place: readonly (string | number)[]): string =>
  place
    .map((step) => (/^[A-Za-z0-9_-]{1,40}$/.test(String(step)) ? `/${step}` : '/*'))
    .join('')
    .slice(0, 200)

/** How deep the members lie that change a request, each with its first step. */
const changing: Readonly<Record<string, number>> = {
  client_metadata: 2,
  request_mutation: 4,
  request_behavior: 3,
  response_scenario: 2,
}

/** The change of a request that a place is in; `null` for one that is in none. */
function changeAt(place: readonly (string | number)[]): string | null {
  const [member = '', index] = place
  if (member === 'mutations') return typeof index === 'number' ? `/mutations/${index}/value` : null
  const depth = Object.hasOwn(changing, member) ? changing[member] : undefined
  return depth === undefined
    ? null
    : place
        .slice(0, depth)
        .map((step) => `/${pointerStep(step)}`)
        .join('')
        .slice(0, 200)
}

/**
 * Refuses input with a private key where none belongs, because it would be shown or sent to wallets. Works in steps.
 * @throws ProtocolError `invalid_request` that names the places without quoting the keys
 */
export function* refusePrivateKeysInSteps(body: unknown): PausableWork<void> {
  const places = (yield* privateKeysInSteps(body)).filter((place) => !ownPlace.test(pointerOf(place)))
  const pointers = places.map(pointerOf)
  const [first] = pointers
  if (first === undefined) return
  const changes = places.flatMap((place) => changeAt(place) ?? [])
  if (changes.length === places.length)
    throw mutationRefusal(
      [...new Set(changes)].map((pointer) => ({
        code: 'private_key',
        pointer,
        message: 'It holds a private key. Send the public key alone.',
      })),
    )
  const where = first === '' ? 'The body' : `The member ${first.slice(1).replaceAll('/', '.')}`
  throw new ProtocolError(
    'invalid_request',
    `${where} holds a private key and is no place for one, so nothing was stored. Send the public key alone. If others could read this request, use a new key.`,
    {
      errors: pointers.map((pointer) => ({
        code: 'invalid_request',
        pointer,
        message: 'It holds a private key.',
        clause: null,
      })),
    },
  )
}
