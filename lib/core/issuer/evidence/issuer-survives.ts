import { relevant, type Survivor, type SurvivorKind } from '../../engine/evidence/next-step'
import { sessionEnd } from '../../engine/sessions/session-end'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { issuerIdOf } from '../../shared/ports/laboratory'
import type { OneTimeKind, OneTimeValue, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { cNonceTtlSeconds, txCodeAttemptsMax } from '../../shared/time/durations'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { isObject } from '../../shared/values/json'
import { transactionsOf } from '../read/deferred/transaction'
import { codeId } from '../read/oauth/authorization'
import { isKeptBack, isNotificationKeptBack } from './changed-steps'

/** What a stored value is to a wallet. Other kinds give it nothing to use. */
const kinds: Readonly<Partial<Record<OneTimeKind, { readonly kind: SurvivorKind; readonly name: string }>>> = {
  issuer_state: { kind: 'offer', name: 'offer' },
  pre_authorized_code: { kind: 'code', name: 'pre-authorized code' },
  request_uri: { kind: 'request_uri', name: 'request_uri' },
  authorization_code: { kind: 'code', name: 'authorization code' },
  access_token: { kind: 'access_token', name: 'access token' },
  refresh_token: { kind: 'refresh_token', name: 'refresh token' },
  c_nonce: { kind: 'c_nonce', name: 'c_nonce' },
}

/**
 * What a session gave its wallet and what became of it: the values of a refused request first, then what else lives.
 * Folded from storage: the rows of values, and the events and exchanges that made or ended them.
 * @param refused the refused request; `null` lists the values of the session
 */
export function survives(
  evidence: IssuanceEvidence,
  refused: Pick<StoredExchange, 'id'> | null,
  now: EpochMillis,
): readonly Survivor[] {
  const { session, events, exchanges, rows = [] } = evidence
  const carried = carriedBy(refused, events)
  const own = issuerIdOf(session)
  const isForeign = ({ kind, issuerId }: OneTimeValue): boolean => kind === 'c_nonce' && issuerId !== own
  const found: Survivor[] = [
    ...rows
      .filter((row) => wasGiven(row, exchanges) && !isForeign(row) && reached(row, { evidence, carried }))
      .flatMap((row) => fromRow(row, { evidence, carried, now })),
    ...(carried.c_nonce === null || rows.some((row) => isForeign(row) && row.digest === carried.c_nonce)
      ? [foreignNonce]
      : []),
    ...noncesFetched(evidence, now),
    ...transactions(evidence, carried, now),
    ...notificationId(evidence, now),
  ]
  // The offer of this grant is its code.
  if (session.flow === 'pre_authorized_code')
    found.push(
      ...found.filter(({ kind }) => kind === 'code').map((one): Survivor => ({ ...one, kind: 'offer', name: 'offer' })),
    )
  const order = [...new Set(found.map(({ kind }) => kind))]
  return order
    .flatMap((wanted) => relevant(found.filter(({ kind }) => kind === wanted).sort(newestFirst)))
    .sort((a, b) => Number(b.carried) - Number(a.carried))
}

const newestFirst = (a: Survivor, b: Survivor): number =>
  Number(b.lives) - Number(a.lives) || (b.until ?? b.endedAt ?? 0) - (a.until ?? a.endedAt ?? 0)

/** Digests of the values in a refused request; `null` for one that this issuer did not give. */
type Carried = Readonly<Record<string, string | null>>

/** Events of earlier versions name no values. */
function carriedBy(refused: Pick<StoredExchange, 'id'> | null, events: readonly StoredEvent[]): Carried {
  const found =
    refused && events.find(({ exchangeId, detail }) => exchangeId === refused.id && isObject(detail.carried))
  const sent = found?.detail.carried
  return isObject(sent) ? (sent as Carried) : {}
}

/** Members of a response that give these values. */
const members: Readonly<Partial<Record<OneTimeKind, string>>> = {
  access_token: 'access_token',
  refresh_token: 'refresh_token',
  c_nonce: 'c_nonce',
}

/** False for a value whose place was changed on purpose, unless the wallet sent it all the same. */
const reached = (
  row: OneTimeValue,
  { evidence, carried }: { readonly evidence: IssuanceEvidence; readonly carried: Carried },
): boolean => carried[kinds[row.kind]?.kind ?? 'transaction'] === row.digest || !isKeptBack(row, evidence)

/** False for a value that a response kept back on purpose, as its record shows. */
function wasGiven({ kind, exchangeId }: OneTimeValue, exchanges: readonly StoredExchange[]): boolean {
  const member = members[kind]
  const body = exchanges.find(({ id }) => id === exchangeId)?.response.body
  return member === undefined || !isObject(body) || member in body || body.redacted === true
}

function fromRow(
  row: OneTimeValue,
  {
    evidence,
    carried,
    now,
  }: { readonly evidence: IssuanceEvidence; readonly carried: Carried; readonly now: EpochMillis },
): Survivor[] {
  const known = kinds[row.kind]
  if (known === undefined) return []
  const { revokedAt, consumedAt, expiresAt, digest } = row
  const head = { ...known, carried: carried[known.kind] === digest }
  const attempts = row.kind === 'pre_authorized_code' ? attemptsLeft(row, evidence) : {}
  if (consumedAt !== null) {
    const { by, refused } = userOf(row, evidence)
    return [{ ...head, lives: false, until: null, ended: refused ? 'refused_use' : 'used', endedAt: consumedAt, by }]
  }
  if (revokedAt !== null)
    return [{ ...head, lives: false, until: null, ended: 'revoked', endedAt: revokedAt, by: revokerOf(evidence) }]
  if (expiresAt <= now) return [{ ...head, lives: false, until: null, ended: 'expired', endedAt: expiresAt, by: null }]
  return [{ ...head, lives: true, until: expiresAt, ended: null, endedAt: null, by: null, ...attempts }]
}

/** Wrong transaction codes count against the code of their offer; those of the first offer do not name it. */
function attemptsLeft(row: OneTimeValue, { session, events }: IssuanceEvidence): Pick<Survivor, 'more'> {
  if (!session.options.tx_code) return {}
  const named = row.data.offer === undefined ? null : codeId(row)
  const wrong = events.filter(
    ({ type, detail }) =>
      type === 'token_rejected' && detail.wrong_tx_code === true && (detail.code_id ?? null) === named,
  ).length
  return wrong === 0 ? {} : { more: `Attempts left: ${Math.max(0, txCodeAttemptsMax - wrong)}.` }
}

/** The exchange that used a value up, and whether it was refused. */
function userOf(row: OneTimeValue, { events, rows = [] }: IssuanceEvidence): { by: string | null; refused: boolean } {
  // What a value was exchanged for names it as its parent.
  const child = rows.findLast(
    ({ parent, kind, exchangeId }) =>
      parent === row.digest && exchangeId !== null && (kind === 'authorization_code' || kind === 'access_token'),
  )
  const name = codeId(row)
  const made = events.find(
    ({ type, detail }) =>
      (type === 'token_issued' && detail.code_id === name) ||
      (type === 'token_refreshed' && detail.replaced_token_id === name),
  )
  const success = made?.exchangeId ?? child?.exchangeId ?? null
  if (success !== null) return { by: success, refused: false }
  const kind = kinds[row.kind]?.kind ?? ''
  // The first refused request after which the code was of no use.
  const spender = events.find(
    ({ type, detail }) =>
      type === 'token_rejected' &&
      isObject(detail.carried) &&
      detail.carried[kind] === row.digest &&
      detail.code_usable_until === null,
  )
  if (spender !== undefined) return { by: spender.exchangeId, refused: true }
  const at = row.consumedAt ?? 0
  const given =
    row.kind === 'c_nonce' ? events.findLast((event) => givesCredential(event) && event.at <= at) : undefined
  return { by: given?.exchangeId ?? null, refused: false }
}

const givesCredential = ({ type }: StoredEvent): boolean =>
  type === 'credential_issued' || type === 'credential_deferred'

/** The exchange in which a code or a refresh token came again, which revokes all tokens. */
const revokerOf = ({ events }: IssuanceEvidence): string | null =>
  events.findLast(({ type }) => type === 'authorization_code_replayed' || type === 'refresh_token_replayed')
    ?.exchangeId ?? null

const foreignNonce: Survivor = {
  kind: 'c_nonce',
  name: 'c_nonce',
  lives: false,
  until: null,
  ended: null,
  endedAt: null,
  by: null,
  carried: true,
}

/**
 * Nonces that the wallet fetched and has not used: the nonce endpoint gave them without knowing the session. A nonce
 * counts as used once a credential request succeeded after it.
 */
function noncesFetched({ events, exchanges, rows = [] }: IssuanceEvidence, now: EpochMillis): Survivor[] {
  const stored = new Set(rows.map(({ kind, exchangeId }) => (kind === 'c_nonce' ? exchangeId : null)))
  const last = events.findLast(givesCredential)?.at ?? 0
  return exchanges
    .filter(
      ({ id, at, operation, response }) =>
        operation === 'requestNonce' &&
        response.status === 200 &&
        isObject(response.body) &&
        'c_nonce' in response.body &&
        !stored.has(id) &&
        at >= last,
    )
    .map(({ at }): Survivor => {
      const end = addSeconds(at, cNonceTtlSeconds)
      const lives = end > now
      return {
        ...foreignNonce,
        carried: false,
        lives,
        until: lives ? end : null,
        ended: lives ? null : 'expired',
        endedAt: lives ? null : end,
      }
    })
}

/** `transaction_id`s: issued ones are used up, denied and lost ones of no use. */
function transactions(evidence: IssuanceEvidence, carried: Carried, now: EpochMillis): Survivor[] {
  const { events, rows = [] } = evidence
  return transactionsOf(events).flatMap(({ digest, state }): Survivor | [] => {
    const row = rows.find((one) => one.kind === 'transaction_id' && one.digest === digest)
    if (row !== undefined && !reached(row, { evidence, carried })) return []
    const told = events.findLast(
      ({ type, detail }) => type === 'deferred_polled' && detail.transaction === digest && detail.result === state,
    )
    const head = { kind: 'transaction', name: 'transaction_id', carried: carried.transaction === digest } as const
    const end = { issued: 'used', denied: 'refused_use', lost: 'revoked' } as const
    if (state === 'issued' || state === 'denied' || state === 'lost')
      return {
        ...head,
        lives: false,
        until: null,
        ended: end[state],
        endedAt: told?.at ?? null,
        by: told?.exchangeId ?? null,
      }
    const expired = row !== undefined && row.expiresAt <= now
    return {
      ...head,
      lives: !expired,
      until: expired ? null : (row?.expiresAt ?? null),
      ended: expired ? 'expired' : null,
      endedAt: expired ? row.expiresAt : null,
      by: null,
    }
  })
}

/** A `notification_id` is accepted as long as the session is open; it is derived, and never stored. */
function notificationId({ session, events }: IssuanceEvidence, now: EpochMillis): Survivor[] {
  if (!events.some(({ type, detail }) => type === 'credential_issued' && detail.notification === true)) return []
  if (isNotificationKeptBack({ events })) return []
  const end = sessionEnd(session, events)
  const lives = end > now
  return [
    {
      kind: 'notification_id',
      name: 'notification_id',
      lives,
      until: lives ? end : null,
      ended: lives ? null : 'expired',
      endedAt: lives ? null : end,
      by: null,
      carried: false,
    },
  ]
}
