import type { z } from 'zod'
import { requireMutationsAllowed } from '../../engine/sessions/mutations-allowed'
import { type PeerBody, translatePeer } from '../../engine/sessions/peer-members'
import { refusedMember } from '../../engine/sessions/refused-member'
import { registrarNeeded } from '../../engine/sessions/trust-options'
import { refuseUnclearValues } from '../../engine/sessions/unclear-values'
import type { Exchange } from '../../shared/http/exchange'
import { bodyBytesMax } from '../../shared/http/limits'
import { issueToReport, placedIssue, withIssue } from '../../shared/http/problem-words'
import { exceededJsonBound, type JsonBody, readJsonBody } from '../../shared/http/read-json'
import { type ErrorCode, ProtocolError } from '../../shared/ports/errors'
import type { LaboratoryOptions } from '../../shared/ports/laboratory'
import type { Asker } from '../../shared/ports/places'
import type { ProtocolSettings } from '../../shared/ports/settings'
import { isObject, type JsonObject } from '../../shared/values/json'
import { issuerConfiguration } from '../configurations'
import { issuerDeviation, withAnyRegistrar } from '../deviations'
import { type IssuerDeviation, isOfRegistration, needsOurRegistrar } from '../deviations/issuer-deviation'
import { illegalLaboratory, readLaboratory } from './laboratory'
import { peerMembers } from './peer-members'
import { type IssuanceSessionRequest, issuerOptions, zIssuanceSessionRequest } from './session-options'

/** Error code for an illegal value of a member; `null` if it has none of its own. */
const refusalOf = (member: string) =>
  Object.hasOwn(issuerOptions, member) ? (issuerOptions[member as keyof typeof issuerOptions].refusal ?? null) : null

/** Credential configuration ids of the issuer that a body names or implies. */
function advertisedTo(issuer: unknown): readonly string[] {
  const named = zIssuanceSessionRequest.shape.issuer_configuration_id.safeParse(issuer)
  return named.success ? advertisedBy(named.data) : []
}

/**
 * Reads the body of `POST /sessions`; an empty body means `{}`, i.e. all defaults.
 * @throws ProtocolError with the code of the first illegal member, and the legal values.
 */
