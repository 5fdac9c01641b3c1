import type { RequestContext } from '../../engine/endpoints/request-context'
import { catalogueOf } from '../../issuer-and-verifier'
import type { Sha256 } from '../../shared/ports/ports'
import type { Campaign } from '../../shared/ports/store-types'
import { type EpochMillis, toIso } from '../../shared/time/time'
import { caseFacts } from '../official-cases/case-facts'
import { appliesTo } from '../official-cases/case-verdict'
import type { CoveredCase } from '../official-cases/coverage-counts'
import { declaredItems, type ItemName, itemNames } from '../official-cases/declared-items'
import { defaultEdition, type Edition, editionOf } from '../official-cases/editions'
import { tableHash } from '../official-cases/list-cases'
import { type OfficialCase, type Relevancy, takesEntry } from '../official-cases/official-case'
import { pairedCase } from '../official-cases/paired-cases'
import { isToldVerdict } from '../official-cases/told-verdict'
import { declaredOf, noCampaign, readCoverage, type WalletCoverage } from '../official-cases/wallet-coverage'
import { countStatement } from './count-statement'
import type { ConformanceStatement, StatementCase } from './z-statement'

interface Installation {
  readonly baseUrl: string
  readonly version: string
  readonly sha256: Sha256
}

/** How to write a status. ETSI EG 201 058 clause 8 */
const statuses: Readonly<Record<Relevancy, string>> = { required: 'm', optional: 'o', undefined: 'o', forbidden: 'x' }

/**
 * Builds the statement about a wallet from its declaration and from what campaigns and people say about every official
 * case, after ETSI EG 201 058. The same evidence gives the same statement except for its time.
 */
export function buildStatement(
  coverage: WalletCoverage,
  { baseUrl, version, sha256 }: Installation,
  madeAt: EpochMillis,
): ConformanceStatement {
  const { facts } = coverage.edition
  const conditions = conditionsOf(coverage.edition)
  const cases = coverage.cases.map((one) => statementCase(one, coverage, conditions))
  return {
    ics_version: 2,
    service: { version, base_url: baseUrl },
    catalogue: catalogueOf(sha256),
    fcaf: {
      commit: facts.commit,
      date: facts.date,
      table_sha256: tableHash(coverage.edition, sha256),
      edition: facts.id,
      complete: facts.complete,
    },
    wallet: { ...coverage.wallet },
    tester: coverage.declaration?.tester ?? null,
    made_at: toIso(madeAt),
    sessions_left: coverage.sessionsLeft,
    items: itemNames.map((item) => statementItem(item, coverage)),
    counts: countStatement(cases),
    cases,
  }
}

function statementItem(
  item: ItemName,
  { declaration, contradicted }: Pick<WalletCoverage, 'declaration' | 'contradicted'>,
): ConformanceStatement['items'][number] {
  const { title, reference } = declaredItems[item]
  const value = declaration?.items[item]
  const against = contradicted.get(item)
  const isSupported = typeof value === 'object' ? value.length > 0 : value
  return {
    ...{ item, title, reference },
    declared: value === undefined ? null : typeof value === 'boolean' ? value : [...value],
    support: isSupported === undefined ? 'unknown' : isSupported ? 'yes' : 'no',
    contradicted_by_evidence:
      against === undefined ? null : { sessions: [...against.sessions], values: [...against.values] },
  }
}

/** Distinct conditions in table order. ETSI EG 201 058 clause 8 */
const conditionsOf = ({ cases }: Edition): readonly string[] => [
  ...new Set(cases.flatMap((one) => conditionOf(one) ?? [])),
]

function conditionOf({ applies_if, relevancy }: Pick<OfficialCase, 'applies_if' | 'relevancy'>): string | null {
  return applies_if === null ? null : `IF ${applies_if} THEN ${statuses[relevancy]} ELSE n/a`
}

/** Without a declaration, a session's verdict shows that the case applies. */
function isApplicable(one: OfficialCase, verdict: CoveredCase['judged']['verdict'], coverage: WalletCoverage) {
  if (verdict === 'not_applicable') return false
  if (one.applies_if === null || verdict === 'passed' || verdict === 'failed') return true
  return appliesTo(one, declaredOf(coverage))
}

