import type { BuiltInCampaign } from './built-in'
import { officialCases } from './official-cases/cases'
import { casesOfPresets, presetOfPersonCase } from './official-cases/cases-of-presets'
import { needsPerson, type OfficialCase } from './official-cases/official-case'
import { isPossiblePreset, presetById } from './presets'
import type { Installation } from './presets/preset'

/** What a built-in campaign comes to at an installation. */
export interface CampaignOffer {
  /** Its presets that can be run there. */
  readonly presets: readonly string[]
  /** The official cases that its sessions can decide. */
  readonly cases: readonly OfficialCase[]
  /** Those that a person decides in it. */
  readonly byPerson: readonly OfficialCase[]
  /** How long it takes by hand. */
  readonly minutes: number
}

/** Minutes of a scan by hand, and how many of ten wallets that should refuse send nothing, so that the campaign waits. */
const scanMinutes = 0.6
const silentShare = 0.6
/** Minutes for a case that a person decides without a session. */
const personMinutes = 1.4

const manual = officialCases.filter(needsPerson)

/** What a campaign offers at an installation. */
export function offerOf(
  { presets, checklist, silenceSeconds }: Pick<BuiltInCampaign, 'presets' | 'checklist' | 'silenceSeconds'>,
  installation: Installation,
): CampaignOffer {
  const possible = presets.filter((id) => isPossiblePreset(id, installation))
  const refusals = possible.filter((id) => presetById(id)?.expects === 'refusal').length
  const byPerson = checklist ? manual : manual.filter(({ id }) => possible.includes(presetOfPersonCase(id) ?? ''))
  return {
    presets: possible,
    cases: casesOfPresets(possible),
    byPerson,
    minutes: Math.round(
      possible.length * scanMinutes +
        (refusals * silentShare * silenceSeconds) / 60 +
        (checklist ? byPerson.length * personMinutes : 0),
    ),
  }
}
