import { formPairsMax } from '../../../shared/http/limits'
import { type FormReading, parametersOf } from '../../../shared/http/read-form'
import { type ReadJwt, readStrictJwt } from '../../../shared/jose/jwt'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'

/** A pushed request object. */
export interface RequestObjectReading {
  /** Whether the issuer takes request objects. */
  readonly taken: boolean
  /** As sent; `null` without one. */
  readonly value: string | null
  /** `null` without one that the issuer takes. */
  readonly read: ReadJwt | null
}

/** Claims of the JWT itself, which are no parameters. RFC7519-4.1 */
const ofJwt: readonly string[] = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']

/** Parameters that stand beside a request object: it, and what authenticates the client. RFC9126-3 */
const beside: readonly string[] = ['request', 'client_id', 'client_assertion', 'client_assertion_type', 'client_secret']

/**
 * Reads the request object of a pushed request, where the issuer takes them, and puts its claims in place of the
 * parameters: those outside do not count, but for what authenticates the client. Nothing verifies its signature.
 * @see RFC9126-3
 */
export function readRequestObject(
  sent: FormReading,
  { request_object: option }: Pick<LaboratoryOptions, 'request_object'>,
): { readonly requestObject: RequestObjectReading; readonly form: FormReading } {
  const taken = option === 'accepted'
  const value = sent.body.get('request')
  const read = taken && value !== null ? readStrictJwt(value) : null
  const requestObject = { taken, value, read }
  if (read === null || !read.readable) return { requestObject, form: sent }
  const claimed = Object.entries(read.claims)
    .filter(([name]) => !ofJwt.includes(name) && name !== 'request')
    .slice(0, formPairsMax)
    .flatMap(([name, claim]) => (isText(claim) ? [[name, textOf(claim)] as const] : []))
  const outside = sent.body.pairs.filter(([name]) => beside.includes(name) && !Object.hasOwn(read.claims, name))
  return { requestObject, form: { ...sent, body: parametersOf([...claimed, ...outside]) } }
}

const isText = (claim: unknown): boolean => typeof claim === 'string' || (typeof claim === 'object' && claim !== null)

/** Parameters of JSON are members in a request object. RFC9396-2 */
const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : JSON.stringify(claim))
