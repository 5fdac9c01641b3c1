import { issuerConfigurations } from '../../issuer/configurations'
import { issuerDeviation } from '../../issuer/deviations'
import type { FindingStatus } from '../../shared/ports/finding'
import { isObject, type JsonObject } from '../../shared/values/json'
import { verifierDeviation } from '../../verifier/deviations'
import type { Capability, CapabilityCount } from './run-types'

/** What a step tried, besides what its wallet did. */
export interface TriedStep {
  readonly kind: 'issuance' | 'presentation'
  /** The session request, as the step or the preset has it. */
  readonly body: JsonObject
  /** Whether a good wallet refuses or stops. */
  readonly expectsRefusal: boolean
}

/** What a step with one session tries. A good wallet refuses what says so, and a deviation that no wallet may accept. */
export function triedBy({
  kind,
  session,
}: Pick<TriedStep, 'kind'> & { readonly session: Readonly<Record<string, unknown>> }): TriedStep {
  const deviation = kind === 'issuance' ? issuerDeviation(session.fault) : verifierDeviation(session.negative_test)
  return {
    ...{ kind, body: session as JsonObject },
    expectsRefusal: session.expect === 'refusal' || deviation?.expects === 'refusal',
  }
}

/** Whether a session request asks this service to be wrong on purpose. */
export const deviates = (body: Readonly<Record<string, unknown>>): boolean =>
  [body.fault, body.negative_test].some((value) => value !== undefined && value !== null)

/** What the checks of its session said. */
type Conformance = readonly { readonly id: string; readonly status: FindingStatus }[]

type Format = 'sd_jwt' | 'mdoc'
const formats: Readonly<Record<string, Format>> = { 'dc+sd-jwt': 'sd_jwt', mso_mdoc: 'mdoc' }
const formatsIn = (list: unknown): Format[] =>
  (Array.isArray(list) ? list : []).flatMap((one) => (isObject(one) ? (formats[String(one.format)] ?? []) : []))

/** Formats of what an issuance offers: its own credentials, the configuration that it names, or the issuer's first. */
function offeredFormats({
  laboratory,
  issuer_configuration_id: issuerId,
  credential_configuration_id: id,
}: JsonObject) {
  const own = isObject(laboratory) ? formatsIn(laboratory.credentials) : []
  if (own.length > 0) return own
  const issuers = issuerConfigurations.filter((issuer) => issuerId === undefined || issuer.id === issuerId)
  const configurations = issuers.flatMap((issuer) => issuer.credentialConfigurations)
  const chosen = id === undefined ? configurations[0] : configurations.find((one) => one.id === id)
  return chosen === undefined ? [] : formatsIn([chosen])
}

/** Formats that were presented, told by the checks of a format that had something to judge; without any, those asked for. */
function presentedFormats({ dcql_query: query }: JsonObject, conformance: Conformance): Format[] {
  const judged = (group: RegExp): boolean =>
    conformance.some(({ id, status }) => (status === 'pass' || status === 'fail') && group.test(id))
  const presented: Format[] = [
    ...(judged(/^vp\.(?:sdjwt|kb)\./) ? (['sd_jwt'] as const) : []),
    ...(judged(/^vp\.mdoc\./) ? (['mdoc'] as const) : []),
  ]
  return presented.length > 0 ? presented : formatsIn(isObject(query) ? query.credentials : undefined)
}

/**
 * What a step tells of a wallet: the formats that it issued or presented, a refusal where one is right, and the HAIP
 * profile, the European trust framework and the browser where they were used. Pure; the order is that of the table.
 */
export function capabilitiesOf({ kind, body, expectsRefusal }: TriedStep, conformance: Conformance): Capability[] {
  // What a tester changed by hand may be anything, so it shows nothing that wallets can be compared by.
  if (body.mutations !== undefined) return []
  const found: (Capability | false)[] = []
  if (expectsRefusal) found.push('refusals')
  else if (kind === 'issuance') found.push(...offeredFormats(body).map((format) => `issue_${format}` as const))
  else found.push(...presentedFormats(body, conformance).map((format) => `present_${format}` as const))
  found.push(body.profile === 'haip' && 'haip')
  found.push(body.trust_framework === 'eu' && 'trust')
  found.push(body.presentation_channel === 'dc_api' && 'browser')
  return [...new Set(found.filter((one) => one !== false))]
}

/** Adds up attempts by capability, each once a step. */
export function countCapabilities(
  attempts: readonly { readonly passed: boolean; readonly capabilities: readonly Capability[] }[],
): CapabilityCount[] {
  const counts = new Map<Capability, CapabilityCount>()
  for (const { passed, capabilities } of attempts)
    for (const id of new Set(capabilities)) {
      const { passed: before, total } = counts.get(id) ?? { passed: 0, total: 0 }
      counts.set(id, { id, passed: before + (passed ? 1 : 0), total: total + 1 })
    }
  return [...counts.values()]
}
