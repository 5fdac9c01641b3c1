import { ProtocolError } from '../../shared/ports/errors'
import type { Ports } from '../../shared/ports/ports'
import type { Session } from '../../shared/ports/store-types'
import { inTurns } from '../../shared/time/pausable-work'
import { type Json, pointerStep } from '../../shared/values/json'
import { hideMadeInSteps, hideMadeInText, madeSearch } from '../redaction/message/hide-made'

/** Removes values that this service made and that are still valid from entered text or a log line. */
export const withoutMade = (text: string, { madeIn }: Pick<Ports, 'madeIn'>): string =>
  hideMadeInText(text, madeSearch(madeIn))

/** Applies `withoutMade` to all strings and names of JSON. */
export const withoutMadeInside = (sent: Json, { madeIn, turn }: Pick<Ports, 'madeIn' | 'turn'>): Promise<Json> =>
  inTurns(hideMadeInSteps(sent, madeSearch(madeIn)), turn)

/** Removes such values from a session's name. */
export const withSafeName = <Made extends Session>(session: Made, ports: Pick<Ports, 'madeIn'>): Made =>
  session.options.name === undefined
    ? session
    : { ...session, options: { ...session.options, name: withoutMade(session.options.name, ports) } }

/**
 * Throws `invalid_request` if a tester's request contains a value that this service made and that is still valid,
 * because it would be stored, shown and sent to wallets and cannot be replaced there. Coincidental look-alikes (a
 * certificate, a picture) are allowed.
 * @param except members that are redacted instead
 */
export async function refuseMade(
  asked: unknown,
  { madeIn, turn }: Pick<Ports, 'madeIn' | 'turn'>,
  except: readonly string[] = [],
): Promise<void> {
  if (typeof asked !== 'object' || asked === null) return
  const others = Object.fromEntries(Object.entries(asked).filter(([name]) => !except.includes(name))) as Json
  const search = madeSearch((text) => madeIn(text).filter(({ isGuess }) => isGuess !== true))
  const hidden = await inTurns(hideMadeInSteps(others, search), turn)
  if (hidden === others) return
  const isTooMuch = search.budget.left < 0
  throw new ProtocolError(
    'invalid_request',
    isTooMuch
      ? 'The body holds more text than can be searched for values of this service: make it shorter.'
      : 'The body holds a value that this service made and still takes, such as a code, a nonce or a token: leave it out.',
    isTooMuch ? {} : { pointer: differenceOf(others, hidden) },
  )
}

/** JSON pointer to the first text that differs; to its object if it is a name. RFC6901-3 */
function differenceOf(before: Json | undefined, after: Json | undefined): string {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return ''
  for (const [name, member] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) return ''
    const other = (after as Record<string, Json>)[name]
    if (other !== member) return `/${pointerStep(name)}${differenceOf(member, other)}`
  }
  return ''
}
