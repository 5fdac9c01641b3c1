import type { OperationId } from '@/lib/contract/contract'
import { type ContractEntry, namesEvidence, needsApiKey, takesNoForeignOrigin } from '@/lib/contract/contract-entry'
import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import { hasMadeRoom } from '@/lib/core/issuer/configurations/find-issuer'
import { readOrganizationKey } from '@/lib/core/scoreboard/organization-keys'
import { type Exchange, headerValue, type Reply } from '@/lib/core/shared/http/exchange'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { Ports } from '@/lib/core/shared/ports/ports'
import { errorReply, operatorErrorReply } from '../basics/error-reply'
import type { OperatorKeys } from '../guard/admin-key'
import { type AskingKeys, adminRefusal, scopeRefusal } from '../guard/asking'
import { foreignOriginRefusal } from '../guard/foreign-origin'
import { comesWithKey, opensToOrganization, opensWithKey } from '../guard/made-with-key'
import { opensToAll, type ShownSessions } from '../guard/open-sessions'
import { hostRefusal, operatorRefusal } from '../guard/operator'
import { type PublisherKeys, publicationRefusal, publisherRefusal } from '../guard/publisher'
import type { RateLimit } from '../guard/rate-limit'
import type { StorageBounds } from '../guard/storage-bounds'

/** A request for an operation, before its endpoint sees it. */
interface Arrival {
  readonly operation: OperationId
  readonly entry: ContractEntry
  readonly context: Pick<RequestContext, 'exchange' | 'issuer' | 'params'>
}

/** Refuses an arrival, or lets it pass with `null`. May throw StoreUnavailable. */
type Door<Slice> = (arrival: Arrival, slice: Slice) => Reply | null | Promise<Reply | null>

const knownIssuer: Door<{ readonly ports: Ports }> = async ({ entry, context: { exchange, issuer, params } }, slice) =>
  // A door's session names its issuer.
  entry.underIssuer && issuer === null && params.doorId === undefined
    ? errorReply(new ProtocolError('issuer_not_found', await missingIssuer(params.labId, exchange, slice)))
    : null

const ownHost: Door<Parameters<typeof hostRefusal>[1]> = ({ entry, context: { exchange } }, slice) => {
  const refusal = entry.anyHost ? null : hostRefusal(exchange, slice)
  if (refusal === null) return null
  return needsApiKey(entry) ? operatorErrorReply(refusal, exchange) : errorReply(refusal)
}

const ownOrigin: Door<Parameters<typeof foreignOriginRefusal>[1]> = ({ entry, context: { exchange } }, slice) =>
  replyTo(takesNoForeignOrigin(entry) ? foreignOriginRefusal(exchange, slice) : null)

/**
 * A client that sends a token when it creates a session claims to be the operator. If a wrong token passed here, anybody
 * could try tokens without limit, because the operator's campaigns would reveal the right one.
 */
const operatorToken: Door<ShownSessions> = async ({ operation, entry, context: { exchange, params } }, slice) => {
  const sendsToken = entry.startsSession === true && headerValue(exchange, 'authorization') !== null
  if (entry.auth !== 'operator' && !sendsToken) return null
  const refusal = operatorRefusal(exchange, slice)
  if (refusal === null || (await opensWithKey(exchange, params, slice))) return null
  if (entry.auth !== 'operator') return errorReply(refusal)
  const isOpen = (await opensToOrganization(exchange, params, slice)) || (await opensToAll(operation, params, slice))
  const ofKey = !isOpen && namesEvidence(entry) ? await keyRefusal(exchange, slice) : null
  return isOpen ? null : errorReply(ofKey ?? refusal)
}

/** Why the key of an organisation reads no evidence at all; `null` if the request has none, or one that reads its own. */
const keyRefusal = async (exchange: Exchange, slice: AskingKeys): Promise<ProtocolError | null> => {
  const isOrganizations = ['x-api-key', 'credimi-api-key'].some(
    (name) => readOrganizationKey(headerValue(exchange, name) ?? '') !== null,
  )
  return isOrganizations ? scopeRefusal(exchange, slice, 'evidence:read') : null
}

