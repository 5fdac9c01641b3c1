import Link from 'next/link'
import type { ReactNode } from 'react'
import { caseWithEdition } from '@/lib/core/campaigns/official-cases/cases-of-findings'
import { editions } from '@/lib/core/campaigns/official-cases/editions'
import { caseTextUrl } from '@/lib/core/campaigns/official-cases/framework'
import { whyItPasses } from '@/lib/core/engine/checks/tolerated-because'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isAfterEnd } from '@/lib/core/engine/evidence/summarise'
import { clauseWords } from '@/lib/core/shared/ports/clauses'
import { paths } from '@/lib/paths'
import { failureSentenceOf } from '@/lib/queries/findings'
import { ClauseLink } from '../ui/clause-link'
import { CopyButton } from '../ui/copy-button'
import { LevelWord } from '../ui/level'
import { Verdict } from '../ui/verdict'
import { CaseList, DetailSection, ExpectedAndSent, FindingRow } from './detail-parts'
import { ExplainedTree } from './explained-tree'
import { tokensOfKind } from './model/decoded-tokens'
import { isLikelyFailure, type JudgedCheck, whyNotJudged } from './model/judged-check'
import { concernsCredential, judgedMember, memberMarks } from './model/member-marks'

interface CheckDetailProps {
  readonly check: JudgedCheck
  readonly exchange: ExchangeView | null
  /** Findings of that exchange, shown beside the members they judge. */
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
  /** Whether a program played the browser. */
  readonly emulated: boolean
  /** Whether the page tells this finding first, with its values and its fix. */
  readonly told: boolean
  /** Whether inferred requests may belong to another session. */
  readonly mixedTraffic: boolean
  /** Evidence specific to this kind of session. */
  readonly children?: ReactNode
}

/** One check at one exchange: expected and actual values, clause, reason, remedy. */
export function CheckDetail({
  check,
  exchange,
  findings,
  hrefOf,
  emulated,
  told,
  mixedTraffic,
  children,
}: CheckDetailProps) {
  const finding = check.entries.find(({ exchange_id }) => exchange_id === exchange?.id) ?? check.deciding
  const wrong = finding.status === 'fail' || finding.status === 'warn'
  const reason = whyNotJudged(finding)
  const member = judgedMember(check.id)
  const passesBecause = finding.status === 'warn' ? whyItPasses(finding) : null
  const evidence =
    exchange && member
      ? tokensOfKind(exchange, member.kind).filter((token) => concernsCredential(token, finding.subject))
      : []
  const treeOf = (token: (typeof evidence)[number]) => (
    <ExplainedTree value={token.tree} marks={memberMarks(token, findings, hrefOf)} openDepth={3} />
  )
  return (
    <>
      <div className="grid gap-1.5 px-4 pb-3">
        <h2 id="detail" className="text-lg/[1.35] [overflow-wrap:anywhere]">
          {wrong && !told ? failureSentenceOf(finding) : check.title}
        </h2>
        {wrong && !told && <p className="text-sm text-ink-2">Rule: {check.title}</p>}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Verdict status={isLikelyFailure(finding, mixedTraffic) ? 'likely' : finding.status} boxed />
          <LevelWord level={check.level} />
          {check.profile !== 'base' && <span className="text-xs text-ink-3">profile {check.profile}</span>}
          <span className="wire text-xs text-ink-2">{check.id}</span>
          <CopyButton text={check.id} what="check id" />
          {finding.rejected && (
            <span className="text-sm text-ink-2">
              {finding.exchange_id === null ? 'Refused the presentation: ' : 'Refused the request: '}
              <code>{[exchange?.response.status, finding.error].filter(Boolean).join(' ')}</code>
            </span>
          )}
        </div>
        {isAfterEnd(finding) && (
          <p className="text-sm text-ink-3">After the session ended, not counted: the verdict stays as it was.</p>
        )}
        {finding.correlation === 'inferred' && (
          <p className="text-sm text-ink-3">
            The exchange names no session. It was matched by client and time, so a MUST that broke here most likely
            failed.
          </p>
        )}
      </div>
      {/* Before the values, which can be long: readers want cause and remedy first. */}
      {finding.hint && !told && (
        <DetailSection title={fixHeading(finding.acts)}>
          <p className="rounded-md bg-sunk px-3 py-2.5 text-sm">{finding.hint}</p>
        </DetailSection>
      )}
      {passesBecause !== null && !isAfterEnd(finding) && finding.correlation !== 'inferred' && (
        <DetailSection title="Why it passes">
          <p className="text-sm text-ink-2">{passesBecause}</p>
        </DetailSection>
      )}
      {reason === null ? (
        !told &&
        (finding.expected !== null || finding.actual !== null) && (
          <DetailSection title={finding.expected === null ? 'Sent' : 'Expected and sent'}>
            <ExpectedAndSent expected={finding.expected} sent={finding.actual} />
          </DetailSection>
        )
      ) : (
        <DetailSection title="Why it was not judged">
          <p className="text-sm text-ink-2">{reason}</p>
        </DetailSection>
      )}
      {told && children ? <Fold title="What it was judged by">{children}</Fold> : children}
      <DetailSection title="Clause">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {finding.rule !== 'tester' && check.clauses.length > 0
            ? check.clauses.map((clause) => <ClauseLink key={clause.url} clause={clause} className="target" />)
            : clauseWords({ spec: finding.spec, section: finding.clause })}
        </p>
        {finding.verified_by && (
          <p className="text-sm text-ink-2">
            The conformance suite of the OpenID Foundation asks the same as{' '}
            <code className="[overflow-wrap:anywhere]">{finding.verified_by.replace(/^oidf:/, '')}</code>.
          </p>
        )}
        <FindingCases check={check.id} named={finding.fcaf ?? []} emulated={emulated} />
        {check.why && <p className="text-sm text-ink-2">Why it matters: {check.why}</p>}
        {!told && (
          <p className="text-sm">
            <Link className="link target" href={paths.reason(finding)}>
              {finding.reason === undefined ? 'See this check in the catalogue' : 'See this reason in the catalogue'}
            </Link>
          </p>
        )}
      </DetailSection>
      {evidence.map((token, index) => {
        const title = `Evidence: ${token.name}${token.place && `, ${token.place}`}`
        const key = `${token.kind} ${String(index)}`
        return told ? (
          <Fold key={key} title={title}>
            <div className="px-4 pb-3">{treeOf(token)}</div>
          </Fold>
        ) : (
          <DetailSection key={key} title={title}>
            {treeOf(token)}
          </DetailSection>
        )
      })}
    </>
  )
}

