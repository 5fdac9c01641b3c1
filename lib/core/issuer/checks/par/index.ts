import type { Check } from '../../../engine/checks/check'
import type { PushedRequestReading } from '../../read/oauth/pushed-request'
import { pkceChallenge, pkceFreshness } from '../pkce'
import { requestObject } from '../request-object'
import { parParameters, parRequest } from './parameters'
import { parDpop, parForm, parObject } from './request'

/** Judged first: the form. */
export const parFormChecks: readonly Check<PushedRequestReading>[] = Object.values(parForm)

/** Judged after client authentication: no reference or request object instead of the request. */
export const parObjectChecks: readonly Check<PushedRequestReading>[] = [
  ...Object.values(parObject),
  ...Object.values(requestObject),
]

/** Judged before the proof itself. */
export const parDpopChecks: readonly Check<PushedRequestReading>[] = Object.values(parDpop)

/** Judged last, in order of refusal: the parameters. */
export const parRequestChecks: readonly Check<PushedRequestReading>[] = [
  ...Object.values(parRequest),
  ...Object.values(pkceChallenge),
  ...Object.values(parParameters),
  pkceFreshness.challenge_fresh,
]

/** All checks of a pushed request except client, proof and URL. */
export const parChecks: readonly Check<PushedRequestReading>[] = [
  ...parFormChecks,
  ...parObjectChecks,
  ...parDpopChecks,
  ...parRequestChecks,
]
