import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Evidence } from '../../engine/evidence/load-evidence'
import type { FindingFacts } from '../../engine/evidence/session-view'
import { shownPath } from '../../engine/judgements/shown'
import type { IssuanceSession, PresentationSession } from '../../shared/ports/store-types'
import { groupBy } from '../../shared/values/collections'
import { isObject, isSameJson, type Json } from '../../shared/values/json'
import { channelOf } from '../../verifier/deviations'
import { lastCarrier } from '../../verifier/evidence/browser-calls'
import { readTransactionData } from '../../verifier/read/request/read-transaction-data'
import { readScopes } from '../../verifier/read/request/session-query'
import { presetById } from '../presets'
import { type Preset, type PresetFacts, presetFacts } from '../presets/preset'
import { isAbout } from './case-verdict'
import { defaultEdition, type Edition, editions } from './editions'
import { isContent, isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'

/**
 * Whether a session could have been made from the preset: it names the preset, or its request has every member of the
 * preset's body. Extra members are fine, but the deliberate error and whether a refusal is expected must match.
 */
function fitsPreset(session: PresentationSession, preset: Preset, facts: () => PresetFacts): boolean {
  if (session.preset !== undefined) return session.preset === preset.id
  const { negative_test: test, expect = 'answer' } = session.options
  if (preset.kind !== 'presentation' || expect !== preset.expects) return false
  const body = preset.body(facts())
  if (test !== (body.negative_test ?? null)) return false
  // The cases about a request say nothing about a verifier with another client identifier prefix.
  const { client_id_prefix: prefix = 'x509_hash' } = body
  if ((session.options.client_id_prefix ?? 'x509_hash') !== prefix) return false
  // Nor about a request through another channel.
  if (channelOf(session) !== (body.presentation_channel ?? 'url')) return false
  // These presets expect a person to decline, which no session option shows.
  if (
    preset.expects === 'refusal' &&
    test === null &&
    !('dcql_query' in body) &&
    !('response_type' in body) &&
    !('trusted_list' in body)
  )
    return false
  return Object.entries(body).every(([name, wanted]) => hasMember(session, name, wanted))
}

function hasMember(session: PresentationSession, name: string, wanted: Json): boolean {
  const { options } = session
  // Compare with the original request, before the negative test changed it.
  const request = options.request_before_test ?? session.request
  switch (name) {
    case 'dcql_query':
    case 'verifier_info':
      return isSameJson(request[name], wanted)
    case 'presentation_request':
      return holds(request, wanted)
    case 'dc_api_protocols':
      return isSameJson(session.dcApi?.entries.map(({ protocol }) => protocol) ?? null, wanted)
    case 'transaction_out_of_range':
      return isSameJson(options[name], wanted)
    case 'transaction_data':
      return isSameJson(request.transaction_data, readTransactionData(wanted, null).value)
    case 'scopes':
      return isSameJson(scopesOf(request.scope), scopesOf(wanted))
    case 'profile':
    case 'negative_test':
    case 'allow_nonconforming_request':
    case 'return_redirect_uri':
    case 'trusted_list':
    case 'transaction_required_field':
    case 'client_id_prefix':
    case 'registered_client_id':
    case 'presentation_channel':
      return options[name] === wanted
    case 'trust_framework':
      // A session does not store defaults.
      return (options.trust_framework ?? 'test_root') === wanted
    case 'expect':
      return (options.expect ?? 'answer') === wanted
    case 'request_delivery':
      return session.requestDelivery === wanted
    case 'request_uri_method':
      // A request by value ignores the method.
      return session.requestDelivery === 'by_reference' && session.requestUriMethod === wanted
    case 'response_type':
      return session.responseType === wanted
    case 'response_mode':
      return session.responseMode === wanted
    case 'scheme':
      return session.scheme === wanted
    default:
      return false
  }
}

/** Whether an object contains every member of another, recursively. */
const holds = (whole: unknown, part: unknown): boolean =>
  isObject(whole) && isObject(part)
    ? Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && holds(whole[name], value))
    : isSameJson(whole, part)

const scopesOf = (scope: Json | undefined): readonly string[] => {
  const read = scope === undefined ? null : readScopes(scope)
  return read === null || read.error !== null ? [] : read.tokens
}

const byCheck: ReadonlyMap<Edition, ReadonlyMap<string, readonly OfficialCase[]>> = new Map(
  editions.map((edition) => [edition, groupByChecks(edition.cases.filter(isDecidable))]),
)

const casesOfCheck = (edition: Edition, check: string): readonly OfficialCase[] =>
  byCheck.get(edition)?.get(check) ?? []

/** Whether a finding says anything about its session. */
const saysSomething = ({ status, softened }: FindingFacts): boolean =>
  status !== 'not_applicable' && softened !== 'after_end'

/**
 * The ids of the official cases of an edition that a finding of this session helps to decide, in table order. A case that
 * any presentation decides, or that judges a PID, only needs a finding that applies. Every other case needs a session of
 * its preset, by name or by options. A case about a claim needs a finding that may concern that claim.
 */
