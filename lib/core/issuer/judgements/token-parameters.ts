import type { Ask, Reason } from '../../engine/checks/check'
import type { FormReading } from '../../shared/http/read-form'
import type { OneTimeKind } from '../../shared/ports/store-types'
import { othersIn } from './requests'

/** Parameters that a token request has a use for. */
export const tokenParameters: ReadonlySet<string> = new Set([
  'grant_type',
  'pre-authorized_code',
  'tx_code',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_assertion',
  'client_assertion_type',
  'authorization_details',
  'resource',
  'scope',
])

/** Asks what the value of a parameter is that nobody issued. */
export const misplacedParameter = (form: FormReading, name: string, due: OneTimeKind): Ask => ({
  value: form.body.get(name) ?? '',
  due,
  reason: 'other_value',
  wrapped: 'wrapped_value',
  encoded: 'encoded_value',
})

/** The reason of `misplacedParameter` for a value that is right but for what stands around it. */
export const wrappedReason = (name: string): Reason => ({
  says: `The value of ${name} has blanks or quotation marks around it`,
  fix: `Copy ${name} alone, without anything before and behind it.`,
})

/** The reason of `misplacedParameter` for a value that is right but for an encoding too many. */
export const encodedReason = (name: string): Reason => ({
  says: `The value of ${name} is encoded once too often: {seen}`,
  fix: `Copy ${name} as the text that it is, and encode it once, as every parameter of a form.`,
})

/**
 * Asks under which name a missing parameter stands, by its value too if it has a kind.
 * @param idle parameters of other grants, which this one has no use for
 */
export const misnamedParameter = (
  form: FormReading,
  missing: string,
  due: OneTimeKind | null = null,
  idle: readonly string[] = [],
): Ask => ({
  missing,
  ...(due === null ? {} : { due }),
  among: othersIn(form.body.pairs, new Set([...tokenParameters].filter((name) => !idle.includes(name)))),
  reason: 'other_name',
})

/** The reason of `misnamedParameter`. */
export const misnamedReason = (name: string): Reason => ({
  says: `The parameter {seen} stands in place of ${name}`,
  fix: `Name the parameter ${name}, in this spelling.`,
})
