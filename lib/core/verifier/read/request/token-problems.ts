import type { ClauseId } from '../../../shared/ports/clauses'
import type { Json, JsonObject } from '../../../shared/values/json'
import { staticWalletAudience } from './request-object'
import type { RequestProblem } from './request-problem'

const isTime = (value: Json | undefined): value is number => typeof value === 'number'

/** The only audience of a request to any wallet; a list of one means the same. RFC7519-4.1.3 */
const isAudience = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length === 1 && isAudience(value[0]) : value === staticWalletAudience

/** A rule about a claim, beside the times of the right request: a delivery is between its `iat` and its `exp`. */
interface Rule {
  readonly name: string
  readonly must: string
  readonly clause: ClauseId
  readonly isKept: (value: Json | undefined, right: { readonly iat: number; readonly exp: number }) => boolean
}

const numericDate = 'be a number of seconds since 1970'

const isAbsentOrTime = (value: Json | undefined): boolean => value === undefined || isTime(value)

const rules: readonly Rule[] = [
  { name: 'aud', must: `be ${staticWalletAudience}`, clause: 'OID4VP-1FINAL-5.8', isKept: isAudience },
  { name: 'iat', must: numericDate, clause: 'RFC7519-4.1.6', isKept: isAbsentOrTime },
  {
    name: 'iat',
    must: 'be the time at which the request was issued',
    clause: 'RFC7519-4.1.6',
    isKept: (value, { iat, exp }) => !isTime(value) || (value >= iat && value <= exp),
  },
  { name: 'exp', must: numericDate, clause: 'RFC7519-4.1.4', isKept: isAbsentOrTime },
  {
    name: 'exp',
    must: 'be later than the time at which the request comes',
    clause: 'RFC7519-4.1.4',
    isKept: (value, { iat }) => !isTime(value) || value > iat,
  },
  { name: 'nbf', must: numericDate, clause: 'RFC7519-4.1.5', isKept: isAbsentOrTime },
  {
    name: 'nbf',
    must: 'not be later than the time at which the request comes',
    clause: 'RFC7519-4.1.5',
    isKept: (value, { exp }) => !isTime(value) || value < exp,
  },
]

/** Whether a request is a token, which has times. */
export const isToken = ({ iat, exp }: JsonObject): boolean => isTime(iat) && isTime(exp)

/**
 * Claims of a Request Object that are not what they must be: its audience and its times, which are optional. A time that a
 * delivery within the session may still make right is no problem. Nothing for a request that is no token.
 * @param right the claims as they would be without changes
 */
export function tokenProblems(request: JsonObject, { iat, exp }: JsonObject): RequestProblem[] {
  if (!isTime(iat) || !isTime(exp)) return []
  return rules.flatMap(({ name, must, clause, isKept }): RequestProblem[] =>
    isKept(request[name], { iat, exp })
      ? []
      : [
          {
            code: 'invalid_presentation_request',
            severity: 'violation',
            pointer: `/${name}`,
            message: `The member must ${must}.`,
            clause,
          },
        ],
  )
}