export function casesOfFindings(
  session: PresentationSession,
  facts: () => PresetFacts,
  edition: Edition = defaultEdition,
): (finding: FindingFacts) => readonly string[] {
  // What a tester changed as no test does decides no case. Another session with mutations counts as its test.
  if (session.options.mutated?.same_as === null) return () => []
  const fits = new Map<string, boolean>()
  // Read them once for all presets, because that parses a certificate chain.
  let known: PresetFacts | null = null
  const knownFacts = (): PresetFacts => {
    known ??= facts()
    return known
  }
  const isOfPreset = (id: string): boolean => {
    const decided = fits.get(id)
    if (decided !== undefined) return decided
    const preset = presetById(id)
    const fit = preset !== null && fitsPreset(session, preset, knownFacts)
    fits.set(id, fit)
    return fit
  }
  const asked = askedCredentials(session)
  const otherChannel = channelOf(session) === 'dc_api' ? 'redirect' : 'dc_api'
  return (finding) =>
    !saysSomething(finding)
      ? []
      : casesOfCheck(edition, finding.id)
          .filter(
            (one) =>
              one.channel !== otherChannel &&
              (one.class === 'auto' ||
                isContent(one) ||
                decidingPresets(one).some(isOfPreset) ||
                (one.packed !== null && passes(finding) && isOfPreset(one.packed))) &&
              mayBeAbout(one, finding, asked),
          )
          .map(({ id }) => id)
}

/** Presets whose session decides the case. */
const decidingPresets = ({ id, preset }: OfficialCase): readonly string[] =>
  preset === null ? [] : [preset, ...(pairedCase(id).instead ?? [])]

/** A combined session only passes cases. */
const passes = ({ status }: FindingFacts): boolean => status === 'pass' || status === 'warn'

/** False if the finding concerns another format than the case, or other claims. */
function mayBeAbout(official: OfficialCase, { actual, subject }: FindingFacts, asked: readonly AskedCredential[]) {
  const { claim } = official
  const about = subject === undefined ? asked : asked.filter((one) => one.id === subject.query_id)
  const format = formatOf(official)
  const fitting = about.filter((one) => format === null || one.format === format)
  if (format !== null && fitting.length === 0) return false
  if (claim === null) return true
  const named = Array.isArray(actual) && actual.every((one) => typeof one === 'string') ? actual : null
  if (named !== null) return named.some((name) => isAbout(name, claim) || /^and \d+ more$/.test(name))
  return fitting.some(({ claims }) => claims.some((name) => isAbout(name, claim)))
}

/** The format of a case, from its id or else, for a case that judges a PID, from its first check. */
function formatOf(one: OfficialCase): 'mso_mdoc' | 'dc+sd-jwt' | null {
  const first = isContent(one) ? (one.checks[0] ?? '') : ''
  if (one.id.includes('_ISO-mdoc_') || first.startsWith('vp.mdoc.')) return 'mso_mdoc'
  return one.id.includes('_IETF-sd-jwt-vc_') || first.startsWith('vp.sdjwt.') ? 'dc+sd-jwt' : null
}

function groupByChecks(cases: readonly OfficialCase[]): ReadonlyMap<string, readonly OfficialCase[]> {
  const pairs = cases.flatMap((one) => one.checks.map((check) => ({ check, one })))
  return new Map(
    [...groupBy(pairs, ({ check }) => check)].map(([check, found]) => [check, found.map(({ one }) => one)]),
  )
}

/** One credential that a session asks for. */
interface AskedCredential {
  readonly id: string
  readonly format: string
  /** Claim paths, written as in findings. */
  readonly claims: readonly string[]
}

/** The credentials that a session's query asks for; empty if the query cannot be read. OID4VP-1FINAL-6.1 */
function askedCredentials({ request, options }: PresentationSession): AskedCredential[] {
  const query = request.dcql_query ?? options.scope_query
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return credentials
    .filter((one) => isObject(one))
    .map(({ id, format, claims }) => ({
      id: String(id),
      format: String(format),
      claims: (Array.isArray(claims) ? claims : []).flatMap((one) => {
        const path = isObject(one) && Array.isArray(one.path) ? one.path.filter(isPart) : []
        return path.length === 0 ? [] : [shownPath(path).toString()]
      }),
    }))
}

const isPart = (part: unknown): part is string | number | null =>
  part === null || typeof part === 'string' || typeof part === 'number'

/**
 * The ids of the official cases that a finding of this session helps to decide: none if a program acted as the browser,
 * because no campaign counts that.
 */
export function casesInSession(
  { session, events }: Pick<Evidence<PresentationSession>, 'session' | 'events'>,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): ReturnType<typeof casesOfFindings> {
  if (lastCarrier(events) === 'emulated') return () => []
  return casesOfFindings(session, () => presetFacts(context))
}

/** An issuance decides a case only if it names a preset of the case, because only one goes on as the case asks. */
const casesOfIssuance =
  ({ preset, options }: IssuanceSession, edition: Edition) =>
  (finding: FindingFacts): readonly string[] =>
    preset === undefined || options.mutations !== undefined || !saysSomething(finding)
      ? []
      : casesOfCheck(edition, finding.id)
          .filter((one) => decidingPresets(one).includes(preset))
          .map(({ id }) => id)

/**
 * The official cases of every edition that a finding of this session helps to decide, newest edition first, each with its
 * edition: the same id in another edition is another case.
 */
export function casesOfEditionsInSession(
  { session, events }: Pick<Evidence, 'session' | 'events'>,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): (finding: FindingFacts) => readonly string[] {
  if (lastCarrier(events) === 'emulated') return () => []
  const facts = () => presetFacts(context)
  const named = editions.map((edition) => ({
    edition,
    casesOf: session.kind === 'issuance' ? casesOfIssuance(session, edition) : casesOfFindings(session, facts, edition),
  }))
  return (finding) =>
    named.flatMap(({ edition, casesOf }) => casesOf(finding).map((id) => caseWithEdition(edition.facts.id, id)))
}

/** A case with its edition, as one text. */
export const caseWithEdition = (edition: string, id: string): string => `${edition} ${id}`
