import type { z } from 'zod'
import type { ErrorCode } from '../../ground/ports/errors'
import { inOrder } from '../../ground/values/in-order'
import type { Json, JsonObject } from '../../ground/values/json'
import type { OptionForm } from './session-form'

/** One member of a session request, and everything that the service does with it. */
export interface SessionOption<Schema extends z.ZodType, Beside, Kept, Refusal> {
  /** Type, default and legal values, with what the description of the interface says of it. */
  readonly schema: Schema
  /** How an illegal value is refused; without it, as `invalid_request`. */
  readonly refusal?: Refusal & { readonly code: ErrorCode }
  /**
   * What the session keeps among its options: `undefined` for nothing. `null` for a member that is only read, or that has a
   * column of its own.
   */
  readonly keep: null | ((asked: z.output<Schema>, beside: Beside) => Kept)
  /** What the read-back shows of what is kept; without it, the same. */
  readonly show?: (kept: Exclude<Kept, undefined>) => Json
  /** Its fields in the forms of pages, or why they have none. */
  readonly form: OptionForm
}

/** An option of whatever type. */
interface AnyOption {
  readonly schema: z.ZodType
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

type KeptBy<Option> = Option extends { readonly keep: infer Keep }
  ? NonNullable<Keep> extends (...of: never[]) => infer Kept
    ? Kept
    : never
  : never

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
