import type { z } from 'zod'
import type { ErrorCode } from '../../ground/ports/errors'
import { inOrder } from '../../ground/values/collections'
import type { Json, JsonObject } from '../../ground/values/json'
import type { OptionForm } from './session-form'

/** What a session keeps of a member, by what was asked for it and what it is decided with. */
type Keeping<Schema extends z.ZodType, Beside> = null | ((asked: z.output<Schema>, beside: Beside) => unknown)

/** What such a function keeps; `never` for `null`. */
type KeptOf<Keep> = Keep extends (...of: never[]) => infer Kept ? Kept : never

/** What `show` is given. Before the compiler has read `keep`, that keeps anything, and every `show` will do. */
type ShownOf<Keep> = unknown extends KeptOf<Keep> ? never : Exclude<KeptOf<Keep>, undefined>

/** One member of a session request, and everything that the service does with it. */
interface SessionOption<Schema extends z.ZodType, Keep, Refusal> {
  /** Type, default and legal values, with what the description of the interface says of it. */
  readonly schema: Schema
  /** How an illegal value is refused; without it, as `invalid_request`. */
  readonly refusal?: Refusal & { readonly code: ErrorCode }
  /**
   * What the session keeps among its options: `undefined` for nothing. `null` for a member that is only read, or that has a
   * column of its own.
   */
  readonly keep: Keep
  /**
   * Members inside the value, or none for the value itself, that hold a secret or what may say who a person is: sessions seal
   * them or redact them, and a stored request, as that of a pipeline's step, has them sealed. `*` stands for each item of a list.
   */
  readonly sealed?: readonly (readonly string[])[]
  /** What the read-back shows of what is kept; without it, the same. */
  readonly show?: (kept: ShownOf<Keep>) => Json
  /** Its fields in the forms of pages, or why they have none. */
  readonly form: OptionForm
}

/**
 * Returns the function that declares options, each as it is given. What is kept is inferred from the whole function `keep`: an option
 * that lacks another member is refused for that one.
 * @typeParam Beside what `keep` may decide with, besides what was asked for
 * @typeParam Refusal what the answer to an illegal value says, besides its code
 */
export const optionsWith =
  <Beside, Refusal>() =>
  <Schema extends z.ZodType, Keep extends Keeping<Schema, Beside>>(
    one: SessionOption<Schema, Keep, Refusal>,
  ): SessionOption<Schema, Keep, Refusal> =>
    one

/** An option of whatever type. */
interface AnyOption {
  readonly schema: z.ZodType
  readonly sealed?: readonly (readonly string[])[]
  readonly keep: null | ((asked: never, beside: never) => unknown)
  readonly show?: (kept: never) => Json
  readonly form: OptionForm
}

/** Every option of a wing by the name of its member. The order is that of the interface. */
type SessionOptions = Readonly<Record<string, AnyOption>>

/** What the options of a wing are decided with. */
type BesideOf<Options extends SessionOptions> =
  NonNullable<Options[keyof Options]['keep']> extends (asked: never, beside: infer Beside) => unknown ? Beside : never

/** Of each wing: orders that differ from that of the interface. Options that are not named come behind those that are. */
export interface OptionOrder<Name extends string> {
  readonly kept: readonly Name[]
  readonly forms: readonly Name[]
  readonly drawn: readonly Name[]
}

/** The members of a session request, for the schema of its body. */
type ShapeOf<Options> = {
  -readonly [Name in keyof Options]: Options[Name] extends { readonly schema: infer Schema extends z.ZodType }
    ? Schema
    : never
}

type KeptBy<Option> = Option extends { readonly keep: infer Keep } ? KeptOf<Keep> : never

type NamesKept<Options> = {
  [Name in keyof Options]: [KeptBy<Options[Name]>] extends [never] ? never : Name
}[keyof Options]

type NamesOptional<Options> = {
  [Name in NamesKept<Options>]: undefined extends KeptBy<Options[Name]> ? Name : never
}[NamesKept<Options>]

/** What a session keeps of its options. */
export type KeptOptions<Options> = {
  readonly [Name in Exclude<NamesKept<Options>, NamesOptional<Options>>]: KeptBy<Options[Name]>
} & {
  readonly [Name in NamesOptional<Options>]?: Exclude<KeptBy<Options[Name]>, undefined>
}

/** The schemas of a wing's options, in their order. */
export const shapeOf = <Options extends SessionOptions>(options: Options): ShapeOf<Options> =>
  Object.fromEntries(Object.entries(options).map(([name, { schema }]) => [name, schema])) as ShapeOf<Options>

/**
 * What the session keeps of a request. `beside` is what some options are decided with.
 * @param order names that come first; the others follow in their order
 */
export function keptOptions<Options extends SessionOptions>(
  options: Options,
  asked: { readonly [Name in keyof Options]?: unknown },
  { beside, order }: { readonly beside: BesideOf<Options>; readonly order: readonly (keyof Options & string)[] },
): KeptOptions<Options> {
  const kept: Record<string, unknown> = {}
  for (const name of inOrder(Object.keys(options), order)) {
    const keep = options[name]?.keep as null | ((value: unknown, beside: BesideOf<Options>) => unknown)
    const value = keep?.(asked[name], beside)
    if (value !== undefined) kept[name] = value
  }
  return kept as KeptOptions<Options>
}

/** What the read-back shows of the options that a session keeps, in the order in which it keeps them. */
export const shownOptions = (options: SessionOptions, kept: object): JsonObject =>
  Object.fromEntries(
    Object.entries(kept).map(([name, value]) => {
      const show = options[name]?.show as undefined | ((value: unknown) => Json)
      return [name, show === undefined ? value : show(value)]
    }),
  )

/** Where the requests of a wing hold what is sealed: members and items from the request itself. */
export const sealedIn = (options: SessionOptions): readonly (readonly string[])[] =>
  Object.entries(options).flatMap(([name, { sealed = [] }]) => sealed.map((place) => [name, ...place]))
