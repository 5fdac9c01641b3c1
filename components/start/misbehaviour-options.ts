import { checkGroups, isOfGroup } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/group-words'
import { issuerWords } from '@/lib/core/issuer/configurations/issuer-words'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { synonymsOf } from './misbehaviour-synonyms'

/** Misbehaviours of one area of the protocol. */
export interface MisbehaviourArea {
  readonly name: string
  readonly misbehaviours: readonly MisbehaviourChoice[]
}

/** The area of a misbehaviour as the inspector names it, e.g. `Key attestation` for `vci.key_attestation.typ`. */
function areaOf(id: string): string {
  const group = checkGroups.find((one) => isOfGroup(id, one))
  return group === undefined ? 'Others' : groupWords[group].long
}

/** The misbehaviours to begin with: a run of them ends with a failed check, in words that show what a check is. */
const defaults: readonly string[] = ['vci.dpop.htu', 'vp.kb.aud']

/** The misbehaviour that is selected until somebody chooses another. */
export const defaultMisbehaviour = (choices: readonly MisbehaviourChoice[]): MisbehaviourChoice | undefined =>
  choices.find(({ id }) => defaults.includes(id)) ?? choices[0]

/** A misbehaviour in a list: what the wallet does wrong, and at which issuer if not the usual one. */
export const misbehaviourWords = ({ title, issuer }: MisbehaviourChoice): string =>
  issuer === null ? title : `${title} (at issuer ${issuerWords(issuer)})`

/**
 * The misbehaviours whose title, id, area or synonyms contain every search word, by area, in the order of a flow.
 * Matches in visible text come first.
 */
export function misbehaviourAreas(choices: readonly MisbehaviourChoice[], wanted: string): readonly MisbehaviourArea[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = (choice: MisbehaviourChoice) =>
    `${areaOf(choice.id)} ${choice.id} ${choice.id.replaceAll('_', ' ')} ${misbehaviourWords(choice)}`.toLowerCase()
  const isNamed = (choice: MisbehaviourChoice) => words.every((word) => shown(choice).includes(word))
  const isMeant = (choice: MisbehaviourChoice) =>
    words.every((word) => shown(choice).includes(word) || synonymsOf(choice.id).includes(word))
  const named = choices.filter(isNamed)
  const fitting = [...named, ...choices.filter((choice) => !named.includes(choice) && isMeant(choice))]
  return [...new Set(fitting.map(({ id }) => areaOf(id)))].map((name) => ({
    name,
    misbehaviours: fitting.filter(({ id }) => areaOf(id) === name),
  }))
}
