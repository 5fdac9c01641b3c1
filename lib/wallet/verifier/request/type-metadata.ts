import { createHash } from 'node:crypto'
import { requireWebUrl } from '../../http/wire'
import { isObject, objectMember, readJsonObject, stringMember } from '../../json'
import { sendStep } from '../../step'
import type { Selection } from '../dcql/select-credentials'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'
import { scaTypes } from './sca-payloads'
import type { Authorization } from './transaction-data'

/** The category of credentials for payments (TS12-3). */
const scaCategory = 'urn:eu:europa:ec:eudi:sua:sca'

/** Longest labels of the buttons and the title, in characters (TS12-3.3.3). */
const labelsMax = { affirmative_action_label: 30, denial_action_label: 30, transaction_title: 50, security_hint: 250 }

/**
 * Reads the metadata of the credential's type before it confirms a payment or the like, from the origin of its issuer
 * only: whether it is made for that, and for this transaction (TS12-3.2, TS12-3.3.1, TS12-4.1.2).
 * @throws RequestRefused `invalid_transaction_data` where they are unreadable or say otherwise
 */
export async function requireTypeForPayments(
  run: Run,
  { credential }: Selection,
  { transactions }: Authorization,
): Promise<void> {
  const types = transactions.map(({ type }) => type).filter((type) => scaTypes.includes(type))
  // A type that the wallet made up itself has no metadata.
  if (types.length === 0 || run.profile.ignoresTypeMetadata || run.profile.credential === 'foreign') return
  const { type: url, claims } = credential
  const issuer = stringMember(claims, 'iss')
  if (
    !URL.canParse(url) ||
    (issuer !== null && (!URL.canParse(issuer) || new URL(issuer).origin !== new URL(url).origin))
  )
    return invalid('The type of the credential has no metadata at its issuer')
  requireWebUrl(url, 'The address of the type metadata')
  const { status, body } = await sendStep(run, {
    step: 'type_metadata',
    method: 'GET',
    url,
    headers: [['Accept', 'application/json']],
    learned: () => 'what the credential may confirm',
  })
  const metadata = status === 200 ? readJsonObject(body) : null
  if (metadata === null || metadata.vct !== url) return invalid('The metadata of the type cannot be read')
  const integrity = stringMember(claims, 'vct#integrity')
  if (integrity !== null && integrity !== `sha256-${createHash('sha256').update(body).digest('base64')}`)
    return invalid('The metadata of the type are not those that the credential names')
  if (metadata.category !== scaCategory) return invalid('The type of the credential is not one for payments')
  for (const type of types) {
    const known = objectMember(objectMember(metadata, 'transaction_data_types'), type)
    if (known === null) return invalid('The type of the credential does not allow the transaction')
    if (!hasLabels(objectMember(known, 'ui_labels')) || !Array.isArray(known.claims))
      return invalid('The metadata of the type lack the labels of the transaction')
  }
}

/** Whether the button has a label, and no label is too long. */
const hasLabels = (labels: Readonly<Record<string, unknown>> | null): boolean =>
  labels !== null &&
  Array.isArray(labels.affirmative_action_label) &&
  labels.affirmative_action_label.length > 0 &&
  Object.entries(labelsMax).every(([name, most]) => {
    const texts: unknown = labels[name]
    return texts === undefined || (Array.isArray(texts) && texts.every((one) => isLabel(one, most)))
  })

const isLabel = (one: unknown, most: number): boolean =>
  isObject(one) && typeof one.value === 'string' && [...one.value].length <= most

function invalid(description: string): never {
  throw new RequestRefused('invalid_transaction_data', description)
}
