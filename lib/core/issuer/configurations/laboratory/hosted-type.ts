import { z } from 'zod'
import { transactionTypeNames } from '../../../shared/payments/transaction-types'

const nameCharactersMax = 200

/** Longest category, in characters. */
const categoryCharactersMax = 200

/** Most elements that the key of an mdoc may sign. */
const elementsMax = 4

/** Members of a credential type that only an mdoc has. OID4VP-1FINALA-B.2.1 */
export const mdocMembers = {
  transaction_elements: z
    .array(
      z
        .string()
        .min(1)
        .max(nameCharactersMax)
        .refine((value) => value.isWellFormed(), 'must be a text of whole characters'),
    )
    .min(1)
    .max(elementsMax)
    .refine((names) => new Set(names).size === names.length, 'must name each element once')
    .optional()
    .meta({
      description:
        'Elements of its namespace that the key of the mdoc may sign, as answers to transaction data: KeyAuthorizations of the mobile security object. OpenID4VP 1.0 Appendix B.2.1',
    }),
}

/** Members of a credential type that its hosted type metadata show. TS12-4.1 */
export const hostedMembers = {
  category: z
    .string()
    .min(1)
    .max(categoryCharactersMax)
    .refine((value) => value.isWellFormed(), 'must be a text of whole characters')
    .optional()
    .meta({
      description:
        'category of the hosted type metadata; urn:eu:europa:ec:eudi:sua:sca makes it a type for payments. TS12 section 3',
    }),
  transaction_types: z
    .array(z.enum(transactionTypeNames))
    .min(1)
    .max(transactionTypeNames.length)
    .refine((names) => new Set(names).size === names.length, 'must name each transaction type once')
    .optional()
    .meta({
      description:
        'The transactions that may be confirmed with it: transaction_data_types of the hosted type metadata. TS12 section 4.1',
    }),
}

type HostedMembers = { readonly [Name in keyof typeof hostedMembers]?: z.output<(typeof hostedMembers)[Name]> }

const memberNames = Object.keys(hostedMembers) as readonly (keyof HostedMembers)[]

/** A credential type as far as its hosted metadata depend on it. */
type HostedType = HostedMembers & { readonly vct?: string | undefined; readonly binding: 'key' | 'none' }

/** Two members of one type that exclude each other. */
export interface TypeRule<Type> {
  readonly members: readonly [string, string]
  /** Fixed ASCII sentence. */
  readonly says: string
  readonly holds: (type: Type) => boolean
}

/** What is shown in hosted metadata needs them, and a transaction is confirmed with a key. */
export const hostedRules: readonly TypeRule<HostedType>[] = memberNames.flatMap((name) => [
  {
    members: [name, 'vct'],
    says: `Only type metadata that are hosted here have ${name}, and a type with a vct of its own has none.`,
    holds: (type) => type[name] !== undefined && type.vct !== undefined,
  },
  {
    members: [name, 'binding'],
    says: 'A transaction is confirmed with the key of a credential, so its type is bound to one.',
    holds: (type) => type[name] !== undefined && type.binding === 'none',
  },
])
