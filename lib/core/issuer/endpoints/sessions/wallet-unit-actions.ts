import { type PlainAnswer, plain } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { Exchange } from '../../../shared/http/exchange'
import { readJsonBody } from '../../../shared/http/read-json'
import { jsonReply } from '../../../shared/http/reply'
import { ProtocolError } from '../../../shared/ports/errors'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { identifierOf } from '../../configurations/issuer-in-play'
import { completeLaboratory } from '../../configurations/laboratory/laboratory-options'
import {
  hostsUnitLists,
  type UnitList,
  unitListSize,
  unitListUri,
} from '../../configurations/laboratory/wallet-unit-lists'
import { laboratoryEnd } from '../../read/laboratory'
import { unrevokedCredentials } from '../../read/status/status-entries'
import { shownEntries, unitEntryDigest } from '../../read/wallet-unit/shown-entries'
import {
  isUnitIndex,
  revokedEntry,
  revokedIndexes,
  unitHistory,
  zWalletUnitChange,
} from '../../read/wallet-unit/wallet-unit-history'
import { unitRevokedEvents } from '../wallet-unit-evidence'
import { requireIssuerSession } from './get-session'

/** Entries that a tester can revoke per session. */
const changesMax = 1000

/**
 * `POST /sessions/{sessionId}/laboratory/wallet-units`: revokes an entry of a hosted list of wallet units, or makes the
 * issuer treat the unit as revoked. Both are final and idempotent. Throws `no_wallet_unit`, `session_ended`,
 * `unknown_index`, `status_final`.
 * @see TS3-2.4.3
 */
export const changeWalletUnit = plain(async (context) => {
  const session = await requireIssuerSession(context)
  const asked = readChange(context.exchange)
  if ('assume' in asked) return assumeRevoked(session, context)
  return 'shown' in asked ? revokeShown(session, asked, context) : changeEntry(session, asked, context)
})

type Change = ReturnType<typeof readChange>

function readChange(exchange: Exchange) {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = zWalletUnitChange.safeParse(body.ok ? body.value : null)
  if (read.success) return read.data
  throw new ProtocolError(
    'invalid_request',
    'Send a JSON object with list (1 or 2), index and status (valid or invalid), with list, shown: true and status: invalid, or with assume: revoked.',
  )
}

/** The events of a session whose issuer has a wallet unit and is served. */
async function eventsOf({ laboratory, sessionId }: IssuanceSession, { exchange, ports }: RequestContext) {
  if (laboratory === undefined || !hostsUnitLists(completeLaboratory(laboratory.options)))
    throw new ProtocolError('no_wallet_unit', 'The issuer of this session has no option wallet_unit.')
  const events = await ports.store.events(sessionId)
  if (laboratoryEnd(laboratory, events) <= exchange.at)
    throw new ProtocolError('session_ended', 'The issuer of this session has ended, and its lists with it.')
  return events
}

/** Revokes an entry. The issuer itself learns of it when it reads the list. */
async function changeEntry(
  session: IssuanceSession,
  { list, index, status }: Extract<Change, { index: unknown }>,
  context: RequestContext,
): Promise<PlainAnswer> {
  const { sessionId } = session
  const events = await eventsOf(session, context)
  if (!isUnitIndex(index))
    throw new ProtocolError('unknown_index', `A list of wallet units has the indexes 0 to ${unitListSize - 1}.`)
  const sealing = { sessionId, ports: context.ports }
  const revoked = revokedIndexes(events, sealing)
  const isRevoked = revoked.some((entry) => entry.list === list && entry.index === index)
  if (isRevoked && status === 'valid') throw new ProtocolError('status_final', 'A revoked wallet unit stays revoked.')
  const answer = { reply: jsonReply(200, { list, index, status }), sessionId }
  if (isRevoked || status === 'valid') return answer
  if (revoked.length >= changesMax)
    throw new ProtocolError('too_many_requests', `A session revokes at most ${changesMax} entries of wallet units.`)
  const used = await isUsed(session, { list, index }, context)
  const detail = revokedEntry({ list, index, used }, revoked.length, sealing)
  return { ...answer, events: [{ type: 'wallet_unit_entry_revoked', detail }] }
}

/**
 * Revokes what the wallet showed of a list. Which indexes these are is kept nowhere, since they identify a wallet: their
 * digests are compared with those of every index, unless all of them are revoked already.
 */
async function revokeShown(
  session: IssuanceSession,
  { list }: Extract<Change, { shown: unknown }>,
  context: RequestContext,
): Promise<PlainAnswer> {
  const { exchange, ports, settings } = context
  const { sessionId } = session
  const events = await eventsOf(session, context)
  const shown = await shownEntries(sessionId, exchange.at, ports)
  const digests = new Set(
    shown.flatMap((entry) => (entry.list === list && entry.ofList === sessionId ? [entry.digest] : [])),
  )
  if (digests.size === 0)
    throw new ProtocolError('unknown_index', 'The wallet of this session has shown no entry of this list.')
  const uri = unitListUri(identifierOf(session, settings.baseUrl), list)
  const sealing = { sessionId, ports }
  const earlier = revokedIndexes(events, sealing)
  const revoked = new Set(earlier.flatMap((entry) => (entry.list === list ? [entry.index] : [])))
  const isShown = (index: number) => digests.has(unitEntryDigest(sessionId, { index, uri }, ports))
  const known = [...revoked].filter(isShown).length
  const found =
    known === digests.size
      ? []
      : Array.from({ length: unitListSize }, (_, index) => index).filter(
          (index) => !revoked.has(index) && isShown(index),
        )
  return {
    reply: jsonReply(200, { list, shown: digests.size, status: 'invalid' }),
    sessionId,
    ...(found.length === 0
      ? {}
      : {
          events: found.map((index, nth) => ({
            type: 'wallet_unit_entry_revoked' as const,
            detail: revokedEntry({ list, index, used: true }, earlier.length + nth, sealing),
          })),
        }),
  }
}

/** Whether the wallet of the session showed this entry. */
async function isUsed(
  session: IssuanceSession,
  { list, index }: { readonly list: UnitList; readonly index: number },
  { ports, settings }: RequestContext,
): Promise<boolean> {
  const uri = unitListUri(identifierOf(session, settings.baseUrl), list)
  const digest = unitEntryDigest(session.sessionId, { index, uri }, ports)
  return (await ports.store.oneTimeValue('wallet_unit_entry', digest)) !== null
}

/** For wallets whose provider we do not run. */
async function assumeRevoked(session: IssuanceSession, context: RequestContext): Promise<PlainAnswer> {
  const { sessionId } = session
  const events = await eventsOf(session, context)
  const credentials = unrevokedCredentials(events)
  const isKnown = unitHistory(events).revoked?.by === 'tester'
  return {
    reply: jsonReply(200, { revoked: credentials }),
    sessionId,
    ...(isKnown && credentials === 0 ? {} : { events: unitRevokedEvents('tester', credentials) }),
  }
}
