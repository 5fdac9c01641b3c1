import type { z } from 'zod'
import type { Exchange } from '../../ground/http/exchange'
import { issueToTell, issueWords, placedIssue, withIssue } from '../../ground/http/issue-words'
import { bodyBytesMax } from '../../ground/http/limits'
import { type JsonBody, jsonBoundPassed, readJsonBody } from '../../ground/http/read-json'
import { type ErrorCode, ProtocolError } from '../../ground/ports/errors'
import { isObject } from '../../ground/values/json'
import { issuerConfiguration } from '../configurations'
import { issuerDeviation } from '../deviations'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { laboratoryOptionNames } from './laboratory-options'
import { type IssuanceSessionRequest, issuerOptions, zIssuanceSessionRequest } from './session-options'

/** How an illegal value of a member is refused; `null` for one that has no code of its own. */
const refusalOf = (member: string) =>
  Object.hasOwn(issuerOptions, member) ? (issuerOptions[member as keyof typeof issuerOptions].refusal ?? null) : null

/** Ids of the credential configurations of the issuer that a body names, or means where it names none. */
function advertisedTo(issuer: unknown): readonly string[] {
  const named = zIssuanceSessionRequest.shape.issuer_configuration_id.safeParse(issuer)
  return named.success ? advertisedBy(named.data) : []
}

/**
 * Reads the body of `POST /sessions`; an empty body and `{}` both mean the defaults.
 * @throws ProtocolError with the code of the first member that has an illegal value, and the legal values.
 */
export function readSessionRequest(
  exchange: Exchange,
): IssuanceSessionRequest & { credential_configuration_id: string } {
  const asked = bodyValue(readJsonBody(exchange))
  const deviation = issuerDeviation(asked.fault)
  const value: Readonly<Record<string, unknown>> = { ...deviation?.needs, ...asked }
  const result = zIssuanceSessionRequest.safeParse(value)
  if (!result.success) {
    const issue = issueToTell(result.error.issues)
    const member = String(issue?.path[0] ?? '')
    if (member === 'laboratory') throw illegalLaboratory(issue)
    const refusal = refusalOf(member)
    if (refusal !== null) {
      const { code, legal } = refusal
      const values = typeof legal === 'string' ? advertisedTo(value.issuer_configuration_id) : legal
      throw illegalMember(member, code, values)
    }
    throw new ProtocolError('invalid_request', `The member ${errorOf(safeName(member), issue)}.`, {
      member: safeName(member),
    })
  }
  const request = result.data
  const advertised = advertisedBy(request.issuer_configuration_id)
  const fitting = advertisedBy(request.issuer_configuration_id, deviation?.format)
  const chosen = request.credential_configuration_id ?? fitting[0]
  if (chosen === undefined || !advertised.includes(chosen)) {
    throw illegalMember('credential_configuration_id', 'unsupported_credential_configuration', advertised)
  }
  requireRoomFor(deviation, request, fitting.includes(chosen))
  return { ...request, credential_configuration_id: chosen }
}

/** Throws for a session in which a deviation could never show. Members that the tester left out follow from it. */
function requireRoomFor(deviation: IssuerDeviation | null, request: IssuanceSessionRequest, isOfFormat: boolean): void {
  if (!isOfFormat) {
    const description = `The fault ${deviation?.id} needs a credential of the format ${deviation?.format}.`
    throw new ProtocolError('invalid_request', description, { member: 'fault' })
  }
  for (const [member, value] of Object.entries(deviation?.needs ?? {})) {
    if (request[member] === value) continue
    throw new ProtocolError('invalid_request', `The fault ${deviation?.id} needs ${member} ${String(value)}.`, {
      member: 'fault',
    })
  }
}

/** Ids of the credential configurations that an issuer announces, of one format or of any. */
const advertisedBy = (issuerConfigurationId: string, format?: IssuerDeviation['format']): string[] =>
  (issuerConfiguration(issuerConfigurationId)?.credentialConfigurations ?? [])
    .filter((configuration) => format === undefined || configuration.format === format)
    .map(({ id }) => id)

function bodyValue(body: JsonBody): Readonly<Record<string, unknown>> {
  if (!body.ok) {
    if (body.reason === 'empty') return {}
    if (body.reason === 'too_large') {
      throw new ProtocolError(
        'payload_too_large',
        `The body must not be longer than ${bodyBytesMax.sessionCreation} bytes.`,
      )
    }
    const passed = jsonBoundPassed(body)
    const description =
      passed === null ? 'The body must be a JSON object, or empty for the defaults.' : `The body ${passed}.`
    throw new ProtocolError('invalid_request', description, { reason: body.reason })
  }
  if (!isObject(body.value))
    throw new ProtocolError('invalid_request', 'The body must be a JSON object, or empty for the defaults.')
  return body.value
}

/** What a member must be, or the member inside it that is wrong. */
function errorOf(member: string, issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return `${member} has an illegal value`
  const placed = placedIssue(issue)
  const inside = placed.path.slice(1).at(-1)
  return inside === undefined
    ? withIssue(member, placed)
    : withIssue(`${member} has a member ${safeName(inside)}, which`, placed)
}

/** Says where the option stands, and which values it may have where they can be listed. */
function illegalLaboratory(issue: z.core.$ZodIssue | undefined): ProtocolError {
  const [, inside] = issue?.path ?? []
  const unknown = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : null
  const name = unknown ?? (inside === undefined ? null : String(inside))
  const pointer = name !== null && /^[a-z_]{1,40}$/.test(name) ? `/laboratory/${name}` : '/laboratory'
  if (unknown !== null)
    return new ProtocolError(
      'unsupported_laboratory_option',
      `A laboratory has these options: ${laboratoryOptionNames.join(', ')}.`,
      { member: pointer, legal_values: laboratoryOptionNames },
    )
  return new ProtocolError(
    'unsupported_laboratory_option',
    `The member ${pointer} ${issue === undefined ? 'has an illegal value' : issueWords(issue)}.`,
    { member: pointer, ...(issue?.code === 'invalid_value' ? { legal_values: issue.values } : {}) },
  )
}

const safeName = (member: string): string => (/^[a-z_]{1,40}$/.test(member) ? member : 'of the request')

const illegalMember = (member: string, code: ErrorCode, legal: readonly string[]) =>
  new ProtocolError(code, `The member ${member} must be one of ${legal.join(', ')}.`, {
    member,
    legal_values: legal,
  })