export function readSessionRequest(
  exchange: Exchange,
  {
    settings,
    asker,
  }: {
    readonly settings: Pick<ProtocolSettings, 'baseUrl' | 'retentionDays' | 'mutations'>
    readonly asker: Asker
  },
): IssuanceSessionRequest & {
  readonly credential_configuration_id: string
  readonly laboratory: LaboratoryOptions | undefined
} {
  const translated = translatePeer(peerMembers, bodyValue(readJsonBody(exchange)) as JsonObject, 'fault')
  const { baseUrl, retentionDays } = settings
  requireMutationsAllowed(translated.body.mutations, { settings, asker })
  requireMutationsAllowed(translated.wrong ?? undefined, { settings, asker }, `/${translated.wrong}`)
  refuseUnsupported(translated)
  const asked = withOwnDocuments(withStatusForm(translated.body))
  refuseConflicts(asked)
  const deviation = issuerDeviation(asked.fault)
  const value: Readonly<Record<string, unknown>> = withTrust(withNeeds({ ...deviation?.needs }, asked))
  const result = zIssuanceSessionRequest.safeParse(value)
  if (!result.success) {
    const issue = issueToReport(result.error.issues)
    const member = String(issue?.path[0] ?? '')
    if (issue !== undefined && member === 'laboratory') throw illegalLaboratory(issue)
    const refusal = refusalOf(member)
    if (refusal !== null && 'must' in refusal) throw refusedMember(refusal.code, `/${member}`, refusal.must)
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
  const advertised = advertisedBy(request.issuer_configuration_id, request.laboratory)
  const fitting = advertisedBy(request.issuer_configuration_id, request.laboratory, deviation?.format)
  const chosen = request.credential_configuration_id ?? fitting[0]
  if (chosen === undefined || !advertised.includes(chosen)) {
    throw illegalMember('credential_configuration_id', 'unsupported_credential_configuration', advertised)
  }
  requireRoomFor(deviation, request, fitting.includes(chosen))
  const read = { ...request, credential_configuration_id: chosen }
  return request.laboratory === undefined
    ? { ...read, laboratory: undefined }
    : { ...read, laboratory: readLaboratory(request.laboratory, { ...request, baseUrl, retentionDays }) }
}

/** Throws ProtocolError with every member of the other implementation that cannot be had here. */
function refuseUnsupported({ refusals }: PeerBody): void {
  const [first] = refusals
  if (first === undefined) return
  const errors = refusals.map(({ code = 'unsupported_member', pointer, message }) => ({
    code,
    pointer,
    message,
    clause: null,
  }))
  const { code = 'unsupported_member', pointer, message, legalValues, instead } = first
  throw new ProtocolError(code, `The member ${pointer.slice(1)}: ${message}`, {
    member: pointer.slice(1),
    pointer,
    ...(legalValues === undefined ? {} : { legal_values: legalValues }),
    ...(instead === undefined ? {} : { instead }),
    errors,
  })
}

/** Laboratory defaults in the European trust framework. E4723-4.2.4.2, ARF3-ISSU_39, TS3-2.3.1 */
const trustedLaboratory = {
  mdoc_signer: 'etsi',
  client_attestation: { drafts: ['07', '08'] },
  wallet_unit: {},
  reuse_policy: {
    id: 'arf_annex_ii',
    options: [{ details: ['limited_time'], reissue_trigger_lifetime_left: 86_400 }],
  },
}

/**
 * Shared issuers are outside the European trust framework, which thus needs an own issuer. A tester's access
 * certificate implies the framework.
 */
export function withTrust(asked: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named = ownAccessMembers.find((member) => asked[member] !== undefined)
  const { trust_framework: framework = named === undefined ? undefined : 'eu', laboratory = {} } = asked
  if (named !== undefined && framework === 'test_root')
    throw refusedMember('trust_framework_needed', `/${named}`, 'It needs trust_framework eu.')
  if (framework !== 'eu' || !isObject(laboratory)) return asked
  const { client_attestation: attestation } = laboratory
  return {
    ...asked,
    trust_framework: framework,
    laboratory: {
      ...trustedLaboratory,
      ...laboratory,
      // What a tester says about challenges leaves the drafts as they are.
      ...(isObject(attestation)
        ? { client_attestation: { ...trustedLaboratory.client_attestation, ...attestation } }
        : {}),
    },
  }
}

const ownAccessMembers = ['access_certificate', 'trust_identity'] as const

/** Metadata of a shared issuer are those of all sessions, so a change of them needs an issuer of the session's own. */
function withOwnDocuments(asked: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { mutations, laboratory } = asked
  const changesMetadata =
    Array.isArray(mutations) &&
    mutations.some((one) => isObject(one) && (one.target === 'issuer_metadata' || one.target === 'server_metadata'))
  return changesMetadata && laboratory === undefined ? { ...asked, laboratory: {} } : asked
}

/** A session is wrong as its tester writes it, or as a named fault says: not both. */
function refuseConflicts({ mutations, fault, expect }: Readonly<Record<string, unknown>>): void {
  if (mutations !== undefined && fault != null)
    throw refusedMember('conflicting_options', '/mutations', 'A session has either mutations or a fault.')
  if (mutations === undefined && expect !== undefined)
    throw refusedMember('conflicting_options', '/expect', 'It says what you expect where a session has mutations.')
}

/** A wrong status form is a fault and needs no second name. */
function withStatusForm(asked: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const status = isObject(asked.laboratory) ? asked.laboratory.status : undefined
  const fault = isObject(status) && typeof status.form === 'string' ? `status_${status.form}` : null
  return asked.fault == null && issuerDeviation(fault) !== null ? { ...asked, fault } : asked
}

/** Throws if the deviation could never show in this session. Members that the tester omitted follow from it. */
function requireRoomFor(deviation: IssuerDeviation | null, request: IssuanceSessionRequest, isOfFormat: boolean): void {
  if (!isOfFormat) {
    const description = `The fault ${deviation?.id} needs a credential of the format ${deviation?.format}.`
    throw new ProtocolError('invalid_request', description, { member: 'fault' })
  }
  // Only signed metadata shows the access certificate.
  const isUnsigned = isObject(request.laboratory) && request.laboratory.signed_metadata === 'never'
  if (isUnsigned && deviation?.changes.trust?.access !== undefined) {
    const description = `The fault ${deviation.id} needs an issuer that signs its metadata.`
    throw new ProtocolError('invalid_request', description, { member: 'fault' })
  }
  const missed = missedNeed({ ...deviation?.needs }, request)
  if (missed === null) {
    requireOurRegistrar(deviation, request)
    return
  }
  const description = `The fault ${deviation?.id} needs ${missed.path.join('.')} ${String(missed.need)}.`
  const code = missed.path[0] === 'trust_framework' ? 'trust_framework_needed' : 'invalid_request'
  throw new ProtocolError(code, description, { member: 'fault' })
}

/** A fault of the registration certificate needs one by our registrar, since a tester's cannot be signed anew. */
function requireOurRegistrar(
  deviation: IssuerDeviation | null,
  { registration_certificate: asked }: IssuanceSessionRequest,
): void {
  const { trust = {} } = deviation?.changes ?? {}
  if (deviation === null || asked === 'auto' || !isOfRegistration(trust)) return
  if (asked === 'none') {
    const description = `The fault ${deviation.id} needs a registration certificate.`
    throw new ProtocolError('invalid_request', description, { member: 'fault' })
  }
  if (needsOurRegistrar(trust))
    throw refusedMember('own_registrar_needed', '/fault', registrarNeeded(withAnyRegistrar, false))
}

/** Credential configuration ids of an issuer, of one format or all. */
const advertisedBy = (
  issuerConfigurationId: string,
  laboratory?: IssuanceSessionRequest['laboratory'],
  format?: IssuerDeviation['format'],
): string[] =>
  (laboratory?.credentials ?? issuerConfiguration(issuerConfigurationId)?.credentialConfigurations ?? [])
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
    const passed = exceededJsonBound(body)
    const description =
      passed === null ? 'The body must be a JSON object, or empty for the defaults.' : `The body ${passed}.`
    throw new ProtocolError('invalid_request', description, { reason: body.reason })
  }
  if (!isObject(body.value))
    throw new ProtocolError('invalid_request', 'The body must be a JSON object, or empty for the defaults.')
  refuseUnclearValues(body)
  return body.value
}

