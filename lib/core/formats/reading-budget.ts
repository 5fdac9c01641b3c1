import { type CborBudget, cborItemsMax } from '../cbor/read-cbor'

/**
 * What all presentations of one answer may cost together, however many there are and whatever is in them. Each reading
 * takes its part; what is not covered any more is not looked into, and refused.
 */
export interface ReadingBudget {
  readonly cbor: CborBudget
  /** Disclosures of SD-JWT VCs that may still be looked into. */
  disclosures: number
  /** Documents of mdocs that may still be looked into: each means certificates and signatures to verify. */
  documents: number
  /** Proofs that do not verify for which it may still be tried what else they were made for, a signature each time. */
  explanations: number
}

/** A budget for one answer. */
export const createReadingBudget = (): ReadingBudget => ({
  cbor: { items: cborItemsMax },
  disclosures: 4_000,
  documents: 40,
  explanations: 5,
})
