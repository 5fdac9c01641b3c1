import { isObject } from '../../shared/values/json'
import { type DocumentMembers, type IssuerDeviation, reports } from './issuer-deviation'
import { goesOnToTheEnd } from './next-step'
import { attestsLevel, keepsStatuses } from './unit-reaction'

/** Ten years: more than any list is kept. */
const yearsSeconds = 10 * 365 * 86_400

/** A level that no key storage has. */
const unknownLevel = 'https://example.org/unknown'

type Entry = Pick<IssuerDeviation, 'id' | 'title' | 'clause'> & {
  readonly change: (right: DocumentMembers) => DocumentMembers
  /** What the session tells of a wallet. */
  readonly tells: string
  readonly next?: IssuerDeviation['next']
}

const ofPeriod = 'whether it stopped, ignored the period, or kept the status for so long'

/** No text says what a wallet does with what an issuer wrongly asks of its unit. */
const entry = ({ change, tells, next = goesOnToTheEnd, ...one }: Entry): IssuerDeviation => ({
  ...one,
  ...reports(`No text says what a wallet does: the session tells ${tells}.`),
  next,
  waitsFrom: 'last_request',
  needs: { issuer_configuration_id: 'eu-pid-device-bound', trust_framework: 'eu', laboratory: { wallet_unit: {} } },
  changes: { issuerMetadata: (right) => ({ body: { ...right, ...change(right) } }) },
})

const inEach = (value: unknown, change: (member: DocumentMembers) => DocumentMembers): DocumentMembers =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, member]) => [
      name,
      isObject(member) ? change(member) : member,
    ]),
  )

/** Changes the proof types of each configuration. */
const proofTypes =
  (change: (types: unknown) => DocumentMembers) =>
  ({ credential_configurations_supported: all }: DocumentMembers): DocumentMembers => ({
    credential_configurations_supported: inEach(all, (one) =>
      one.proof_types_supported === undefined
        ? one
        : { ...one, proof_types_supported: change(one.proof_types_supported) },
    ),
  })

/** Changes what each proof type asks of key attestations. */
const asked = (change: (asks: DocumentMembers) => DocumentMembers) =>
  proofTypes((types) =>
    inEach(types, (type) => ({
      ...type,
      key_attestations_required: change(isObject(type.key_attestations_required) ? type.key_attestations_required : {}),
    })),
  )

const only = (name: string) =>
  proofTypes((types) =>
    Object.fromEntries(Object.entries(isObject(types) ? types : {}).filter(([type]) => type === name)),
  )

/** What an issuer of the European framework asks of attestations, in a way that none should. TS3-2.2.2.2, TS3-2.4 */
export const walletUnitDeviations: readonly IssuerDeviation[] = [
  entry({
    id: 'wallet_unit_period_text',
    title: 'The preferred period of the status of a wallet unit is a text.',
    clause: 'TS3-2.4',
    change: () => ({ preferred_client_status_period: '2678400' }),
    tells: ofPeriod,
    next: keepsStatuses(2_678_400),
  }),
  entry({
    id: 'wallet_unit_period_negative',
    title: 'The preferred period of the status of a wallet unit is negative.',
    clause: 'TS3-2.4',
    change: () => ({ preferred_client_status_period: -1 }),
    tells: ofPeriod,
    next: keepsStatuses(-1),
  }),
  entry({
    id: 'wallet_unit_period_years',
    title: 'The preferred periods of the statuses of a wallet unit are ten years.',
    clause: 'TS3-2.4',
    change: (right) => ({
      preferred_client_status_period: yearsSeconds,
      ...asked((asks) => ({ ...asks, preferred_key_storage_status_period: yearsSeconds }))(right),
    }),
    tells: 'whether it stopped, ignored the periods, or kept the statuses for so long',
    next: keepsStatuses(yearsSeconds, { both: true }),
  }),
  entry({
    id: 'wallet_unit_level_unknown',
    title: 'The issuer asks for a key storage of a level that nobody knows.',
    clause: 'ARF3-WUA_05',
    change: asked((asks) => ({ ...asks, key_storage: [unknownLevel] })),
    tells: 'whether it stopped, or sent a key attestation without that level',
    next: attestsLevel(unknownLevel),
  }),
  entry({
    id: 'key_attestation_jwt_only',
    title: 'The issuer takes key attestations in proofs of the type jwt only.',
    clause: 'TS3-2.2.2.2',
    change: only('jwt'),
    tells: 'whether it stopped, or got the credential',
  }),
  entry({
    id: 'key_attestation_attestation_only',
    title: 'The issuer takes key attestations as proofs of the type attestation only.',
    clause: 'TS3-2.2.2.2',
    change: only('attestation'),
    tells: 'whether it stopped, or got the credential',
  }),
]
