import { mutationRefusal } from '../../shared/mutations/mutation-refusal'
import { type ErrorCode, ProtocolError } from '../../shared/ports/errors'
import type { PausableWork } from '../../shared/time/pausable-work'
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

/**
 * Refuses input with a private key where none belongs, because it would be shown or sent to wallets. Works in steps.
 * @throws ProtocolError `invalid_request` that names the places without quoting the keys
 */
export function* refusePrivateKeysInSteps(body: unknown): PausableWork<void> {
  const pointers = (yield* privateKeysInSteps(body)).map(pointerOf).filter((pointer) => !ownPlace.test(pointer))
  const [first] = pointers
  if (first === undefined) return
  const mutations = [...new Set(pointers.flatMap((pointer) => /^\/mutations\/\d{1,6}/.exec(pointer) ?? []))]
  if (mutations.length > 0 && pointers.every((pointer) => pointer.startsWith('/mutations/')))
    throw mutationRefusal(
      mutations.map((pointer) => ({
        code: 'private_key',
        pointer: `${pointer}/value`,
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