const apiKey: Door<AskingKeys> = async ({ entry, context: { exchange } }, slice) => {
  if (!needsApiKey(entry)) return null
  const refusal = await (entry.auth === 'admin'
    ? adminRefusal(exchange, slice)
    : scopeRefusal(exchange, slice, entry.scope ?? 'any'))
  return refusal === null ? null : operatorErrorReply(refusal, exchange)
}

const publisher: Door<PublisherKeys> = async ({ entry, context: { exchange } }, slice) => {
  if (entry.auth !== 'publisher') return null
  const refusal = await publisherRefusal(exchange, slice)
  return replyTo(refusal ?? (entry.method === 'POST' ? publicationRefusal(exchange, slice) : null))
}

const roomToCreate: Door<CreationLimits> = async ({ entry, context: { exchange } }, slice) =>
  replyTo(entry.startsSession ? await refuseCreation(exchange, slice) : null)

type CreationLimits = OperatorKeys & { readonly storageBounds: StorageBounds }

/** A workbench lives for weeks, so an address opens few of them in a day. */
const newWorkbench: Door<CreationLimits & { readonly workbenchLimit: RateLimit }> = (
  { operation, context: { exchange } },
  slice,
) => {
  if (operation !== 'createWorkbench' || comesWithKey(exchange, slice)) return null
  const seconds = slice.workbenchLimit.take(exchange.remoteAddress, exchange.at)
  if (seconds === 0) return null
  const description = 'Too many workbenches were opened from this address within a day: use one of them.'
  return errorReply(new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(seconds)]]))
}

const replyTo = (refusal: ProtocolError | null): Reply | null => (refusal === null ? null : errorReply(refusal))

/** Everything that doors need of the container. */
type Slices = ShownSessions &
  PublisherKeys &
  CreationLimits & { readonly workbenchLimit: RateLimit } & Parameters<typeof hostRefusal>[1] &
  Parameters<typeof foreignOriginRefusal>[1] & { readonly ports: Ports }

/** In the documented order of refusals. */
const doors: readonly Door<Slices>[] = [
  knownIssuer,
  ownHost,
  ownOrigin,
  operatorToken,
  apiKey,
  publisher,
  roomToCreate,
  newWorkbench,
]

/** The refusal of the first door that does not let the request pass; `null` if its endpoint may see it. */
export async function refusedAtDoor(arrival: Arrival, slices: Slices): Promise<Reply | null> {
  for (const door of doors) {
    const refusal = await door(arrival, slices)
    if (refusal !== null) return refusal
  }
  return null
}

async function missingIssuer(
  labId: string | undefined,
  { at }: Exchange,
  { ports }: { readonly ports: Ports },
): Promise<string> {
  if (labId === undefined) return 'No issuer configuration has this id: GET /issuers lists them.'
  return (await hasMadeRoom(labId, { at, ports }))
    ? 'This laboratory made room for another one, because all places were taken and no request had touched it for a day: create a session with a new one.'
    : 'No laboratory has this id, or it has ended: create a session with one.'
}

/** The refusal of a body that is too large: checked last, after authentication. */
export function sizeRefusal(exchange: Exchange, entry: ContractEntry): ProtocolError | null {
  if (!exchange.bodyOverflow || entry.bodyBytesMax === 0) return null
  const code = needsApiKey(entry) ? 'body_too_large' : 'payload_too_large'
  return new ProtocolError(code, `The body must not be longer than ${entry.bodyBytesMax} bytes.`)
}

/** Whoever has the admin key creates as much as there is room for: the limit per address is for strangers. */
export const refuseCreation = (exchange: Exchange, container: CreationLimits): Promise<ProtocolError | null> =>
  container.storageBounds.refuseCreation(exchange.remoteAddress, exchange.at, comesWithKey(exchange, container))
