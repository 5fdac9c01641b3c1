import type { ErrorCode } from '../../shared/ports/errors'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'

/** A mutation that stands for a member of the other implementation, as in the member `mutations`. */
export interface PeerMutation {
  readonly operation: JsonObject
  /** What asked for it, which errors point at. */
  readonly pointer: string
}

/** Why a member cannot be had here. */
export interface PeerRefusal {
  readonly pointer: string
  readonly message: string
  /** `unsupported_member` by default. */
  readonly code?: ErrorCode
  readonly legalValues?: readonly Json[]
  /** Members of ours that make just that; `undefined` removes one. Absent where there are none. */
  readonly instead?: Readonly<Record<string, Json | undefined>>
}

/** What a member of the other implementation is here; nothing at all where it asks for what is right anyway. */
export interface PeerMeaning {
  /** Members of ours in its place, objects member by member. */
  readonly members?: JsonObject
  /** Where the deviation among them was asked for; the member itself if absent. */
  readonly at?: string
  readonly mutations?: readonly PeerMutation[]
  readonly refusals?: readonly PeerRefusal[]
  /** It is a member of ours too, and stays. */
  readonly stays?: true
  /** It asks for something wrong on purpose, so the setting MUTATIONS decides. */
  readonly isWrong?: true
}

/** Reads one member, in the body that it stands in. */
export type PeerMember = (value: Json, body: JsonObject) => PeerMeaning

/** A body in our members. */
export interface PeerBody {
  readonly body: JsonObject
  readonly mutations: readonly PeerMutation[]
  readonly refusals: readonly (Omit<PeerRefusal, 'instead'> & { readonly instead?: JsonObject })[]
  /** The members of the other implementation, as given. */
  readonly given: JsonObject
  /** The first that asks for something wrong; `null` for none. */
  readonly wrong: string | null
  /** Pointer of what names a deviation; `null` for none. */
  readonly behaviour: string | null
}

/** A body that names a preset, or holds a key, is not written anew. */
const notRepeated = ['access_certificate', 'trust_identity'] as const

const ofPreset = ['preset', 'campaign_id'] as const

/** Longest body that an error repeats, in characters. */
const repeatedMax = 16_384

/**
 * Translates the members of the other implementation, in the order of its table. Two behaviours at once are refused,
 * unless both are mutations. A refused body comes with one in our members that makes just that, where there is one.
 * @param deviation the member by which such a session names one
 */
export function translatePeer(
  table: Readonly<Record<string, PeerMember>>,
  asked: JsonObject,
  deviation: string,
): PeerBody {
  const names = Object.keys(table).filter((name) => Object.hasOwn(asked, name))
  const meanings = names.map((name) => [name, table[name]?.(asked[name] ?? null, asked) ?? {}] as const)
  const replaced = meanings.filter(([, { stays }]) => stays === undefined).map(([name]) => name)
  const own = Object.fromEntries(Object.entries(asked).filter(([name]) => !replaced.includes(name)))
  const body = meanings.reduce<JsonObject>((all, [, { members = {} }]) => merged(all, members), own)
  const mutations = meanings.flatMap(([, meaning]) => meaning.mutations ?? [])
  const refusals = [
    ...meanings.flatMap(([, meaning]) => meaning.refusals ?? []),
    ...together(meanings, asked, deviation),
  ]
  const instead = insteadOf(body, refusals, mutations)
  return {
    body,
    mutations,
    refusals: refusals.map(({ instead: _, ...refusal }) => (instead === null ? refusal : { ...refusal, instead })),
    given: Object.fromEntries(replaced.map((name) => [name, asked[name] ?? null])),
    behaviour: behaviourOf(meanings, deviation),
    wrong: meanings.find(([, { isWrong }]) => isWrong)?.[0] ?? null,
  }
}

const behaviourOf = (meanings: readonly (readonly [string, PeerMeaning])[], deviation: string): string | null =>
  meanings
    .flatMap(([name, { members = {}, at }]) => (Object.hasOwn(members, deviation) ? [at ?? `/${name}`] : []))
    .at(0) ?? null

/** Behaviours that exclude each other: a named deviation, and anything else that is wrong. */
function together(
  meanings: readonly (readonly [string, PeerMeaning])[],
  asked: JsonObject,
  deviation: string,
): PeerRefusal[] {
  const named = meanings.flatMap(([name, { members = {} }]) => (Object.hasOwn(members, deviation) ? [name] : []))
  const own = [deviation, 'mutations'].filter((name) => asked[name] !== undefined && asked[name] !== null)
  const isMutated = meanings.some(([, { mutations = [] }]) => mutations.length > 0)
  const clashing =
    named.length > 0 && (named.length > 1 || own.length > 0 || isMutated)
      ? named
      : isMutated && own.some((name) => name !== 'mutations')
        ? meanings.flatMap(([name, { mutations = [] }]) => (mutations.length > 0 ? [name] : []))
        : []
  return clashing.slice(-1).map((name) => ({
    pointer: `/${name}`,
    code: 'conflicting_options',
    message: 'Only mutations go together: ask for one behaviour in each session.',
  }))
}

function insteadOf(
  body: JsonObject,
  refusals: readonly PeerRefusal[],
  mutations: readonly PeerMutation[],
): JsonObject | null {
  if (refusals.length === 0 || refusals.some(({ instead }) => instead === undefined)) return null
  if (notRepeated.some((name) => Object.hasOwn(body, name))) return null
  const patched: Record<string, Json | undefined> = { ...body }
  for (const name of ofPreset) delete patched[name]
  for (const { instead, pointer } of refusals)
    for (const [name, value] of Object.entries(instead ?? {})) {
      const before = patched[name]
      const isOther = value !== undefined && before !== undefined && before !== value && pointer !== `/${name}`
      // Another member asks for something else there, which would be lost.
      if (isOther && name !== 'mutations') return null
      patched[name] = name === 'mutations' ? joined(before, value) : value
    }
  if (mutations.length > 0)
    patched.mutations = joined(
      patched.mutations,
      mutations.map(({ operation }) => operation),
    )
  const written = Object.fromEntries(
    Object.entries(patched).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
  return JSON.stringify(written).length > repeatedMax ? null : written
}

const joined = (one: Json | undefined, other: Json | undefined): Json => [...listOf(one), ...listOf(other)]

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Objects member by member; what is merged in wins. */
const merged = (one: JsonObject, other: JsonObject): JsonObject => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const before = Object.hasOwn(one, name) ? one[name] : undefined
      return [name, isObject(before) && isObject(value) ? merged(before as JsonObject, value as JsonObject) : value]
    }),
  ),
})

/** The refusal of a value that a member may not have. */
export const refusedValue = (pointer: string, message: string, legalValues?: readonly Json[]): PeerMeaning => ({
  refusals: [{ pointer, message, ...(legalValues === undefined ? {} : { legalValues }) }],
})

/**
 * Members that the other implementation has for sessions of the other kind only: nothing here makes what they ask for.
 * @param idle what each asks for nothing with, besides `null` and `false`
 */
export const membersOfOtherKind = (
  path: string,
  idle: Readonly<Record<string, Json>>,
): Readonly<Record<string, PeerMember>> =>
  Object.fromEntries(
    Object.entries(idle).map(([name, nothing]): [string, PeerMember] => [
      name,
      (value) =>
        value === null || value === false || value === nothing
          ? { stays: true }
          : refusedValue(`/${name}`, `It is a member of POST ${path} alone.`),
    ]),
  )