/** A part of a check that the page tells first: whoever looks closer opens it. */
const Fold = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className="border-t border-line">
    <summary className="chevron flex min-h-10 items-center px-4 text-sm font-[550] text-ink-2">{title}</summary>
    {children}
  </details>
)

/** Checks that decide at least one official case. */
const decidingChecks = new Set(editions.flatMap(({ cases }) => cases.flatMap(({ checks }) => checks)))

/** The cases of each edition, newest first, by the text that names a case with its edition. */
const byEdition = editions.map(({ facts, cases }) => ({
  edition: facts.id,
  byName: new Map(
    cases.map((one) => [
      caseWithEdition(facts.id, one.id),
      { id: one.id, objective: one.objective, url: caseTextUrl(one) },
    ]),
  ),
}))

interface FindingCasesProps {
  readonly check: string
  /** Cases with their editions. */
  readonly named: readonly string[]
  /** Whether a program played the browser; emulated exchanges decide no case. */
  readonly emulated: boolean
}

/** Official cases of each edition that a finding contributes to. Collapsed, because some findings decide dozens. */
function FindingCases({ check, named, emulated }: FindingCasesProps) {
  if (named.length > 0)
    return byEdition.map(({ edition, byName }) => {
      const cases = named.flatMap((name) => byName.get(name) ?? [])
      return cases.length === 0 ? null : <CaseList key={edition} edition={edition} cases={cases} />
    })
  if (!emulated || !decidingChecks.has(check)) return null
  return (
    <p className="text-sm text-ink-2">
      Decides no case of the European framework: a program played the browser, and only what a browser carried counts.
    </p>
  )
}

interface FindingLineProps {
  readonly finding: ConformanceEntry
  readonly href: string
  /** Whether a request that names no session may belong to another one. */
  readonly mixedTraffic?: boolean
}

/** One finding: verdict, title, and remedy. */
export function FindingLine({ finding, href, mixedTraffic = false }: FindingLineProps) {
  const { status, title, hint } = finding
  return (
    <FindingRow
      status={isLikelyFailure(finding, mixedTraffic) ? 'likely' : status}
      words={status === 'fail' || status === 'warn' ? failureSentenceOf(finding) : title}
      hint={hint}
      late={isAfterEnd(finding)}
      href={href}
    />
  )
}
