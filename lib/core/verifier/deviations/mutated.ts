import { applyMutations } from '../../shared/mutations/apply-mutations'
import { mutatedReply } from '../../shared/mutations/mutated-reply'
import type {
  DocumentOperation,
  Mutation,
  MutationTarget,
  Placed,
  SignatureChange,
} from '../../shared/mutations/mutation'
import { operationsOn } from '../../shared/mutations/operations-on'
import { readMutations } from '../../shared/mutations/read-mutations'
import { fromBase64url, toBase64url } from '../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { unsigned } from './request-object'
import type { RequestChanges, VerifierDeviation } from './verifier-deviation'

/** Id of the deviation that a tester's own mutations are. */
export const unnamedId = 'mutations'

/** True for a request that is changed as a tester asked, and as no test changes it. */
export const isUnnamed = (deviation: Pick<VerifierDeviation, 'id'> | null): boolean => deviation?.id === unnamedId

type OnSignature = Extract<Placed<Mutation>, { target: 'signature' }>

/** The mutations of the signature. */
const onSignature = (mutations: readonly Placed<Mutation>[]): readonly OnSignature[] =>
  mutations.filter((one): one is OnSignature => one.target === 'signature')

/** What happens to the signature. */
export const signatureChangesOf = (mutations: readonly Placed<Mutation>[]): readonly SignatureChange[] =>
  onSignature(mutations).map(({ op }) => op)

/** Mutations of the signature that change nothing: all but one beside `none`, and one that is there twice. */
export function idleSignatureChanges(mutations: readonly Placed<Mutation>[]): readonly Placed<Mutation>[] {
  const all = onSignature(mutations)
  const none = all.findLast(({ op }) => op === 'none')
  return all.filter((one, at) => (none === undefined ? all.findIndex(({ op }) => op === one.op) !== at : one !== none))
}

/** Inverts the first byte of a signature. */
function corrupted(jws: string): string {
  const at = jws.lastIndexOf('.') + 1
  const signature = fromBase64url(jws.slice(at)) ?? new Uint8Array()
  return jws.slice(0, at) + toBase64url(signature.map((byte, index) => (index === 0 ? byte ^ 0xff : byte)))
}

/** What determines the changes of a session with mutations. */
export interface MutatedSession {
  readonly options: {
    readonly mutations?: unknown
    readonly mutated?: unknown
    readonly request_before_test?: unknown
    readonly expect?: unknown
  }
  readonly dcApi?: { readonly entries: readonly { readonly nonce: string }[] } | undefined
}

/** The mutations of a session; none in an ordinary one. */
export const mutationsOf = ({ options: { mutations } }: MutatedSession): readonly Placed<Mutation>[] =>
  mutations === undefined || mutations === null ? [] : readMutations(mutations, 'presentation').mutations

/** The test whose request equals that of a session with mutations; `null` for none. */
export const sameAsOf = ({ options: { mutated } }: MutatedSession): string | null =>
  isObject(mutated) && typeof mutated.same_as === 'string' ? mutated.same_as : null

/** Members that differ with each delivery. */
const ofDelivery = ['wallet_nonce', 'iat', 'exp'] as const

/** A test as mutations make it, in words that hold for whatever equals it. */
export const inWordsOfEqual = (test: VerifierDeviation): VerifierDeviation => ({
  ...test,
  title: test.titleOfEqual ?? test.title,
})

/**
 * The deviation that the mutations of a session are: a named one whose request is equal, with these very changes, or one
 * without a name, of which nothing says what a good wallet does.
 */
export function mutatedDeviation(session: MutatedSession, named: VerifierDeviation | null): VerifierDeviation {
  const changes = mutationChanges(session)
  // It is about trust however its registration certificate came to be wrong.
  const { trust } = named?.changes ?? {}
  if (named !== null)
    return { ...inWordsOfEqual(named), changes: { ...changes, ...(trust === undefined ? {} : { trust }) } }
  const { expect } = session.options
  return {
    id: unnamedId,
    title: 'The request is changed as the tester asked.',
    clause: 'OID4VP-1FINAL-5',
    expects: expect === 'refusal' ? 'refusal' : 'going_on',
    must:
      expect === 'refusal'
        ? 'The tester expects a refusal.'
        : expect === 'answer'
          ? 'The tester expects a response.'
          : 'A wallet may refuse the request, or answer it.',
    errors: [],
    silence: 'says_nothing',
    channels: ['url', 'dc_api'],
    changes,
  }
}

function mutationChanges(session: MutatedSession): RequestChanges {
  const mutations = mutationsOf(session)
  const aims = (target: MutationTarget): boolean => mutations.some((one) => one.target === target)
  const before = session.options.request_before_test
  const signature = signatureChangesOf(mutations)
  return {
    ...(aims('request_object')
      ? {
          claims: (claims: JsonObject): JsonObject => {
            // `-1` for a request that is of no entry: then only what aims at all of them applies.
            const entry = session.dcApi?.entries.findIndex(({ nonce }) => nonce === claims.nonce)
            const right =
              session.dcApi === undefined && isObject(before) ? rightClaims(before as JsonObject, claims) : claims
            return changed(right, operationsOn(mutations, 'request_object', entry))
          },
        }
      : {}),
    ...(aims('request_header')
      ? {
          header: (header: JsonObject): JsonObject => changed(header, operationsOn(mutations, 'request_header')),
          freeAlgorithm: true as const,
        }
      : {}),
    ...(signature.includes('corrupt') ? { compact: corrupted } : {}),
    ...(signature.includes('none') ? { compact: unsigned } : {}),
    ...(signature.includes('other_key') ? { signer: 'other_key' as const } : {}),
    ...(aims('link')
      ? {
          link: (parameters: readonly (readonly [string, string])[]) =>
            Object.entries(changed(Object.fromEntries(parameters), operationsOn(mutations, 'link'))).map(
              ([name, value]) => [name, textOf(value)] as const,
            ),
        }
      : {}),
    ...(aims('request_response')
      ? { fetchReply: (right) => mutatedReply(right, operationsOn(mutations, 'request_response')) }
      : {}),
    ...(aims('response') ? { responseReply: (right) => mutatedReply(right, operationsOn(mutations, 'response')) } : {}),
  }
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The right claims of a delivery: the request before its mutations, with what this delivery adds. */
const rightClaims = (before: JsonObject, claims: JsonObject): JsonObject => ({
  ...before,
  ...Object.fromEntries(
    ofDelivery.flatMap((name) => (Object.hasOwn(claims, name) ? [[name, claims[name] ?? null]] : [])),
  ),
})

/** The document after the operations; those that this delivery has no place for are left out. */
const changed = (document: JsonObject, operations: readonly Placed<DocumentOperation>[]): JsonObject =>
  applyMutations(document, operations).document as JsonObject
