import type { DocumentOperation, Mutation, MutationTarget, Placed } from './mutation'

/** The operations that aim at one document, in the order given, each with its place in the list of all. */
export const operationsOn = (
  operations: readonly (Mutation | Placed<Mutation>)[],
  target: Exclude<MutationTarget, 'signature'>,
  entry?: number,
): readonly Placed<DocumentOperation>[] =>
  operations.flatMap((one, index) =>
    one.target === target && (one.entry === undefined || entry === undefined || one.entry === entry)
      ? [{ index, ...one }]
      : [],
  )
