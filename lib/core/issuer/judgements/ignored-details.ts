import { notApplicable, type Outcome, pass, violated } from '../../engine/checks/check'
import type { FormReading } from '../../ground/http/read-form'
import { bare } from '../../ground/values/bare-words'
import { say } from '../../ground/values/wording'

/** Judges `authorization_details` that came to an issuer whose metadata does not announce them. RFC9396-10 */
export function judgeIgnoredDetails({
  form,
  readsDetails,
}: {
  readonly form: FormReading
  readonly readsDetails: boolean
}): Outcome {
  if (readsDetails) return notApplicable(say`The metadata announces authorization_details.`)
  return form.body.sent('authorization_details')
    ? violated({ expected: say`no authorization_details`, actual: bare.sent })
    : pass()
}
