import { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import type { TypeRule } from './hosted-type'
import type { Contradiction } from './laboratory-option'

const charactersMax = 512

/** Most other names of a type. */
const namesMax = 8

/** A URI, or another name that nobody else gives: one with a colon. SDJWTVC19-2.2.2.1 */
const uniqueName = z
  .string()
  .max(charactersMax)
  .regex(/^[!-9;-~]+:[!-~]+$/, 'must be a URI, or a name with a colon, of visible ASCII characters')

/** Members of a credential type that relate it to other types. SDJWTVC19-2.2.2.2, SDJWTVC19-5.4, SDJWTVC19-6 */
export const relationMembers = {
  extends: z.string().min(1).max(charactersMax).optional().meta({
    description:
      'The type that it extends, as its hosted type metadata say: the id of another SD-JWT VC of the laboratory, kept as its vct, or a URI. SD-JWT VC draft 19 section 5.4',
  }),
  aka_vcts: z
    .array(uniqueName)
    .min(1)
    .max(namesMax)
    .refine((names) => new Set(names).size === names.length, 'must have each name once')
    .optional()
    .meta({
      description: 'aka_vcts of the credential: other types that it is of too. SD-JWT VC draft 19 section 2.2.2.2',
    }),
  integrity: z.boolean().optional().meta({
    description:
      'By default false. Whether the credential has vct#integrity, and its hosted type metadata extends#integrity where the laboratory hosts the metadata of the other type. SD-JWT VC draft 19 section 6',
  }),
}

/** A credential type as far as it relates to others. */
interface RelatedType {
  readonly id: string
  readonly format: string
  readonly vct?: string | undefined
  readonly extends?: string | undefined
  readonly integrity?: boolean | undefined
}

/** Hosted metadata say what a type extends, and integrity is theirs. */
export const relationRules: readonly TypeRule<RelatedType>[] = [
  {
    members: ['extends', 'vct'],
    says: 'Only type metadata that are hosted here say what a type extends, and a type with a vct of its own has none.',
    holds: (type) => type.extends !== undefined && type.vct !== undefined,
  },
  {
    members: ['integrity', 'vct'],
    says: 'Only type metadata that are hosted here have a hash, and a type with a vct of its own has none.',
    holds: (type) => type.integrity === true && type.vct !== undefined,
  },
]

const isUri = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$/.test(text)

/** Index of the type that a type extends by its id; -1 if it extends none of the laboratory. */
const parentOf = (types: readonly RelatedType[], index: number): number =>
  types.findIndex(({ id, format }) => format === 'dc+sd-jwt' && id === types[index]?.extends)

/** The `vct` or URI of the type that a type extends, where all types have a `vct`; `undefined` if it extends none. */
export const extendedBy = (types: readonly RelatedType[], index: number): string | undefined =>
  types[parentOf(types, index)]?.vct ?? types[index]?.extends

/** Indexes of types whose `extends` names neither a type of the laboratory nor a URI. */
export const extendingNothing = (types: readonly RelatedType[]): readonly number[] =>
  types.flatMap(({ extends: named }, index) =>
    named === undefined || isUri(named) || parentOf(types, index) !== -1 ? [] : [index],
  )

/** The two types at which a circle of `extends` begins; the same one twice for one that extends itself. */
function circleIn(types: readonly RelatedType[]): readonly [number, number] | null {
  for (const start of types.keys()) {
    let at = start
    // A chain without a circle has fewer steps than there are types.
    for (let steps = 0; steps < types.length && at !== -1; steps += 1) {
      at = parentOf(types, at)
      if (at === start) return [start, parentOf(types, start)]
    }
  }
  return null
}

/** SDJWTVC19-5.4: a type must not extend itself, by however many steps. */
export const circleContradiction: Contradiction = {
  members: ({ credentials }) => {
    const [first, second] = circleIn(credentials ?? []) ?? [0, 0]
    const place = (index: number, member: string) => `/laboratory/credentials/${index}/${member}`
    return [place(first, 'extends'), place(second, first === second ? 'id' : 'extends')]
  },
  says: 'A type cannot extend itself, nor one that leads back to it.',
  holds: ({ credentials }: Pick<LaboratoryOptions, 'credentials'>) => circleIn(credentials ?? []) !== null,
}
