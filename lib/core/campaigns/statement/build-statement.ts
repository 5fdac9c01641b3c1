import type { Sha256 } from '../../ground/ports/ports'
import { type EpochMillis, toIso } from '../../ground/time/time'
import { utf8 } from '../../ground/values/base64url'
import { toHex } from '../../ground/values/to-hex'
import { catalogueOf } from '../../wings'
import texts from '../official-cases/case-texts.json'
import type { CoveredCase } from '../official-cases/coverage-counts'
import { declaredItems, itemNames } from '../official-cases/declared-items'
import { caseFacts } from '../official-cases/list-cases'
import { framework, type Relevancy } from '../official-cases/official-case'
import { pairedCase } from '../official-cases/paired-cases'
import { tableCsv } from '../official-cases/table-csv'
import type { WalletCoverage } from '../official-cases/wallet-coverage'
import { countStatement } from './count-statement'
import type { ConformanceStatement, StatementCase } from './z-statement'

interface Installation {
  readonly baseUrl: string
  readonly version: string
  readonly sha256: Sha256
}

const textHashes: Readonly<Record<string, string>> = texts

/** ETSI EG 201 058 clause 8: how a status is written. */
const statuses: Readonly<Record<Relevancy, string>> = { required: 'm', optional: 'o', undefined: 'o', forbidden: 'x' }

/**
 * Builds the statement of what was declared of a wallet and what its campaigns and people say about every official case,
 * after ETSI EG 201 058. The same evidence gives the same statement but for its time.
 */
export function buildStatement(
  coverage: WalletCoverage,
  { baseUrl, version, sha256 }: Installation,
  madeAt: EpochMillis,
): ConformanceStatement {
  const cases = coverage.cases.map((one) => statementCase(one, coverage))
  return {
    ics_version: 1,
    service: { version, base_url: baseUrl },
    catalogue: catalogueOf(sha256),
    fcaf: { commit: framework.commit, date: framework.date, table_sha256: toHex(sha256(utf8(tableCsv()))) },
    wallet: { ...coverage.wallet },
    tester: null,
    made_at: toIso(madeAt),
    items: itemNames.map((item) => ({
      item,
      title: declaredItems[item].title,
      reference: declaredItems[item].reference,
      declared: null,
      support: 'unknown' as const,
      contradicted_by_evidence: null,
    })),
    counts: countStatement(cases),
    cases,
  }
}

function statementCase({ official, judged, contradictedBy }: CoveredCase, coverage: WalletCoverage): StatementCase {
  const { id, area, objective, url, relevancy, population, note, defect, review_needed } = caseFacts(official)
  return {
    ...{ id, area, objective, url, text_sha256: textHashes[id] ?? null, relevancy, status: statuses[relevancy] },
    population,
    applicable: judged.verdict !== 'not_applicable',
    ...(enteredOf(official.id, judged, coverage) ?? decidedBy({ official, judged, contradictedBy }, coverage, note)),
    contradicted_by: [...contradictedBy],
    condition: null,
    defect,
    review_needed,
  }
}

type Decided = Pick<
  StatementCase,
  'result' | 'remark' | 'method' | 'sessions' | 'exchanges' | 'failed_check' | 'cause' | 'tested_at' | 'tester'
>

/** What a person entered, where no session decides the case; `null` for nothing. */
function enteredOf(id: string, { verdict }: CoveredCase['judged'], { entered }: WalletCoverage): Decided | null {
  const entry = entered.get(id)
  if (entry === undefined || entry.result === 'withdrawn' || (verdict !== 'manual' && verdict !== 'out')) return null
  return {
    result: entry.result,
    remark: entry.note || null,
    method: 'person',
    sessions: [],
    exchanges: [],
    failed_check: null,
    cause: null,
    tested_at: toIso(entry.enteredAt),
    tester: null,
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
    method: methodOf(judged),
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

/** A person who told of a session what the wallet showed decided it as much as one who entered a result. */
function methodOf({ verdict, run }: CoveredCase['judged']): StatementCase['method'] {
  if (run === null || verdict === 'manual' || verdict === 'out') return 'none'
  if (verdict !== 'passed' && verdict !== 'failed') return 'machine'
  if (run.told !== null) return 'person'
  return run.silenceCounted === true ? 'machine_silence' : 'machine'
}
