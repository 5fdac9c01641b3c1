import { type Outcome, pass, violated } from '../../engine/checks/check'
import { shownNames } from '../../engine/judgements/shown'
import { formPairsMax } from '../../ground/http/limits'
import type { Parameters } from '../../ground/http/read-form'
import { say } from '../../ground/values/wording'

/**
 * Judges whether each parameter of a form came once. Only `resource` may come more often, once for each resource. Of a form
 * with too many parameters nobody knows.
 * @see RFC6749-3.1, [RFC 8707 section 2](https://www.rfc-editor.org/rfc/rfc8707.html#section-2)
 */
export function judgeRepeatedParameters({ duplicates, tooMany }: Parameters): Outcome {
  if (tooMany)
    return violated({
      expected: say`at most ${formPairsMax} parameters`,
      actual: say`more`,
      refusal: `The form holds more than ${formPairsMax} parameters.`,
    })
  const repeated = duplicates.filter((name) => name !== 'resource')
  return repeated.length === 0 ? pass() : violated({ expected: say`each name once`, actual: shownNames(repeated) })
}
