import { visibleText } from '../../shared/values/escape'
import type { JsonObject } from '../../shared/values/json'

/** An error response that ended a session: the words of the wallet, bounded and with invisible characters escaped. */
export interface SessionAnswer {
  /** `null` for one without a code, or with a code that is not shown. */
  readonly error: string | null
  readonly description: string | null
}

const [codeMax, descriptionMax] = [64, 200]

/** Reads the answer from the detail of the event of an error response. */
export const sessionAnswer = (detail: JsonObject): SessionAnswer => ({
  error: shownText(detail.error, codeMax),
  description: shownText(detail.error_description, descriptionMax),
})

/** A text on one line; `null` for anything else, e.g. a value that is redacted. */
function shownText(value: unknown, charactersMax: number): string | null {
  if (typeof value !== 'string') return null
  const line = visibleText(value.replace(/\s+/g, ' ').trim())
  const characters = [...line.slice(0, 2 * charactersMax)]
  return characters.length > charactersMax ? `${characters.slice(0, charactersMax).join('')}…` : line
}

/** The answer in words: `error invalid_request: “No such type”`. */
export function answerWords({ error, description }: SessionAnswer): string {
  const code =
    error === null || error === '' ? 'error without a code' : `error ${/^[\w.:-]+$/.test(error) ? error : `“${error}”`}`
  return description === null || description === '' ? code : `${code}: “${description}”`
}
