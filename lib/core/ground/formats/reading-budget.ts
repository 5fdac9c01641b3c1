import { type CborBudget, createCborBudget } from '../cbor/read-cbor'
import { createMatchBudget, type MatchBudget } from '../dcql/match-budget'

/**
 * What all presentations of one answer may cost together, however many there are and whatever is in them. Each reading
 * takes its part; what is not covered any more is not looked into, and refused.
 */
export interface ReadingBudget {
  readonly cbor: CborBudget
  /** Disclosures of SD-JWT VCs that may still be looked into. */
  disclosures: number
  /** Values of claims of SD-JWT VCs that may still be put into their places. */
  claimValues: number
  /** Documents of mdocs that may still be looked into: each means certificates and signatures to verify. */
  documents: number
  /** Proofs that do not verify for which it may still be tried what else they were made for, a signature each time. */
  explanations: number
  /** Characters that may still be hashed to find out what a wrong `sd_hash` was made over. */
  hintCharacters: number
  /** Steps of comparing with the query, which are left when everything is read. */
  readonly comparison: MatchBudget
}

/** Values of claims that are resolved of all SD-JWT VCs of one answer together. */
export const answerClaimValuesMax = 30_000

/** A budget for one answer. */
export const createReadingBudget = (): ReadingBudget => ({
  cbor: createCborBudget(),
  disclosures: 4_000,
  claimValues: answerClaimValuesMax,
  documents: 40,
  explanations: 5,
  hintCharacters: 8 * 1024 * 1024,
  comparison: createMatchBudget(),
})
