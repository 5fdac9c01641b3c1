import type { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'

/** The parts of a session request that laboratory options can contradict. */
export interface BesideLaboratory {
  readonly issuer_configuration_id: string
  readonly fault: string | null
  readonly trust_framework: 'test_root' | 'eu'
  /** An access certificate that the tester supplies with its key. */
  readonly access_certificate?: unknown
  /** Public origin of the installation. */
  readonly baseUrl: string
}

/** JSON pointers into the request body. */
export type Pointers = readonly [string, string]

/** Two values that exclude each other. */
export interface Contradiction {
  /**
   * Pointers into the body, e.g. `/laboratory/batch/issue`, or the name of a setting. For list elements: those in
   * conflict.
   */
  readonly members: Pointers | ((options: LaboratoryOptions) => Pointers)
  /** Reason, as a fixed ASCII sentence without input. */
  readonly says: string
  readonly holds: (options: LaboratoryOptions, beside: BesideLaboratory) => boolean
}

/** One `laboratory` option: its schema, defaults and documentation. */
export interface LaboratoryOption<Schema extends z.ZodType> {
  /** Legal values. Members of an object may have defaults of their own. */
  readonly schema: Schema
  /** Default of a laboratory. */
  readonly byDefault: z.output<Schema>
  /** Value of the shared issuers, if it differs from the default. */
  readonly shared?: z.output<Schema>
  /** For the API documentation, with its clause if there is one. */
  readonly description: string
}

/** Infers the types of an option from its schema. */
export const laboratoryOption = <Schema extends z.ZodType>(one: LaboratoryOption<Schema>): LaboratoryOption<Schema> =>
  one

/** Stored options of a laboratory; every member has a value. */
export type KeptLaboratoryOptions<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never
}
