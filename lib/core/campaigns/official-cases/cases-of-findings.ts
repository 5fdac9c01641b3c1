import type { FindingFacts } from '../../engine/evidence/session-view'
import { shownPath } from '../../engine/judgements/shown'
import type { PresentationSession } from '../../ground/ports/store-types'
import { groupBy } from '../../ground/values/collections'
import { isObject } from '../../ground/values/json'
import { channelOf } from '../../verifier/deviations'
import { presetById } from '../presets'
import type { PresetFacts } from '../presets/preset'
import { isAbout } from './case-verdict'
import { officialCases } from './cases'
import { fitsPreset } from './fits-preset'
import { isContent, isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'

const byCheck: ReadonlyMap<string, readonly OfficialCase[]> = groupByChecks(officialCases.filter(isDecidable))

/**
 * Returns the ids of the official cases that a finding of this session helps to decide, in table order. A case that any
 * presentation decides, or that judges a PID, only needs a finding that applies. Every other case needs a session of
 * its preset, by name or by its options. A case about a claim needs a finding that may be about that claim.
 */
export function casesOfFindings(
  session: PresentationSession,
  facts: () => PresetFacts,
): (finding: FindingFacts) => readonly string[] {
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
    finding.status === 'not_applicable' || finding.softened === 'after_end'
      ? []
      : (byCheck.get(finding.id) ?? [])
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

/** The presets any of whose sessions decides a case. */
const decidingPresets = ({ id, preset }: OfficialCase): readonly string[] =>
  preset === null ? [] : [preset, ...(pairedCase(id).instead ?? [])]
/** A session with what many cases are about only passes them. */
const passes = ({ status }: FindingFacts): boolean => status === 'pass' || status === 'warn'

/** False if the finding is about another format than the case, or about other claims. */
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

/**
 * The format that a case is about, according to its id. A case that judges a PID without naming a format there shows it
 * by its first check.
 */
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

/** What a session's query asks for; empty if the query cannot be read. OID4VP-1FINAL-6.1 */
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
