import type { z } from 'zod'

/** One member of `laboratory`, and everything that the service does with it beside what it is for. */
export interface LaboratoryOption<Schema extends z.ZodType> {
  /** The legal values. A member inside an object may have a default of its own. */
  readonly schema: Schema
  /** What a laboratory does whose tester asks for nothing else. */
  readonly byDefault: z.output<Schema>
  /** What the issuers do that sessions share; without it, the same. */
  readonly shared?: z.output<Schema>
  /** For the description of the interface, with its clause where it has one. */
  readonly description: string
}

/** Declares an option. */
export const laboratoryOption = <Schema extends z.ZodType>(one: LaboratoryOption<Schema>): LaboratoryOption<Schema> =>
  one

/** What a laboratory keeps of its options: each with a value. */
export type KeptLaboratoryOptions<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never
}
