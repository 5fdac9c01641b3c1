import type { z } from 'zod'
import type { ErrorCode } from '../../shared/ports/errors'
import { inOrder } from '../../shared/values/collections'
import type { Json, JsonObject } from '../../shared/values/json'
import type { OptionForm } from './session-form'

/** What a session stores for a member, from the requested value and further input. */
type Keeping<Schema extends z.ZodType, Beside> = null | ((asked: z.output<Schema>, beside: Beside) => unknown)

/** The stored type; `never` for `null`. */
type KeptOf<Keep> = Keep extends (...of: never[]) => infer Kept ? Kept : never

/** Input of `show`. Until the compiler has inferred `keep`, any `show` is accepted. */
type ShownOf<Keep> = unknown extends KeptOf<Keep> ? never : Exclude<KeptOf<Keep>, undefined>

/** One session option: its schema, storage, display, form and documentation. */
interface SessionOption<Schema extends z.ZodType, Keep, Refusal> {
  /** Type, default, legal values and description. */
  readonly schema: Schema
  /** How an illegal value is refused; defaults to `invalid_request`. */
  readonly refusal?: Refusal & { readonly code: ErrorCode }
  /** The stored option; `undefined` for nothing. `null` for a member that is only read or has its own column. */
  readonly keep: Keep
  /**
   * Nested members (or the value itself) that contain a secret or may identify a person: sealed or redacted in
   * sessions, and sealed in stored requests such as pipeline steps. `*` stands for each list item.
   */
  readonly sealed?: readonly (readonly string[])[]
  /** What the read-back shows; defaults to the stored value. */
  readonly show?: (kept: ShownOf<Keep>) => Json
  /** Its form fields, or why it has none. */
  readonly form: OptionForm
}

/**
 * Returns an identity function that declares options. The stored type is inferred from `keep` as a whole: an option
 * that lacks another member is reported for that one.
 * @typeParam Beside further input of `keep`
 * @typeParam Refusal content of the response to an illegal value, besides its code
 */
export const optionsWith =
  <Beside, Refusal>() =>
  <Schema extends z.ZodType, Keep extends Keeping<Schema, Beside>>(
    one: SessionOption<Schema, Keep, Refusal>,
  ): SessionOption<Schema, Keep, Refusal> =>
    one

/** An option of any type. */
interface AnyOption {
  readonly schema: z.ZodType
  readonly sealed?: readonly (readonly string[])[]
  readonly keep: null | ((asked: never, beside: never) => unknown)
  readonly show?: (kept: never) => Json
  readonly form: OptionForm
}

/** All options of a half by member name, in interface order. */
type SessionOptions = Readonly<Record<string, AnyOption>>

/** Further input of a half's options. */
type BesideOf<Options extends SessionOptions> =
  NonNullable<Options[keyof Options]['keep']> extends (asked: never, beside: infer Beside) => unknown ? Beside : never

/** Orders that differ from the interface's. Unnamed options follow the named ones. */
export interface OptionOrder<Name extends string> {
  readonly kept: readonly Name[]
  readonly forms: readonly Name[]
  readonly drawn: readonly Name[]
}

/** Schema shape of a session request. */
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

/** The stored options of a session. */
export type KeptOptions<Options> = {
  readonly [Name in Exclude<NamesKept<Options>, NamesOptional<Options>>]: KeptBy<Options[Name]>
} & {
  readonly [Name in NamesOptional<Options>]?: Exclude<KeptBy<Options[Name]>, undefined>
}

/** The schemas of a half's options, in order. */
export const shapeOf = <Options extends SessionOptions>(options: Options): ShapeOf<Options> =>
  Object.fromEntries(Object.entries(options).map(([name, { schema }]) => [name, schema])) as ShapeOf<Options>

/**
 * Derives the stored options from a request. `beside`: further input of some options.
 * @param order names that come first; the others keep their order
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

/** The options shown in the read-back, in stored order. */
export const shownOptions = (options: SessionOptions, kept: object): JsonObject =>
  Object.fromEntries(
    Object.entries(kept).map(([name, value]) => {
      const show = options[name]?.show as undefined | ((value: unknown) => Json)
      return [name, show === undefined ? value : show(value)]
    }),
  )

/** Paths to sealed values in a half's requests. */
export const sealedIn = (options: SessionOptions): readonly (readonly string[])[] =>
  Object.entries(options).flatMap(([name, { sealed = [] }]) => sealed.map((place) => [name, ...place]))