/** Requirement on a member, or the wrong member inside it. */
function errorOf(member: string, issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return `${member} has an illegal value`
  const placed = placedIssue(issue)
  const inside = placed.path.slice(1).at(-1)
  return inside === undefined
    ? withIssue(member, placed)
    : withIssue(`${member} has a member ${safeName(inside)}, which`, placed)
}

const safeName = (member: string): string => (/^[a-z_]{1,40}$/.test(member) ? member : 'of the request')

const illegalMember = (member: string, code: ErrorCode, legal: readonly string[]) =>
  new ProtocolError(code, `The member ${member} must be one of ${legal.join(', ')}.`, {
    member,
    legal_values: legal,
  })

/** Values that a session must have; objects are matched partially, an array by any array. */
type Needs = Readonly<Record<string, unknown>>

/** Completes a request with what a deviation depends on, objects member by member. */
export const withNeeds = (needs: Needs, asked: Needs): Needs =>
  Object.fromEntries(
    Object.keys({ ...needs, ...asked }).map((name) => {
      const [need, value] = [needs[name], asked[name]]
      if (isObject(need) && isObject(value)) return [name, withNeeds(need, value)]
      return [name, Object.hasOwn(asked, name) ? value : need]
    }),
  )

/** The first unmet need, as member path and required value; `null` if all are met. */
export function missedNeed(
  needs: Needs,
  value: Needs,
): { readonly path: readonly string[]; readonly need: unknown } | null {
  for (const [name, need] of Object.entries(needs)) {
    const has = value[name]
    const missed = isObject(need)
      ? isObject(has)
        ? missedNeed(need, has)
        : { path: [], need: 'an object' }
      : Array.isArray(need)
        ? Array.isArray(has)
          ? null
          : { path: [], need: 'an array' }
        : has === need
          ? null
          : { path: [], need }
    if (missed !== null) return { path: [name, ...missed.path], need: missed.need }
  }
  return null
}
