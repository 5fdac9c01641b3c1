import type { z } from 'zod'
import type { Json } from '../../ground/values/json'

/**
 * A schema of the interface as a type for the code that builds it: exactly the members that it names, all readonly.
 * (The interface allows further ones, so that clients do not break when one is added.)
 */
export type ViewOf<Schema extends z.ZodType> = Named<z.infer<Schema>>

type Named<Value> = {
  readonly [Name in keyof Value as string extends Name ? never : Name]: Unchanged<Value[Name]>
}

/** A member that may be any JSON keeps its type. */
type Unchanged<Value> = [Json] extends [Value] ? Value : Value extends readonly (infer Item)[] ? readonly Item[] : Value
