import { ProtocolError } from '../../ground/ports/errors'
import type { Ports } from '../../ground/ports/ports'
import type { Session } from '../../ground/ports/store-types'
import { inTurns } from '../../ground/time/pausable-work'
import { type Json, pointerStep } from '../../ground/values/json'
import { hideMadeInSteps, hideMadeInText, madeSearch } from '../redaction/message/hide-made'

/** What a person wrote, or a line of the log, without values that this service made and still takes. */
export const withoutMade = (text: string, { madeIn }: Pick<Ports, 'madeIn'>): string =>
  hideMadeInText(text, madeSearch(madeIn))

/** The same of all texts and names in what a program sent. */
export const withoutMadeInside = (sent: Json, { madeIn, turn }: Pick<Ports, 'madeIn' | 'turn'>): Promise<Json> =>
  inTurns(hideMadeInSteps(sent, madeSearch(madeIn)), turn)

/** A session whose name is free of such values. */
export const withSafeName = <Made extends Session>(session: Made, ports: Pick<Ports, 'madeIn'>): Made =>
  session.options.name === undefined
    ? session
    : { ...session, options: { ...session.options, name: withoutMade(session.options.name, ports) } }

/**
 * Throws `invalid_request` if what a tester asks for holds a value that this service made and still takes, for it would be
 * stored, shown and sent to wallets, and nothing can take its place there. What only looks like one is none: a certificate, a picture.
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

/** A JSON pointer to the first text that is another one; to its object where that is a name. RFC6901-3 */
function differenceOf(before: Json | undefined, after: Json | undefined): string {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return ''
  for (const [name, member] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) return ''
    const other = (after as Record<string, Json>)[name]
    if (other !== member) return `/${pointerStep(name)}${differenceOf(member, other)}`
  }
  return ''
}
