import { isSameJson, type Json } from '../values/json'
import { applyMutations } from './apply-mutations'
import { type ForeignValue, foreignValues } from './foreign-values'
import { type DocumentOperation, type MutationProblem, mutationBounds, type Placed, placeOfMutation } from './mutation'
import type { OwnParty } from './own-addresses'

/** A document after the mutations that aim at it, and all that is wrong with them. */
export interface ChangedDocument {
  readonly document: Json
  readonly problems: readonly MutationProblem[]
}

/**
 * Changes a document as a tester asks, and says why it may not be changed so: §6 of the rules for mutations. With
 * problems, the document must not be used. `bytesMax` is for documents smaller than others.
 */
export function changeDocument(
  before: Json,
  operations: readonly Placed<DocumentOperation>[],
  own: OwnParty,
  bytesMax: number = mutationBounds.documentBytes,
): ChangedDocument {
  const { document, problems } = applyMutations(before, operations, bytesMax)
  const last = operations.at(-1)
  if (last === undefined) return { document, problems: [] }
  if (problems.length === 0 && isSameJson(before, document))
    return {
      document,
      problems: [
        {
          code: 'without_effect',
          pointer: placeOfMutation(last.index),
          message: 'The document is the same afterwards.',
        },
      ],
    }
  const foreign = foreignValues(before, document, own)
  return {
    document,
    problems: foreign.length === 0 ? problems : [...problems, ...blamed(before, operations, foreign, own)],
  }
}

/** Why a foreign value is refused, by code. */
export const foreignWords = {
  foreign_address: 'It is not at this service. Use its own address, or a host below .test or .invalid.',
  foreign_name: 'It names somebody else. Use this verifier in any prefix, or a host below .test or .invalid.',
  private_key: 'It holds a private key. Send the public key alone.',
} as const

/** Points at the first operation after which the document holds what is foreign. */
function blamed(
  before: Json,
  operations: readonly Placed<DocumentOperation>[],
  foreign: readonly ForeignValue[],
  own: OwnParty,
): MutationProblem[] {
  const after = operations.map((_, at) => {
    const { document } = applyMutations(before, operations.slice(0, at + 1))
    return foreignValues(before, document, own).map(({ code }) => code)
  })
  const count = (at: number, code: string): number => after[at]?.filter((one) => one === code).length ?? 0
  const codes = [...new Set(foreign.map(({ code }) => code))]
  return codes.flatMap((code) =>
    operations.flatMap(({ index, op }, at): MutationProblem[] =>
      count(at, code) > count(at - 1, code)
        ? [
            {
              code,
              pointer: placeOfMutation(index, op === 'move' || op === 'copy' ? 'path' : 'value'),
              message: foreignWords[code],
            },
          ]
        : [],
    ),
  )
}
