import { jsonReply, textReply } from '../../shared/http/reply'
import { packStatuses, statusValues } from '../../shared/status/status-bits'
import { statusListJwt, statusListTypes } from '../../shared/status/status-list-token'
import { addSeconds } from '../../shared/time/time'
import type { IssuerContext } from '../configurations/issuer-in-play'
import {
  hostsUnitLists,
  type UnitList,
  unitListOf,
  unitListSize,
  unitListTtlSeconds,
  unitListUri,
} from '../configurations/laboratory/wallet-unit-lists'
import { revokedIndexes } from '../read/wallet-unit/wallet-unit-history'
import { judgedByIssuer } from './issuer-endpoint'

const daySeconds = 86_400

/** The list in the path with its revoked entries; `null` if the issuer has none there. */
type UnitListReading = { readonly list: UnitList; readonly revoked: readonly number[] } | null

/** Reads of these public lists judge nobody and leave no record. */
const unrecorded = {
  sessionId: null,
  events: [],
  effects: [],
  firstRequests: { kind: 'wallet-units', onRecord: 0, max: 0 },
}

/**
 * `GET /lab/{labId}/wallet-units/{walletUnitListId}`: the status list that attestations of wallets without a provider can
 * refer to. Any index may be used; who revokes one is the tester.
 * @see TS3-2.5.1, TSL14-5.1
 */
export const unitListEndpoint = judgedByIssuer<UnitListReading>({
  async read({ issuer, params, ports }) {
    const list = unitListOf(params.walletUnitListId)
    if (list === null || issuer.session === null || !hostsUnitLists(issuer.options)) return null
    const { sessionId } = issuer.session
    const entries = revokedIndexes(await ports.store.events(sessionId), { sessionId, ports })
    return { list, revoked: entries.filter((entry) => entry.list === list).map(({ index }) => index) }
  },
  checks: () => [],
  decide: (reading, _findings, context) => ({
    ...unrecorded,
    reply: reading === null ? notFound : textReply(200, statusListTypes.jwt, unitList(reading, context)),
  }),
})

const unitList = (
  { list, revoked }: NonNullable<UnitListReading>,
  { exchange, issuer, ports }: IssuerContext,
): string => {
  const bytes = packStatuses(
    revoked.map((index) => [index, statusValues.invalid] as const),
    { bits: 1, size: unitListSize },
  )
  return statusListJwt(
    {
      uri: unitListUri(issuer.identifier, list),
      issuedAt: exchange.at,
      expiresAt: addSeconds(exchange.at, daySeconds),
      ttlSeconds: unitListTtlSeconds,
      bits: 1,
      compressed: ports.zlib.deflate(bytes),
    },
    issuer.keys.credential,
  )
}

const notFound = jsonReply(404, {
  error: 'status_not_found',
  error_description: 'This issuer hosts no list of wallet units here.',
})
