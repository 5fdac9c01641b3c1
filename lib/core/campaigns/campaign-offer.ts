import type { BuiltInCampaign } from './built-in'
import { holds, nothingDeclared } from './official-cases/applies-if'
import { casesOfPresets, presetOfPersonCase } from './official-cases/cases-of-presets'
import type { DeclaredValues } from './official-cases/declared-items'
import { defaultEdition, type Edition, newestEdition } from './official-cases/editions'
import { needsPerson, type OfficialCase } from './official-cases/official-case'
import { isPossiblePreset, presetById } from './presets'
import type { Installation } from './presets/preset'

/** What a built-in campaign offers at an installation. */
export interface CampaignOffer {
  /** Presets that can run there. */
  readonly presets: readonly string[]
  /** Official cases that its sessions can decide. */
  readonly cases: readonly OfficialCase[]
  /** Official cases that a person decides in it. */
  readonly byPerson: readonly OfficialCase[]
  /** Estimated duration by hand, in minutes. */
  readonly minutes: number
}

/** Minutes for one scan by hand. Of ten wallets that should refuse, some send nothing, so the campaign waits. */
const scanMinutes = 0.6
const silentShare = 0.6
/** Minutes for a case that a person decides without a session. */
const personMinutes = 1.4

/** Minutes that sessions take a person who scans each code; `refusals`: how many of them a wallet must refuse. */
export const minutesByHand = ({
  sessions,
  refusals,
  silenceSeconds,
}: Readonly<Record<'sessions' | 'refusals' | 'silenceSeconds', number>>): number =>
  sessions * scanMinutes + (refusals * silentShare * silenceSeconds) / 60

/** The edition whose cases a campaign is about: the newest where it holds a baseline. */
export const editionOfCampaign = ({ id }: Pick<BuiltInCampaign, 'id'>): Edition =>
  id.startsWith('baseline') ? newestEdition : defaultEdition

/** Id of the edition that a built-in campaign's cases are looked at in; absent for a campaign of one's own. */
export const editionShownAfter = (id: string | null): string | undefined =>
  id === null ? undefined : editionOfCampaign({ id }).facts.id

/** The presets of a campaign for a wallet: those for any, then those that concern it by what was declared of it. */
export function presetsFor(
  { presets, ifDeclared = {} }: Pick<BuiltInCampaign, 'presets' | 'ifDeclared'>,
  values: DeclaredValues,
): readonly string[] {
  const declared = { ...nothingDeclared, values }
  return [
    ...presets,
    ...Object.entries(ifDeclared).flatMap(([id, condition]) => (holds(condition, declared) === true ? [id] : [])),
  ]
}

/** What a campaign offers at an installation. */
export function offerOf(
  {
    presets,
    checklist,
    silenceSeconds,
    approvalMinutes = 0,
  }: Pick<BuiltInCampaign, 'presets' | 'checklist' | 'silenceSeconds' | 'approvalMinutes'>,
  installation: Installation,
  edition: Edition = defaultEdition,
): CampaignOffer {
  const possible = presets.filter((id) => isPossiblePreset(id, installation))
  const refusals = possible.filter((id) => presetById(id)?.expects === 'refusal').length
  const presentations = possible.filter((id) => presetById(id)?.kind === 'presentation').length
  const manual = edition.cases.filter(needsPerson)
  const byPerson = checklist ? manual : manual.filter(({ id }) => possible.includes(presetOfPersonCase(id) ?? ''))
  return {
    presets: possible,
    cases: casesOfPresets(possible, edition),
    byPerson,
    minutes: Math.round(
      minutesByHand({ sessions: possible.length, refusals, silenceSeconds }) +
        presentations * approvalMinutes +
        (checklist ? byPerson.length * personMinutes : 0),
    ),
  }
}
