import { paymentCard } from '../../issuer/deviations/type-metadata'
import {
  type TransactionTypeName,
  transactionTypeNames,
  transactionTypeUrn,
} from '../../shared/payments/transaction-types'
import type { JsonObject } from '../../shared/values/json'
import { type Preset, type PresetFacts, unfollowed } from './preset'
import { claim, element, mdocPid, query, sdJwtPid } from './queries'

/** The id of the credential query for the card, as a session that follows its issuance asks by default. */
export const cardQueryId = 'own_type'

/** The query for the PID, and its id. */
const pidQuery = sdJwtPid([claim(['family_name'])])
const pidQueryId = 'pid_sd-jwt-1'

const issuanceOf = (id: string, title: string, types: readonly TransactionTypeName[]): Preset => ({
  id,
  kind: 'issuance',
  title,
  expects: 'answer',
  body: () => ({
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer_uri',
    laboratory: { credentials: [paymentCard(types)] },
  }),
})

/** The issuance of the card that the presets of transactions ask back. */
export const cardIssuance = issuanceOf(
  'payments.card',
  'A payment card, which confirms transactions',
  transactionTypeNames,
)

/** A card that confirms no payments. */
const loginsIssuance = issuanceOf('payments.card_logins', 'A card that confirms logins alone', [
  'login_risk_transaction',
])

/** What a preset says that asks the card back. */
export const ofCard = { follows: cardIssuance.id } as const

const transaction_id = '8D8AC610-566D-4EF0-9C22-186B2A5ED793'
const amounts = { currency: 'EUR', amount: 12.5 }
const payment = { transaction_id, payee: { name: 'Wallet Capture Test Shop', id: 'DE98ZZZ09999999999' }, ...amounts }

/** The member `transaction_data` with one entry of a type. TS12-4.2 */
const asking = (
  payload: JsonObject,
  { type = 'payment', ids = [cardQueryId] }: { readonly type?: TransactionTypeName; readonly ids?: string[] } = {},
): JsonObject => ({
  transaction_data: [
    { type: transactionTypeUrn(type), credential_ids: ids, transaction_data_hashes_alg: ['sha-256'], payload },
  ],
})

/** The PID and the card together; the PID comes first, so that a wallet that takes the first one shows it. */
const cardAndPid = ({ followedType }: PresetFacts): JsonObject =>
  query([pidQuery, { id: cardQueryId, format: 'dc+sd-jwt', meta: { vct_values: [followedType ?? unfollowed.type] } }])

const asked = (
  id: string,
  title: string,
  expects: 'answer' | 'refusal',
  body: Preset['body'],
  follows: Pick<Preset, 'follows'> = ofCard,
): Preset => ({
  id: `payments.${id}`,
  kind: 'presentation',
  title,
  expects,
  ...follows,
  body: (facts) => ({ profile: 'haip', ...body(facts) }),
})

/** Payments and the like that a good wallet confirms. TS12-4.3 */
const confirmed: readonly Preset[] = [
  asked('payment', 'A payment', 'answer', () => asking(payment)),
  asked('login', 'A login', 'answer', () =>
    asking(
      { transaction_id, service: 'Wallet Capture Test Bank', action: 'Log in to the test bank' },
      { type: 'login_risk_transaction' },
    ),
  ),
  asked('account', 'Access to an account', 'answer', () =>
    asking({ transaction_id, description: 'Read the balance of the test account' }, { type: 'account_access' }),
  ),
  asked('emandate', 'A mandate for direct debits', 'answer', () =>
    asking({ transaction_id, purpose: 'Pay the monthly bill of the test shop' }, { type: 'emandate' }),
  ),
  asked('recurring', 'A payment that recurs each month', 'answer', () =>
    asking({ ...payment, recurrence: { frequency: 'MNTH', number: 12 } }),
  ),
  asked('pid_beside', 'A payment with the card, and the name of the PID beside it', 'answer', (facts) => ({
    ...cardAndPid(facts),
    ...asking(payment),
  })),
  asked('pid_or_card', 'A payment that names the PID and the card', 'answer', (facts) => ({
    ...cardAndPid(facts),
    ...asking(payment, { ids: [pidQueryId, cardQueryId] }),
  })),
]

/** Payments that a good wallet refuses. PIDRB-5, TS12-3.2 */
const refusedPayments: readonly Preset[] = [
  asked(
    'over_pid',
    'A payment that only a PID could confirm',
    'refusal',
    () => ({ ...query([pidQuery]), ...asking(payment, { ids: [pidQueryId] }) }),
    {},
  ),
  asked(
    'over_pid_mdoc',
    'A payment that only a PID as mdoc could confirm',
    'refusal',
    () => ({ ...query([mdocPid([element('family_name')])]), ...asking(payment, { ids: ['pid_mdoc-1'] }) }),
    {},
  ),
  asked(
    'not_allowed',
    'A payment with a card for logins alone',
    'refusal',
    () => ({ expect: 'refusal', ...asking(payment) }),
    {
      follows: loginsIssuance.id,
    },
  ),
  asked('no_payee', 'A payment without a payee', 'refusal', () => asking({ transaction_id, ...amounts })),
  asked(
    'type_no_category',
    'A payment with a card whose type has no category',
    'refusal',
    () => ({ expect: 'refusal', ...asking(payment) }),
    { follows: 'fault.type_no_category' },
  ),
  asked(
    'vct_integrity_wrong',
    'A payment with a card whose type metadata have another hash than it says',
    'refusal',
    () => ({ expect: 'refusal', ...asking(payment) }),
    { follows: 'fault.vct_integrity_wrong' },
  ),
]

/** Everything about payments. */
export const paymentPresets: readonly Preset[] = [cardIssuance, loginsIssuance, ...confirmed, ...refusedPayments]

/** The campaign of payments: the last ones each have a card of their own issued first. */
export const paymentCampaign: readonly string[] = [cardIssuance, ...confirmed, ...refusedPayments].flatMap(
  ({ id, follows = cardIssuance.id }) => (follows === cardIssuance.id ? [id] : [follows, id]),
)
