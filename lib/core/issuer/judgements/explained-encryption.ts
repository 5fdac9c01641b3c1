import type { CheckId } from '../../shared/ports/check-id'
import { isObject, type Json } from '../../shared/values/json'
import { encValues, keyAgreement } from '../read/encryption/response-encryption'
import { gone, type Happened, type Rule, textsIn } from './change-at-place'

/** Members of a JWK that may change, and it can still be encrypted to. RFC7517-4.5 */
const harmlessMembers: readonly string[] = ['kid']

/** Where a difference lies in the encryption of the metadata: `[]` for all of it. */
const stepsIn = ({ member }: Happened, pointer: string): readonly string[] => {
  const steps = pointer.split('/').slice(1)
  return steps.slice(steps.indexOf(member) + 1)
}

const isKey = (value: unknown): boolean => isObject(value) && typeof value.kty === 'string'

/** Whether keys to encrypt to are left, of which changes wrote this much. */
function hasKey(steps: readonly string[], is: unknown): boolean {
  const [, , index, member] = steps
  if (member !== undefined) return harmlessMembers.includes(member)
  if (index !== undefined) return isKey(is)
  const keys = steps.length === 2 ? is : isObject(is) ? is.keys : undefined
  return Array.isArray(keys) && keys.some(isKey)
}

/** Whether nothing of a list is left that this issuer and a wallet can both do. */
const hasNoneOf = (names: readonly string[], happened: Happened): boolean =>
  names.every((name) => gone(happened).includes(name))

/** Whether a wallet can no longer encrypt by what the metadata says. */
function isOutOfUse(happened: Happened): boolean {
  return happened.touched.some(({ pointer, is }) => {
    const steps = stepsIn(happened, pointer)
    if (steps.length === 0) return !isObject(is) || !isUsable(is, happened.member)
    if (steps[0] === 'jwks') return !hasKey(steps, is)
    if (steps[0] === 'enc_values_supported') return hasNoneOf(encValues, happened)
    return steps[0] === 'alg_values_supported' && hasNoneOf([keyAgreement], happened)
  })
}

/** Whether encryption that was written as a whole can be done. OID4VCI-1FINAL-12.2.4 */
function isUsable(is: Record<string, unknown>, member: string): boolean {
  const encs = textsIn(is.enc_values_supported as Json | undefined)
  const isDone = encValues.some((value) => encs.includes(value))
  return isDone && (member === 'credential_response_encryption' || hasKey(['jwks'], is.jwks))
}

/** Whether the metadata no longer says that encryption is required. */
const isOptionalNow = (happened: Happened): boolean =>
  happened.touched.some(({ pointer, is }) => {
    const steps = stepsIn(happened, pointer)
    if (steps.length === 0) return !isObject(is) || is.encryption_required !== true
    return steps[0] === 'encryption_required' && is !== true
  })

/** Nothing encrypted, where it need not or cannot be. */
const required: Rule = (_, happened) => isOptionalNow(happened) || isOutOfUse(happened)

/** A request in the clear, where it cannot be encrypted: whether it must be does not matter beside a response that is. */
const beside: Rule = (_, happened) => isOutOfUse(happened)

/** What explains a request without encryption. */
export const rulesOfRequiredEncryption: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.encryption.request_required': required,
  'vci.encryption.response_required': required,
  'vci.encryption.request_when_response': beside,
  'vci.deferred.request_encrypted': beside,
}
