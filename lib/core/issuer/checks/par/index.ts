import type { Check } from '../../../engine/checks/check'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'
import { pkceChallenge, pkceFreshness } from '../pkce'
import { parParameters, parRequest } from './parameters'
import { parDpop, parForm, parObject } from './request'

/** Judged first: the form. */
export const parFormChecks: readonly Check<PushedRequestReading>[] = Object.values(parForm)

/** Judged after client authentication: the request must not be replaced by a reference or an object. */
export const parObjectChecks: readonly Check<PushedRequestReading>[] = Object.values(parObject)

/** Judged before the proof itself. */
export const parDpopChecks: readonly Check<PushedRequestReading>[] = Object.values(parDpop)

/** Judged last, in the order of answers: the parameters. */
export const parRequestChecks: readonly Check<PushedRequestReading>[] = [
  ...Object.values(parRequest),
  ...Object.values(pkceChallenge),
  ...Object.values(parParameters),
  pkceFreshness.challenge_fresh,
]

/** Every check of a pushed request except those of its client, its proof and its URL. */
export const parChecks: readonly Check<PushedRequestReading>[] = [
  ...parFormChecks,
  ...parObjectChecks,
  ...parDpopChecks,
  ...parRequestChecks,
]
