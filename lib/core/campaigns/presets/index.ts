import type { JsonObject } from '../../shared/values/json'
import { answerPresets, unusualAnswerPresets } from './answers'
import { askedBackPresets } from './asked-back'
import { baselineAnswers, baselineRefusals, listPresets, offerLinkPresets } from './baseline'
import { digitalCredentialPresets } from './digital-credentials'
import { extendingPresets } from './extending-types'
import { issuancePresets, laboratoryIssuances, ownCredentialPresets } from './issuances'
import { changedPresets } from './mutations'
import { paymentPresets } from './payments'
import { personPresets } from './persons'
import { prefixPresets, wrongVerifierInfo } from './prefixes'
import { canRunAt, type Installation, type Preset, type PresetFacts, personWords } from './preset'
import { refusalPresets, trustPresets, wrongRequestPresets } from './refusals'
import { wrongTransactions } from './transactions'
import { trustedListPresets, trustedPresets } from './trusted'
import { walletUnitPresets } from './wallet-units'

/** Every preset, in the best order to test a wallet: what it must answer before what it must refuse. */
export const presets: readonly Preset[] = [
  ...issuancePresets,
  ...offerLinkPresets,
  ...ownCredentialPresets,
  ...laboratoryIssuances,
  ...walletUnitPresets,
  ...paymentPresets,
  ...extendingPresets,
  ...askedBackPresets,
  ...listPresets,
  ...answerPresets,
  ...unusualAnswerPresets,
  ...baselineAnswers,
  ...personPresets,
  ...refusalPresets,
  ...baselineRefusals,
  ...wrongVerifierInfo,
  ...wrongRequestPresets,
  ...prefixPresets,
  ...trustedPresets,
  ...trustPresets,
  ...trustedListPresets,
  ...wrongTransactions,
  ...digitalCredentialPresets,
]

/** The same, followed by those that no campaign of ours runs. */
export const everyPreset: readonly Preset[] = [...presets, ...changedPresets]

/** A preset as the API lists it. */
export interface ListedPreset {
  readonly id: string
  readonly kind: Preset['kind']
  readonly title: string
  readonly expects: Preset['expects']
  readonly person: string | null
  /** The preset whose session `follows` must name; `null` if none. */
  readonly follows: string | null
  /** Where to post the body. */
  readonly path: '/sessions' | '/openid4vp/sessions'
  readonly body: JsonObject
}

const paths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const

/** Fills in what a preset uses from the installation. */
export const listPreset = (preset: Preset, facts: PresetFacts): ListedPreset => ({
  id: preset.id,
  kind: preset.kind,
  title: preset.title,
  expects: preset.expects,
  person: personWords(preset, facts.transactionTemplate),
  follows: preset.follows ?? null,
  path: paths[preset.kind],
  body: preset.body(facts),
})

/** The preset with this id; `null` if there is none. */
export const presetById = (id: string): Preset | null => byId.get(id) ?? null

const byId: ReadonlyMap<string, Preset> = new Map(everyPreset.map((preset) => [preset.id, preset]))

/** Whether an id names a preset that a campaign of the installation can include. */
export const isPossiblePreset = (id: string, installation: Installation): boolean => {
  const preset = presetById(id)
  return preset !== null && canRunAt(preset, installation)
}
