import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { stateLengthMax } from '../../../ground/http/limits'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parStateQuality = defineCheck<PushedRequestReading>('vci.par.state_quality', {
  title: 'State is fresh, unguessable and safe in a URL',
  problem: 'The state is easy to guess or too long',
  clauses: ['RFC6749-10.12'],
  level: 'should',
  rejects: 'invalid_request',
  refusal: `The state must not be longer than ${stateLengthMax} characters.`,
  impossibleIn: ['pre_authorized_code'],
  why: 'A state that is reused or guessable gives no protection.',
  hint: 'Make at least 128 random bits per request and write them as base64url, at most 128 characters.',
  run: ({ state }) => {
    const { value } = state
    if (value === null) return notApplicable(say`No state was sent.`)
    const errors = {
      ...(value.length > 128 && { longer_than: 128 }),
      ...(!/^[A-Za-z0-9._~-]+$/.test(value) && { url_safe: false }),
      // 22 characters of base64url, or 32 of hex, carry 128 bits.
      ...((value.length < 22 || new Set(value).size < 8) && { looks_guessable: true }),
      ...(state.seenElsewhere && { seen_in_another_session: true }),
    }
    if (Object.keys(errors).length === 0) return pass()
    const mismatch = { expected: say`fresh, 128 bit, URL-safe, at most 128 characters`, actual: errors }
    // It has to be returned in a Location header, and browsers limit the length of that.
    return value.length > stateLengthMax ? violated(mismatch) : violated({ ...mismatch, error: null })
  },
})
