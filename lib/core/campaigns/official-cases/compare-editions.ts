import { builtInCampaigns } from '../built-in'
import { minutesByHand } from '../campaign-offer'
import { presetById } from '../presets'
import { playedByProgram } from './case-verdict'
import type { CoveredCase } from './coverage-counts'
import { contradictionBefore } from './defects'
import type { Edition } from './editions'
import { isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'
import { evidenceRemoved } from './removed-evidence'
import type { WalletCoverage } from './wallet-coverage'
import type { CoverageView } from './z-coverage'

type Comparison = NonNullable<CoverageView['comparison']>

type Row = Comparison['cases'][number]

/** Kinships in which a verdict of the old case says something about the new one. */
const related: readonly (OfficialCase['kin'] | undefined)[] = ['same', 'changed', 'split', 'moved']

/**
 * What a wallet's runs come to under one edition and under another, case by case. Nothing is run for it. A case that no
 * session can decide has no row unless a person entered something for what it was before.
 */
export function compareEditions(now: WalletCoverage, before: WalletCoverage): Comparison {
  const old = new Map(before.cases.map((one) => [one.official.id, one]))
  const rows = now.cases.flatMap((one) => {
    const from = relativesOf(one.official, now.edition, before.edition).flatMap((id) => old.get(id) ?? [])
    const row = rowOf(one, from, { now: now.edition, before })
    return row === null ? [] : [row]
  })
  return {
    from: before.edition.facts.id,
    to: now.edition.facts.id,
    cases: [...rows, ...goneFrom(now, before)],
    splits: splitsOf(now, before),
  }
}

/** The old cases of which the newer edition has several parts, with how these stand; the old case is not judged by them. */
function splitsOf(now: WalletCoverage, before: WalletCoverage): Comparison['splits'] {
  if (now.edition.facts.previous !== before.edition.facts.id) return []
  const parts = now.cases.filter(({ official }) => official.kin === 'split')
  return before.cases.flatMap(({ official: { id } }) => {
    const own = parts.filter(({ official }) => official.from.includes(id))
    const count = (verdict: string) => own.filter(({ judged }) => judged.verdict === verdict).length
    const [passed, failed] = [count('passed'), count('failed')]
    return own.length < 2
      ? []
      : [{ id, parts: own.map(({ official }) => official.id), decided: passed + failed, passed, failed }]
  })
}

/** Ids of the cases of the other edition that one follows from, or that follow from it. */
function relativesOf(one: OfficialCase, { facts }: Edition, other: Edition): readonly string[] {
  if (facts === other.facts) return [one.id]
  if (facts.previous === other.facts.id) return related.includes(one.kin ?? undefined) ? one.from : []
  if (other.facts.previous !== facts.id) return []
  return other.cases
    .filter(({ kin, from }) => related.includes(kin ?? undefined) && from.includes(one.id))
    .map(({ id }) => id)
}

function rowOf(
  one: CoveredCase,
  from: readonly CoveredCase[],
  { now, before }: { readonly now: Edition; readonly before: WalletCoverage },
): Row | null {
  const { official, judged } = one
  const decided = from.filter(isDecided)
  const of = (verdict: string) => decided.find((old) => old.judged.verdict === verdict)
  // A case that was several is failed by any of them. One that did not apply says nothing of one that does.
  const then = of('failed') ?? of('passed') ?? of(judged.verdict)
  const ids = before.edition.facts.id === now.facts.previous ? official.from : from.map((one) => one.official.id)
  const row = { ...baseOf(official, ids), verdict: judged.verdict, session_id: judged.run?.sessionId ?? null }
  if (isDecided(one)) {
    if (then === undefined) return { ...row, change: 'newly_decided' }
    return {
      ...row,
      change: then.judged.verdict === judged.verdict ? 'same_verdict' : 'other_verdict',
      verdict_before: then.judged.verdict,
      session_id_before: then.judged.run?.sessionId ?? null,
    }
  }
  if (!isDecidable(official)) {
    const wasEntered =
      official.kin !== 'same' && from.some((old) => old.official !== official && before.entered.has(old.official.id))
    return wasEntered ? { ...row, change: 'needs_person' } : null
  }
  const isTold = judged.remark === evidenceRemoved || judged.remark === playedByProgram
  const remark = isTold ? [judged.remark, row.remark ?? []].flat().join(' ') : row.remark
  // Where its own session was run and left it open, another one may decide it.
  const [other = official.preset] = judged.run === null ? [] : (pairedCase(official.id).instead ?? [])
  return { ...row, change: 'needs_run', remark, preset: other, ...toRun(other ?? '') }
}

/** A session, or what was declared, says whether a case passes, or does not apply. */
const isDecided = ({ official, judged: { verdict } }: CoveredCase): boolean =>
  isDecidable(official) && ['passed', 'failed', 'not_applicable'].includes(verdict)

const baseOf = (official: OfficialCase, from: readonly string[]) => ({
  id: official.id,
  kin: official.kin,
  from: [...from],
  verdict_before: null,
  session_id_before: null,
  preset: official.preset,
  campaign: null,
  minutes: null,
  remark: contradictionBefore(official),
})

/** The smallest built-in campaign with a preset, and how long its session takes by hand. */
function toRun(preset: string): Pick<Row, 'campaign' | 'minutes'> {
  const having = builtInCampaigns.filter(({ presets }) => presets.includes(preset))
  const [campaign] = having.toSorted(
    (one, other) =>
      Number(other.id.startsWith('baseline')) - Number(one.id.startsWith('baseline')) ||
      one.presets.length - other.presets.length,
  )
  const refusals = presetById(preset)?.expects === 'refusal' ? 1 : 0
  const minutes = minutesByHand({ sessions: 1, refusals, silenceSeconds: campaign?.silenceSeconds ?? 0 })
  return { campaign: campaign?.id ?? null, minutes: Math.round(minutes * 10) / 10 }
}

/** Cases of the other edition that a complete one no longer has. */
function goneFrom(now: WalletCoverage, before: WalletCoverage): Row[] {
  if (!now.edition.facts.complete || now.edition.facts.previous !== before.edition.facts.id) return []
  const kept = new Set(now.cases.flatMap(({ official: { id, from } }) => [id, ...from]))
  return before.cases
    .filter(({ official }) => !kept.has(official.id))
    .map(({ official, judged }) => ({
      ...baseOf(official, []),
      change: 'gone',
      verdict: null,
      session_id: null,
      verdict_before: judged.verdict,
      session_id_before: judged.run?.sessionId ?? null,
    }))
}
