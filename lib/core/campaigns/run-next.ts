import type { Campaign } from '../shared/ports/store-types'
import { type BuiltInCampaign, builtInCampaigns } from './built-in'
import { type CampaignOffer, offerOf, presetsFor } from './campaign-offer'
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
  /** Undecided cases that judge the wallet, and that its sessions can decide. */
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
      undecided: found.filter((one) => isUndecided(one) && !isLeftToOthers(one, offer.presets)).length,
    }
  })
  const left = all.filter(({ undecided }) => undecided > 0)
  const ofBaseline = edition.facts.baselines.length > 0 ? left : all
  const baseline = baselineFirst ? ofBaseline.find(({ campaign }) => campaign.id === 'baseline') : undefined
  return {
    byCampaign: all.filter(({ campaign }) =>
      edition.facts.complete ? campaign.ofCases === true : campaign.ofBaseline === true,
    ),
    next: baseline ?? left.toSorted((one, other) => rate(other) - rate(one))[0] ?? null,
  }
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
