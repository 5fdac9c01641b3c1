import type { Json } from '../values/json'

/** Sessions that mutations belong to. */
export type MutatedSession = 'presentation' | 'issuance'

/** What may be changed, with the sessions that have it. Each is a document of its own. */
export const mutationTargets = {
  request_object: 'presentation',
  request_header: 'presentation',
  signature: 'presentation',
  link: 'presentation',
  request_response: 'presentation',
  response: 'presentation',
  offer: 'issuance',
  offer_link: 'issuance',
  issuer_metadata: 'issuance',
  server_metadata: 'issuance',
  token_response: 'issuance',
  credential_response: 'issuance',
} as const satisfies Readonly<Record<string, MutatedSession>>

export type MutationTarget = keyof typeof mutationTargets

/** The operations of RFC 6902, and `put`, which makes the objects on its way and replaces in an array. */
export const mutationOperations = ['add', 'remove', 'replace', 'move', 'copy', 'test', 'put'] as const

type MutationOperation = (typeof mutationOperations)[number]

/** What can be done to a signature. `corrupt` inverts its first byte, `other_key` keeps the certificates. */
export const signatureChanges = ['corrupt', 'other_key', 'none'] as const

export type SignatureChange = (typeof signatureChanges)[number]

/** One step of a change to a document. RFC6902-4 */
export interface DocumentOperation {
  readonly op: MutationOperation
  /** RFC 6901 pointer below the document. */
  readonly path: string
  /** Of `move` and `copy`. */
  readonly from?: string
  /** Of `add`, `replace`, `test` and `put`; `null` is a value. */
  readonly value?: Json
}

/** One entry of `mutations`, as asked for. */
export type Mutation =
  | (DocumentOperation & {
      readonly target: Exclude<MutationTarget, 'signature'>
      /** Entry of a browser request; all of them if absent. */
      readonly entry?: number
    })
  | { readonly target: 'signature'; readonly op: SignatureChange; readonly entry?: number }

/** A mutation with its place in the list, which errors point at. */
export type Placed<Operation> = Operation & { readonly index: number }

const mutationCodes = [
  'unknown_target',
  'unknown_operation',
  'missing_member',
  'wrong_session',
  'path_missing',
  'test_failed',
  'without_effect',
  'foreign_address',
  'foreign_name',
  'private_key',
  'illegal_value',
  'too_large',
] as const

export type MutationCode = (typeof mutationCodes)[number]

/** Why a mutation is refused. Repeats no value. */
export interface MutationProblem {
  readonly code: MutationCode
  /** The operation or its member, below the body. */
  readonly pointer: string
  readonly message: string
  readonly legal_values?: readonly string[]
}

/** Most that a list of mutations and what it makes may hold. */
export const mutationBounds = {
  operations: 16,
  valuesBytes: 32 * 1024,
  pointerCharacters: 512,
  depth: 16,
  documentBytes: 256 * 1024,
  linkBytes: 8 * 1024,
  bodyBytes: 64 * 1024,
} as const

/** Pointer of an operation, or of one of its members. */
export const placeOfMutation = (index: number, member?: string): string =>
  member === undefined ? `/mutations/${index}` : `/mutations/${index}/${member}`
