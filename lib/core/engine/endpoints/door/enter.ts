import type { Exchange, Reply } from '../../../shared/http/exchange'
import { noWallet } from '../../../shared/http/not-a-wallet'
import { readParameters } from '../../../shared/http/read-form'
import { jsonReply, textReply } from '../../../shared/http/reply'
import { digestOf } from '../../../shared/ports/digests'
import { errorStatus, invariant, isProtocolError, ProtocolError } from '../../../shared/ports/errors'
import type { OneTimeValue, Session } from '../../../shared/ports/store-types'
import type { Workbench } from '../../../shared/ports/workbench'
import { addSeconds, epochMillis } from '../../../shared/time/time'
import { utf8 } from '../../../shared/values/base64url'
import type { JsonObject } from '../../../shared/values/json'
import { scanned } from '../../sessions/door'
import { keptUntil } from '../../sessions/session-trust'
import { isOfAnotherCode } from '../../sessions/workbench'
import type { Made } from '../collaborators'
import type { DecidedEffect } from '../decided'
import type { Decision, PlainAnswer } from '../endpoint'
import { digestRow } from '../one-time'
import type { AtDoor, RequestContext } from '../request-context'
import { turnOf } from './turn'

/** What is behind a door of this kind. */
export interface Entered<Kind extends Session['kind']> extends AtDoor {
  readonly session: SessionOf<Kind>
}

/** What a request at a door leads to: a session, or an answer without one. */
export type Entry<Found> = Found | { readonly answer: Reply }

/** What was found of a request that got no answer without a session. */
export function entered<Found extends object>(entry: Entry<Found>): Found {
  invariant(!('answer' in entry), 'A request without a session is not judged.')
  return entry
}

type SessionOf<Kind extends Session['kind']> = Extract<Session, { readonly kind: Kind }>

interface Wing<Kind extends Session['kind']> {
  readonly kind: Kind
  /** Makes a session from a request for one. Throws ProtocolError. */
  readonly start: (context: RequestContext, made: Made) => Promise<PlainAnswer>
  /** Members that a session of a door always has. */
  readonly always: JsonObject
}

/**
 * Lets a request through a door: continues the newest session of its client or makes a new one, which the decision about
 * the request writes together with its evidence. Throws StoreUnavailable only.
 */
export async function enter<Kind extends Session['kind']>(
  wing: Wing<Kind>,
  context: RequestContext,
): Promise<Entry<Entered<Kind>>> {
  try {
    const { exchange, params, ports } = context
    if (noWallet(exchange) !== null) return { answer: forAWallet }
    const doorDigest = digestOf(params.doorId ?? '', ports.sha256)
    const workbench = await ports.store.workbench('doorDigest', doorDigest)
    if (workbench === null || workbench.expiresAt <= exchange.at)
      throw new ProtocolError('workbench_not_found', 'This code has ended: open a new workbench.')
    return await takeTurn(wing, workbench, context)
  } catch (error) {
    if (!isProtocolError(error)) throw error
    const { code, description, members, headers } = error
    const body = { error: code, error_description: description, ...members }
    return { answer: jsonReply(errorStatus[code], body, headers) }
  }
}

async function takeTurn<Kind extends Session['kind']>(
  { kind, start, always }: Wing<Kind>,
  workbench: Workbench,
  context: RequestContext,
): Promise<Entry<Entered<Kind>>> {
  const { exchange, ports, client } = context
  const { store } = ports
  const run = runOf(exchange)
  const ofCampaign = await context.collaborators.campaignAtDoor(kind, workbench, context)
  if (ofCampaign?.session.kind === kind) return { ...ofCampaign, session: ofCampaign.session as SessionOf<Kind> }
  const settings = digestOf(JSON.stringify(workbench[kind]), ports.sha256)
  const key = ['door', workbench.digest, kind, run === null ? `client ${client}` : `run ${run}`].join(' ')
  const owner = digestOf(key, ports.sha256)
  const last = run === null ? await newestTurn(owner, context) : await store.oneTimeValue('door_turn', owner)
  const session = last?.sessionId == null ? null : await store.session(last.sessionId)
  const newest = session?.kind === kind ? (session as SessionOf<Kind>) : null
  if (newest !== null && last !== null) {
    const [events, exchanges] = await Promise.all([store.events(newest.sessionId), store.exchanges(newest.sessionId)])
    const { createdAt, expiresAt } = newest
    const made = { createdAt, expiresAt, settings: String(last.data.settings ?? ''), events, exchanges }
    if (turnOf(made, { run, settings, now: exchange.at }) === 'continue') return { session: newest, made: null }
  }
  await refuseBeyondLimits(workbench, context)
  const answer = await start(asRequest({ ...workbench[kind], ...always }, context), {
    workbench: workbench.digest,
    startedBy: run === null ? scanned : `run ${run}`.slice(0, startedByMax),
    clientId: workbench.code.clientId,
  })
  const { session: made, events = [], effects = [] } = answer
  invariant(made?.kind === kind, 'A request for a session makes one of its kind.')
  if (isOfAnotherCode(workbench, made))
    throw new ProtocolError(
      'workbench_not_found',
      'This code has ended: scan the new one on the page of its workbench.',
    )
  const turn = Number(last?.data.turn ?? 0) + 1
  const granted: OneTimeValue = digestRow(context, {
    kind: 'door_turn',
    digest: run === null ? digestOf(`${owner} after ${last?.digest ?? 'none'}`, ports.sha256) : owner,
    parent: owner,
    sessionId: made.sessionId,
    expiresAt: keptUntil(exchange.at, context.settings.retentionDays),
    data: { settings, turn },
  })
  const turnTaken: DecidedEffect = { type: 'grant', secret: null, value: granted }
  return { session: made as SessionOf<Kind>, made: { events, effects: [...effects, turnTaken] } }
}

