import { type TransactionTypeName, transactionTypeNames } from '../../shared/payments/transaction-types'
import { fromBase64, toBase64 } from '../../shared/values/base64url'
import { isObject, type JsonObject } from '../../shared/values/json'
import { type DocumentMembers, type IssuerDeviation, reports, type ServedInstead, without } from './issuer-deviation'
import { notifies } from './next-step'

/** A payment card of an issuer of the session's own, for these transactions. Synthetic data only. TS12-2.2 */
export const paymentCard = (
  transactions: readonly TransactionTypeName[] = transactionTypeNames,
  more: JsonObject = {},
): JsonObject => ({
  id: 'sca_card',
  format: 'dc+sd-jwt',
  claims: { pan_last_four: '1234', scheme: 'Test scheme' },
  display: [{ name: 'Payment card (test)', locale: 'en' }],
  category: 'urn:eu:europa:ec:eudi:sua:sca',
  transaction_types: [...transactions],
  ...more,
})

/** A child, and the type that it extends. Synthetic data only. */
const childAndParent: readonly JsonObject[] = [
  {
    id: 'urn:example:child-ticket',
    format: 'dc+sd-jwt',
    claims: { event: 'Test concert', age_group: 'child' },
    display: [{ name: 'Ticket for children (test)', locale: 'en' }],
    extends: 'urn:example:any-ticket',
  },
  { id: 'urn:example:any-ticket', format: 'dc+sd-jwt', claims: { event: 'Test concert' } },
]

type Entry = Pick<IssuerDeviation, 'id' | 'title' | 'clause'> & {
  readonly types: readonly JsonObject[]
  readonly changes: IssuerDeviation['changes']
}

/** No text says what a wallet does with such a type when it gets the credential: it decides when it is used. */
const entry = ({ types, ...one }: Entry): IssuerDeviation => ({
  ...one,
  ...reports(
    'No text says what a wallet does when it gets the credential: the session tells whether it fetched the type.',
  ),
  silence: 'continued',
  next: notifies,
  format: 'dc+sd-jwt',
  needs: { laboratory: { credentials: [...types] } },
  tellsFetchOf: 'getTypeMetadata',
})

/** Changes what the metadata say of each transaction type; those of a type for no payments stay right. */
const eachTransaction =
  (change: (types: DocumentMembers) => DocumentMembers) =>
  (right: DocumentMembers): ServedInstead | null => {
    const types = right.transaction_data_types
    return isObject(types) ? { body: { ...right, transaction_data_types: change(types) } } : null
  }

/** The hash of other octets: each of its own is changed. */
function otherHash(integrity: string): string {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/)
  return `${algorithm}-${toBase64((fromBase64(digest) ?? new Uint8Array()).map((octet) => octet ^ 0xff))}`
}

/** Hosted type metadata that are wrong or missing. TS12-3.2, TS12-4.1, SDJWTVC19-6, SDJWTVC19-7.4 */
export const typeMetadataDeviations: readonly IssuerDeviation[] = [
  entry({
    id: 'type_no_category',
    title: 'The metadata of a type for payments have no category.',
    clause: 'TS12-3.2',
    types: [paymentCard()],
    changes: {
      typeMetadata: (right) =>
        right.category === undefined ? null : { body: without('category')(right as JsonObject) },
    },
  }),
  entry({
    id: 'type_other_transactions',
    title: 'The metadata of a type for payments allow other transactions alone.',
    clause: 'TS12-3.2',
    types: [paymentCard()],
    changes: {
      typeMetadata: eachTransaction((types) => ({ 'urn:example:transaction:1': Object.values(types)[0] })),
    },
  }),
  entry({
    id: 'type_no_labels',
    title: 'The metadata of a type for payments have no labels for buttons and titles.',
    clause: 'TS12-3.3.1',
    types: [paymentCard()],
    changes: {
      typeMetadata: eachTransaction((types) =>
        Object.fromEntries(
          Object.entries(types).map(([name, type]) => [
            name,
            isObject(type) ? without('ui_labels')(type as JsonObject) : type,
          ]),
        ),
      ),
    },
  }),
  entry({
    id: 'type_404',
    title: 'The metadata of the type are not found.',
    clause: 'TS12-4.1.1',
    types: [paymentCard()],
    changes: {
      typeMetadata: () => ({
        status: 404,
        body: { error: 'not_found', error_description: 'There is nothing here.' },
      }),
    },
  }),
  entry({
    id: 'vct_integrity_wrong',
    title: 'The vct#integrity of the credential is the hash of other octets.',
    clause: 'SDJWTVC19-6',
    types: [paymentCard(transactionTypeNames, { integrity: true })],
    changes: {
      credential: ({ typeIntegrity, ...right }) =>
        typeIntegrity === undefined ? right : { ...right, typeIntegrity: otherHash(typeIntegrity) },
    },
  }),
  entry({
    id: 'extends_circle',
    title: 'The type extends another one, which extends it.',
    clause: 'SDJWTVC19-7.4',
    types: childAndParent,
    changes: {
      typeMetadata: (right, [first]) =>
        first?.format === 'dc+sd-jwt' && right.vct === first.own?.extends
          ? { body: { ...right, extends: first.vct } }
          : null,
    },
  }),
]
