import { operationsOn } from '../../shared/mutations/operations-on'
import type { KeptMutations } from '../../shared/ports/session-options'
import { isObject, isSameJson, type Json, type JsonObject } from '../../shared/values/json'
import { issuerDeviations } from '.'
import { changedDocument, changedLink, type IssuanceTarget } from './changed'
import type { DocumentChange, DocumentMembers, IssuerDeviation, Parameter, ServedDocument } from './issuer-deviation'

/** The right documents of a session, as far as they can be known before a wallet comes. */
export interface RightDocuments {
  /** Parameters of the link, and the one of the other delivery. */
  readonly link: readonly Parameter[]
  readonly other: Parameter
  readonly offer: JsonObject
  readonly issuer_metadata: JsonObject
  readonly server_metadata: JsonObject
  readonly token_response: JsonObject
  readonly credential_response: JsonObject
  readonly served: ServedDocument
}

type Changes = IssuerDeviation['changes']

/** What a wallet gets, by document; `null` where a deviation answers with something else than a changed document. */
type Delivered = Readonly<Record<IssuanceTarget, Json>> | null

/** Changes that only move values within these documents, and what follows from such a change. */
const comparable: readonly (keyof Changes)[] = [
  'offer',
  'link',
  'issuerMetadata',
  'serverMetadata',
  'token',
  'response',
  'withoutGrants',
  'withoutProofTypes',
]

/**
 * The named deviation that gives a wallet the same documents as these operations; `null` if there is none.
 * `fits`: whether the session has what a deviation needs.
 */
export function sameDeviation(
  { operations }: Pick<KeptMutations, 'operations'>,
  right: RightDocuments,
  fits: (deviation: IssuerDeviation) => boolean,
): IssuerDeviation | null {
  const changed = deliveredBy(operations, right)
  return (
    issuerDeviations.find(
      (deviation) =>
        Object.keys(deviation.changes).every((name) => comparable.some((one) => one === name)) &&
        isSameJson(deliveredIn(deviation.changes, right), changed) &&
        fits(deviation),
    ) ?? null
  )
}

function deliveredBy(operations: KeptMutations['operations'], right: RightDocuments): Delivered {
  const of = (target: Exclude<IssuanceTarget, 'offer_link'>) =>
    changedDocument(right[target], operationsOn(operations, target))
  return {
    offer: fetchedOffer(right, of('offer')),
    offer_link: linkValue(changedLink(right.link, operations)),
    issuer_metadata: of('issuer_metadata'),
    server_metadata: of('server_metadata'),
    token_response: of('token_response'),
    credential_response: of('credential_response'),
  }
}

function deliveredIn(changes: Changes, right: RightDocuments): Delivered {
  const issuer = servedBy(changes.issuerMetadata, right.issuer_metadata, right.served)
  const server = servedBy(changes.serverMetadata, right.server_metadata, right.served)
  if (issuer === null || server === null) return null
  return {
    offer: fetchedOffer(right, changes.offer?.(right.offer) ?? right.offer),
    offer_link: linkValue(changes.link?.(right.link, right.other) ?? right.link),
    issuer_metadata: issuer,
    server_metadata: server,
    token_response: changes.token?.(right.token_response) ?? right.token_response,
    credential_response: changes.response?.(right.credential_response) ?? right.credential_response,
  }
}

/** A wallet fetches no offer that is in its link. */
const fetchedOffer = ({ link }: RightDocuments, offer: JsonObject): Json =>
  link.some(([name]) => name === 'credential_offer') ? null : offer

/** Parameters with the offer as a value, whose members have no order. */
const linkValue = (parameters: readonly Parameter[]): Json =>
  parameters.map(([name, value]) => [name, name === 'credential_offer' ? parsed(value) : value])

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The members that are served; `null` for another status, form or delay, which no operation makes. */
function servedBy(change: DocumentChange | undefined, right: JsonObject, served: ServedDocument): JsonObject | null {
  const instead = change?.(right as DocumentMembers, served) ?? null
  if (instead === null) return right
  const { body, ...more } = instead
  return isObject(body) && Object.keys(more).length === 0 ? (body as JsonObject) : null
}