const startedByMax = 40

/**
 * The newest turn of a client. Of several with the same expiry, which were made in the same millisecond, the last one
 * counts.
 */
async function newestTurn(owner: string, { ports }: RequestContext): Promise<OneTimeValue | null> {
  const turns = await ports.store.liveValues({ kinds: ['door_turn'], parent: owner, at: epochMillis(0), max: 5 })
  const [first] = turns
  const same = turns.filter(({ expiresAt }) => expiresAt === first?.expiresAt)
  return same.toSorted((one, other) => Number(other.data.turn) - Number(one.data.turn))[0] ?? null
}

/** The value of `run`, which ends the doubt whether two fetches are of one wallet; `null` without one. Throws ProtocolError. */
function runOf({ query }: Exchange): string | null {
  const { pairs } = readParameters(query ?? '')
  const values = pairs.filter(([name]) => name === 'run').map(([, value]) => value)
  const [run] = values
  if (run === undefined) return null
  if (values.length === 1 && /^[A-Za-z0-9._~-]{1,64}$/.test(run)) return run
  throw new ProtocolError(
    'invalid_request',
    'The parameter run takes 1 to 64 letters, digits, hyphens, dots, underscores or tildes, once.',
  )
}

/** How many sessions a workbench gets within a time. */
const limits = [
  { sessions: 30, seconds: 60, words: 'a minute' },
  { sessions: 2000, seconds: 86_400, words: 'a day' },
] as const

/** Throws ProtocolError with `Retry-After` where a workbench got too many sessions. */
async function refuseBeyondLimits(
  { digest, lastNumber }: Workbench,
  { exchange, ports }: RequestContext,
): Promise<void> {
  for (const { sessions, seconds, words } of limits) {
    if (lastNumber < sessions) continue
    const after = lastNumber - sessions
    const [oldest] = await ports.store.workbenchSessions({ workbench: digest, after, order: 'oldest', max: 1 })
    if (oldest?.number !== after + 1) continue
    const wait = Math.ceil((addSeconds(oldest.createdAt, seconds) - exchange.at) / 1000)
    if (wait <= 0) continue
    throw new ProtocolError(
      'too_many_requests',
      `A workbench gets at most ${sessions} sessions ${words}: wait a little.`,
      {},
      [['Retry-After', String(wait)]],
    )
  }
}

/** The request for a session that a fetch stands for. */
const asRequest = (body: JsonObject, context: RequestContext): RequestContext => {
  const bytes = utf8(JSON.stringify(body))
  return {
    ...context,
    exchange: {
      ...context.exchange,
      method: 'POST',
      query: null,
      headers: [['Content-Type', 'application/json']],
      body: bytes,
      bodyBytes: bytes.length,
      bodyOverflow: false,
    },
  }
}

const forAWallet = textReply(
  200,
  'text/html; charset=utf-8',
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>This address is for a wallet</title>
<h1>This address is for a wallet</h1>
<p>Scan its code with a wallet. Opening it in a browser starts nothing.</p>
</html>
`,
)

/** What was decided about a request at a door, with the session that it made and the session's own address of the document. */
export function withMade(decision: Decision, { session, made }: Entered<Session['kind']>, address: string): Decision {
  const located = (reply: Reply): Reply =>
    reply.status === 200 ? { ...reply, headers: [...reply.headers, ['Content-Location', address]] } : reply
  const { deviating, reply, ...rest } = decision
  const events = (own: Decision['events']) => [...(made?.events ?? []), ...own]
  const effects = (own: Decision['effects']) => [...(made?.effects ?? []), ...own]
  return {
    ...rest,
    reply: located(reply),
    ...(made === null ? {} : { session }),
    events: events(decision.events),
    effects: effects(decision.effects),
    ...(deviating === undefined
      ? {}
      : {
          deviating: {
            ...deviating,
            reply: located(deviating.reply),
            ...(deviating.events === undefined ? {} : { events: events(deviating.events) }),
            ...(deviating.effects === undefined ? {} : { effects: effects(deviating.effects) }),
          },
        }),
  }
}

/** An answer without a session. */
export const answerAlone = (reply: Reply): Decision => ({ reply, sessionId: null, events: [], effects: [] })
