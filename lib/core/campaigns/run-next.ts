import type { Campaign } from '../shared/ports/store-types'
import { type BuiltInCampaign, builtInCampaigns } from './built-in'
import { type CampaignOffer, offerOf, presetsFor } from './campaign-offer'
import { playedByProgram } from './official-cases/case-verdict'
import type { CoveredCase } from './official-cases/coverage-counts'
import type { DeclaredValues } from './official-cases/declared-items'
import { defaultEdition, type Edition } from './official-cases/editions'
import { type CaseVerdict, caseVerdicts } from './official-cases/official-case'
import { pairedCase } from './official-cases/paired-cases'
import { presetById } from './presets'
import { type Installation, missingOfTemplate } from './presets/preset'

/** A wallet's results in the official cases of a built-in campaign. */
interface OfferCovered {
  readonly campaign: BuiltInCampaign
  readonly offer: CampaignOffer
  readonly counts: Readonly<Record<CaseVerdict, number>>
  /** Undecided cases that judge the wallet, and that a run of its sessions may decide. */
  readonly undecided: number
}

/** What to run next for a wallet. */
export interface RunNext {
  /** The campaigns that together cover every decidable official case, in order. */
  readonly byCampaign: readonly OfferCovered[]
  /**
   * The campaign of both baselines while it has an undecided case of the newest edition; else the built-in campaign with
   * the most undecided cases per session; `null` once none is left.
   */
  readonly next: OfferCovered | null
  /** Why there is no such campaign; `null` if there is one. */
  readonly reason: string | null
}

/**
 * Results per campaign, and what to run next. Sessions that need a transaction count only once a campaign of the wallet
 * had one, because a campaign without one leaves them out; those for what only some wallets do where that is in `declared`.
 * `baselineFirst`: the baseline comes first whatever else is
 * undecided; in an edition with baselines only while it has an undecided case.
 */
export function runNext(
  cases: readonly CoveredCase[],
  campaigns: readonly Pick<Campaign, 'transactionTemplate'>[],
  installation: Installation,
  edition: Edition = defaultEdition,
  {
    baselineFirst = edition.facts.baselines.length > 0,
    declared = {},
  }: { readonly baselineFirst?: boolean; readonly declared?: DeclaredValues } = {},
): RunNext {
  const tried = new Set(cases.flatMap(({ judged: { run } }) => run?.preset ?? []))
  const covered = new Map(cases.map((one) => [one.official.id, one]))
  const template = campaigns.find(({ transactionTemplate }) => transactionTemplate !== undefined)?.transactionTemplate
  const isMade = (id: string): boolean => missingOfTemplate(presetById(id) ?? {}, template) === null
  const all = builtInCampaigns.map((campaign): OfferCovered => {
    const presets = presetsFor(campaign, declared).filter(isMade)
    const offer = offerOf({ ...campaign, presets }, installation, edition)
    const found = offer.cases.flatMap(({ id }) => covered.get(id) ?? [])
    const count = (verdict: CaseVerdict) => found.filter(({ judged }) => judged.verdict === verdict).length
    return {
      campaign,
      offer,
      counts: Object.fromEntries(caseVerdicts.map((verdict) => [verdict, count(verdict)])) as Record<
        CaseVerdict,
        number
      >,
      undecided: found.filter((one) => isUndecided(one) && mayChange(one, tried) && !isLeftToOthers(one, offer.presets))
        .length,
    }
  })
  const left = all.filter(({ undecided }) => undecided > 0)
  const ofBaseline = edition.facts.baselines.length > 0 ? left : all
  const baseline = baselineFirst ? ofBaseline.find(({ campaign }) => campaign.id === 'baseline') : undefined
  const next = baseline ?? left.toSorted((one, other) => rate(other) - rate(one))[0] ?? null
  return {
    byCampaign: all.filter(({ campaign }) =>
      edition.facts.complete ? campaign.ofCases === true : campaign.ofBaseline === true,
    ),
    next,
    reason: next === null ? reasonFor(cases.filter((one) => isUndecided(one) && !mayChange(one, tried))) : null,
  }
}

function reasonFor(left: readonly CoveredCase[]): string {
  const played = left.filter(needsBrowser).length
  const stuck = left.length - played
  const reasons = [
    ...(stuck === 0
      ? []
      : [
          `${stuck === 1 ? '1 case stays' : `${stuck} cases stay`} inconclusive if the same wallet runs the same sessions again: see remark and cause of each for what to mend or to declare first.`,
        ]),
    ...(played === 0
      ? []
      : [
          `${played === 1 ? '1 case needs' : `${played} cases need`} a real browser: a program played it, which decides nothing.`,
        ]),
  ]
  return reasons.length === 0
    ? 'No built-in campaign has an undecided case that judges the wallet. What is left needs more than a session.'
    : reasons.join(' ')
}

/** Whether the session of a case was run, by a program in place of the browser that it needs. */
const needsBrowser = ({ judged }: CoveredCase): boolean =>
  judged.verdict === 'not_run' && judged.remark === playedByProgram

/** The states of a session in which the wallet did not say how it ends it: another run may go on from there. */
const unfinished: readonly (string | null)[] = [
  null,
  ...['created', 'offer_retrieved', 'authorization_requested', 'authorization_in_progress', 'authorization_granted'],
  ...['token_requested', 'token_issued', 'credential_requested', 'credential_deferred'],
  ...['request_retrieved', 'awaiting_redirect', 'expired'],
]

/**
 * Whether running the sessions of a case may decide it. It does not where they were run and the wallet itself left it open:
 * it failed another check, answered with an error, or does what the case says nothing about; nor where a program played the
 * browser, as it would again. Alone, it may decide a case that another session at the same time left open. `tried`: presets of
 * the sessions that count.
 */
function mayChange(one: CoveredCase, tried: ReadonlySet<string>): boolean {
  const { official, judged } = one
  const { verdict, run, cause, remark } = judged
  if (needsBrowser(one)) return false
  if (verdict === 'not_run' || run === null) return true
  const { alongside = [], instead = [], control } = pairedCase(official.id)
  const others = [...alongside, ...instead, ...(control === undefined ? [] : [control.preset])]
  if (others.some((id) => !tried.has(id))) return true
  if (official.checks.some((id) => run.found[id]?.shared)) return true
  return cause === null && remark === run.reason && unfinished.includes(run.status)
}

const rate = ({ undecided, offer }: OfferCovered): number => undecided / offer.presets.length

/** A case about a credential's issuer says nothing about the wallet, and does not apply to our own credentials. */
const isUndecided = ({ official, judged }: CoveredCase): boolean =>
  official.population === 'wallet' && (judged.verdict === 'not_run' || judged.verdict === 'inconclusive')

/** Whether the session of a case's own preset was run and leaves it to one that these presets lack. */
function isLeftToOthers({ official, judged }: CoveredCase, presets: readonly string[]): boolean {
  const { instead = [], openRemark } = pairedCase(official.id)
  return openRemark !== undefined && judged.remark === openRemark && !instead.some((id) => presets.includes(id))
}
