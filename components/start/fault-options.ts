import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { issuerWords } from '../inspector/model/flows/issuance-titles'

/** Faults of one area of the protocol. */
export interface FaultArea {
  readonly name: string
  readonly faults: readonly MisbehaviourChoice[]
}

/** The second part of a check id as words, e.g. `vci.key_attestation.typ` gives `key attestation`. */
const areaOf = (id: string): string => (id.split('.')[1] ?? '').replaceAll('_', ' ')

/** A fault in a list: what the wallet does wrong, and at which issuer if not the usual one. */
export const faultWords = ({ title, issuer }: MisbehaviourChoice): string =>
  issuer === null ? title : `${title} (at issuer ${issuerWords(issuer)})`

/** The faults whose title, id or area contain every search word, by area, in the order of a flow. */
export function faultAreas(choices: readonly MisbehaviourChoice[], wanted: string): readonly FaultArea[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (choice: MisbehaviourChoice) => {
    const text = `${areaOf(choice.id)} ${choice.id} ${faultWords(choice)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const fitting = choices.filter(fits)
  return [...new Set(fitting.map(({ id }) => areaOf(id)))].map((name) => ({
    name,
    faults: fitting.filter(({ id }) => areaOf(id) === name),
  }))
}