function statementCase(
  { official, judged, contradictedBy }: CoveredCase,
  coverage: WalletCoverage,
  conditions: readonly string[],
): StatementCase {
  const { id, area, objective, url, relevancy, population, note, defect, review_needed } = caseFacts(official)
  const condition = conditionOf(official)
  const entered = enteredOf({ official, judged }, coverage)
  const { tested_at, tester, ...decided } = entered ?? decidedBy({ official, judged, contradictedBy }, coverage, note)
  return {
    ...{ id, area, objective, url, text_sha256: caseTextSha256(official), relevancy },
    status: condition === null ? statuses[relevancy] : `c${conditions.indexOf(condition) + 1}`,
    population,
    applicable: isApplicable(official, entered?.result ?? judged.verdict, coverage),
    ...decided,
    contradicted_by: [...contradictedBy],
    tested_at,
    tester,
    condition,
    defect,
    review_needed,
    evidence: (entered === null ? [] : (coverage.entered.get(id)?.evidence ?? [])).map((one) => ({ ...one })),
    ...{ edition: coverage.edition.facts.id, side: official.side, baseline: official.baseline, kin: official.kin },
    from: [...official.from],
  }
}

type Decided = Pick<
  StatementCase,
  'result' | 'remark' | 'method' | 'sessions' | 'exchanges' | 'failed_check' | 'cause' | 'tested_at' | 'tester'
>

/** The entered result if no session decides the case, or none can show what was entered; `null` if there is none. */
function enteredOf(
  { official, judged }: Pick<CoveredCase, 'official' | 'judged'>,
  { entered }: WalletCoverage,
): Decided | null {
  const entry = entered.get(official.id)
  const counts = takesEntry(official) || judged.statedBy !== undefined
  if (entry === undefined || entry.result === 'withdrawn' || !counts) return null
  return {
    result: entry.result,
    remark: entry.note || (judged.statedBy === undefined ? null : judged.remark),
    method: entry.by ?? 'told',
    sessions: [],
    exchanges: [],
    failed_check: judged.failed,
    cause: null,
    tested_at: toIso(entry.enteredAt),
    tester: entry.tester ?? null,
  }
}

function decidedBy({ official, judged }: CoveredCase, { tries }: WalletCoverage, note: string | null): Decided {
  const { verdict, remark, run, failed, cause } = judged
  const counted = (preset: string) => tries.get(preset)?.[0]
  const { alongside = [], control } = pairedCase(official.id)
  const beside = run === null ? [] : [...alongside, ...(control === undefined ? [] : [control.preset])]
  const session = run === null ? undefined : counted(run.preset)?.session
  return {
    result: verdict,
    remark: remark ?? (verdict === 'manual' || verdict === 'out' ? note : null),
    method: methodOf({ official, judged }),
    sessions: [
      ...new Set([
        ...(run === null ? [] : [run.sessionId]),
        ...beside.flatMap((preset) => counted(preset)?.session.sessionId ?? []),
      ]),
    ],
    exchanges: cause?.exchangeId ? [cause.exchangeId] : [],
    failed_check: failed,
    cause: cause && {
      check: cause.check,
      session_id: cause.sessionId,
      exchange_id: cause.exchangeId,
      subject: cause.subject && { ...cause.subject },
    },
    tested_at: session === undefined ? null : toIso(session.createdAt),
    tester: null,
  }
}

/** A reported screen decides a case like an entered result does. */
function methodOf({ official, judged }: Pick<CoveredCase, 'official' | 'judged'>): StatementCase['method'] {
  const { verdict, run } = judged
  if (run === null || verdict === 'manual' || verdict === 'out') return 'none'
  if (verdict !== 'passed' && verdict !== 'failed') return 'machine'
  if (isToldVerdict({ official, judged })) return run.toldBy ?? 'told'
  return run.silenceCounted === true ? 'machine_silence' : 'machine'
}

/**
 * SHA-256 of the reviewed text of a case in hex, ignoring line ends, trailing spaces and empty lines, as
 * `npm run edition` computes it from a checkout; `null` for a text that could be read by its address only.
 */
export const caseTextSha256 = (one: OfficialCase): string | null => editionOf(one).texts[one.id]?.layout ?? null

/** Reads the current statement of a wallet. Throws `campaign_not_found` for one without a campaign that counts. */
export async function readStatement(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
  edition: Edition = defaultEdition,
): Promise<ConformanceStatement> {
  const coverage = await readCoverage(wallet, context, edition)
  if (coverage.campaigns.length === 0) throw noCampaign(context)
  const { ports, settings } = context
  return buildStatement(coverage, { ...settings, sha256: ports.sha256 }, ports.now())
}
