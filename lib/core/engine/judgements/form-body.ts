import type { Parameters } from '../../shared/http/read-form'
import { type FormReason, formReasons, whatForm } from '../../shared/recognise/what-form'
import { say } from '../../shared/values/wording'
import { type Outcome, violated } from '../checks/check'

const looked = ['json_for_form'] as const

/** The reasons of `judgeFormBody`. `what` is the request in a sentence: `token request`. */
export const formBodyReasons = (what: string): Readonly<Record<(typeof looked)[number], FormReason>> =>
  formReasons(`body of the ${what}`, looked)

/**
 * A body with the media type of a form that is something else; `null` if it is a form. Read as a form, it would be one
 * parameter with a name that nobody has, and every parameter in it would be called missing.
 */
export function judgeFormBody({ pairs }: Pick<Parameters, 'pairs'>): Outcome | null {
  // No parameter of a form that anybody sends has such a name.
  if (!pairs[0]?.[0].trimStart().startsWith('{')) return null
  const form = whatForm(textOf(pairs), looked)
  return form === null ? null : violated(form, { expected: say`name=value, joined by &`, actual: say`a JSON object` })
}

/** The text that was read as pairs; what was percent-encoded in it is decoded. */
const textOf = (pairs: Parameters['pairs']): string =>
  pairs.map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join('&')
