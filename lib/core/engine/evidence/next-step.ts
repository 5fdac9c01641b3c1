import type { Finding } from '../../shared/ports/finding'
import type { StoredExchange } from '../../shared/ports/store-types'
import { type EpochMillis, toIso } from '../../shared/time/time'
import { clockTime } from './clock-time'
import type { NextStep, SessionCause, SurvivorView, survivorEnds, survivorKinds } from './z-session-view'

export type SurvivorKind = (typeof survivorKinds)[number]

type SurvivorEnd = (typeof survivorEnds)[number]

/** A value that a session gave a wallet, and what became of it. */
export interface Survivor {
  readonly kind: SurvivorKind
  /** Its name in a sentence, without an article. */
  readonly name: string
  readonly lives: boolean
  /** Until when it lives; `null` for one that ended. */
  readonly until: EpochMillis | null
  /** `null` for one that lives, and for one that this issuer did not give. */
  readonly ended: SurvivorEnd | null
  readonly endedAt: EpochMillis | null
  /** The exchange that ended it, where one did. */
  readonly by: string | null
  /** True if the refused request carried it. */
  readonly carried: boolean
  /** A further sentence about it. */
  readonly more?: string
}

/** A request that was refused, as far as the next step depends on it. */
export interface RefusedRequest {
  /** The operation that it was meant for; `null` if method, address and body tell none. */
  readonly operation: string | null
  /** The request in a sentence, without an article. */
  readonly what: string
  /** The values that it needs to be accepted. */
  readonly needs: readonly SurvivorKind[]
  /** How to send it again, as a sentence. */
  readonly again: string
}

/** Steps of a flow that begin with a value that lives, and what is needed where nothing does. */
export interface FlowSteps {
  /** In the order of the table; the first whose value lives is taken. */
  readonly from: readonly {
    readonly kind: SurvivorKind
    readonly operation: string
    readonly do: string
    /** Values that must have ended for this step. */
    readonly without?: SurvivorKind
    /** Only after requests that need this value. */
    readonly wanting?: SurvivorKind
  }[]
  readonly anew: string
}

/**
 * The next step after a refused request, from what lives: the first row that holds. A value that the request did not
 * carry, or that could not be read, counts by what the session has of its kind.
 */
export function nextStepFrom(refused: RefusedRequest, survivors: readonly Survivor[], flow: FlowSteps): NextStep {
  const { operation, needs, again } = refused
  const own = needs.flatMap((kind) => ofRequest(survivors, kind))
  const lacks = (kind: SurvivorKind): boolean => !ofRequest(survivors, kind).some(({ lives }) => lives)
  const survives = toView(survivors)
  const missing = needs.filter(lacks)
  if (operation !== null && missing.length === 0)
    return { do: again, because: sentences(own.filter(({ lives }) => lives)), operation, survives }
  const dead = missing.flatMap((kind): readonly (Survivor | SurvivorKind)[] => {
    const found = ofRequest(survivors, kind)
    return found.length > 0 ? found : [kind]
  })
  for (const row of flow.from) {
    const value = survivors.find(({ kind, lives }) => kind === row.kind && lives)
    const holds =
      value !== undefined &&
      (row.wanting === undefined || missing.includes(row.wanting)) &&
      (row.without === undefined || !survivors.some(({ kind, lives }) => kind === row.without && lives))
    if (holds) return { do: row.do, because: sentences([...dead, value]), operation: row.operation, survives }
  }
  const ended = survivors.filter((one) => !(dead.includes(one) || one.lives))
  return { do: flow.anew, because: sentences([...dead, ...ended]), operation: null, survives }
}

/** The values of a kind that the request carried; those of the session where it carried none. */
function ofRequest(survivors: readonly Survivor[], wanted: SurvivorKind): readonly Survivor[] {
  const found = survivors.filter(({ kind }) => kind === wanted)
  const carried = found.filter((one) => one.carried)
  return carried.length > 0 ? carried : found.slice(0, 1)
}

/** At most this many sentences say why. */
const sentencesMax = 3

/** Why, from the list alone; a kind stands for a value that the session does not have. */
function sentences(about: readonly (Survivor | SurvivorKind)[]): string {
  const said = [...new Set(about.map((one) => (typeof one === 'string' ? absent(one) : sentenceOf(one))))]
  return said.length === 0 ? 'The request needs no value that can be used up.' : said.slice(0, sentencesMax).join(' ')
}

const kindNames: Readonly<Record<SurvivorKind, string>> = {
  offer: 'offer',
  request_uri: 'request_uri',
  code: 'code',
  access_token: 'access token',
  refresh_token: 'refresh token',
  c_nonce: 'c_nonce',
  transaction: 'transaction_id',
  notification_id: 'notification_id',
  presentation_request: 'request',
}

const absent = (kind: SurvivorKind): string => `No ${kindNames[kind]} of this session is valid.`

function sentenceOf({ name, lives, until, ended, endedAt, more }: Survivor): string {
  const at = endedAt === null ? '' : ` at ${clockTime(endedAt)}`
  if (lives)
    return [`The ${name} is valid${until === null ? '' : ` until ${clockTime(until)}`}.`, ...(more ? [more] : [])].join(
      ' ',
    )
  switch (ended) {
    case 'used':
      return `The ${name} was used up${at}.`
    case 'refused_use':
      return `The ${name} was used up${at} by a request that was refused.`
    case 'expired':
      return `The ${name} expired${at}.`
    case 'revoked':
      return `The ${name} was revoked${at}.`
    case null:
      return `The ${name} of the refused request is none that this issuer gave.`
  }
}

const toView = (survivors: readonly Survivor[]): readonly SurvivorView[] =>
  survivors.map(({ kind, lives, until, ended, endedAt, by }) => ({
    kind,
    lives,
    until: until === null ? null : toIso(until),
    ended,
    ended_at: endedAt === null ? null : toIso(endedAt),
    by,
  }))

/** Header fields of a refusal that hand out what the request lacked. */
const challenges: Readonly<Record<string, string>> = {
  'dpop-nonce': 'the DPoP nonce of the response',
  'oauth-client-attestation-challenge': 'the challenge of the response',
}

/** Checks that say only that nothing took a request; what failed beside them says why. */
const general: readonly string[] = ['vci.transport.served', 'vp.transport.served']

/** The fix of what refused a request. */
function fixIn(findings: readonly Finding[]): string | null {
  const refusing = findings.find(({ rejected }) => rejected)
  if (refusing === undefined || !general.includes(refusing.id)) return refusing?.hint ?? null
  return findings.find(({ status, rejected }) => status === 'fail' && !rejected)?.hint ?? refusing.hint
}

/**
 * How to send a refused request again: after the fix of what was wrong, or with the challenge that its response handed
 * out.
 */
export function againAfter(
  what: string,
  { id, response, findings }: Pick<StoredExchange, 'id' | 'response'> & { readonly findings: readonly Finding[] },
  cause: Pick<SessionCause, 'exchange_id' | 'fix' | 'acts'> | null,
): string {
  const challenge = Object.keys(response.headers).find((name) => Object.hasOwn(challenges, name.toLowerCase()))
  if (challenge !== undefined) return `Send the ${what} again with ${challenges[challenge.toLowerCase()]}.`
  const isToldHere = cause?.exchange_id === id
  // What someone else has to change, no request mends.
  if (isToldHere && cause.acts !== 'wallet') return `Send the ${what} again once that is done.`
  const fix = isToldHere ? cause.fix : fixIn(findings)
  return fix === null
    ? `Correct the ${what} and send it again.`
    : `${/[.!?]$/.test(fix) ? fix : `${fix}.`} Then send the ${what} again.`
}

/** What to do next where the fix is told right beside it: the fix is not said twice. */
export function doBesideFix({ do: what }: Pick<NextStep, 'do'>, cause: Pick<SessionCause, 'fix'> | null): string {
  const sent = /Then send the ([^.]{0,80}) again\.$/.exec(what)?.[1]
  return sent !== undefined && typeof cause?.fix === 'string' && what.startsWith(cause.fix)
    ? `Correct the ${sent} and send it again.`
    : what
}

/**
 * Of the values of one kind, those that a next step depends on: what the request carried, and the newest that lives
 * beside it, or the newest that ended where it carried none.
 * @param found newest first
 */
export function relevant(found: readonly Survivor[]): readonly Survivor[] {
  const carried = found.filter((one) => one.carried)
  if (carried.some(({ lives }) => lives)) return carried
  const living = found.find(({ lives, carried: isCarried }) => lives && !isCarried)
  if (living !== undefined) return [...carried, living]
  return carried.length > 0 ? carried : found.slice(0, 1)
}

/**
 * The refused request that a session stands at; `null` if none was refused, or the wallet has gone on since. A refused
 * request of the flow is over with the next success of the flow; any other one with the next success at all.
 * @param exchanges of the wallet, oldest first
 */
export function standingRefusal<Of>(
  exchanges: readonly Of[],
  {
    isRefused,
    isOfFlow,
    hasEndpoint,
  }: {
    readonly isRefused: (exchange: Of) => boolean
    readonly isOfFlow: (exchange: Of) => boolean
    readonly hasEndpoint: (exchange: Of) => boolean
  },
): Of | null {
  const ofFlow = exchanges.findLast(isOfFlow)
  if (ofFlow !== undefined && isRefused(ofFlow)) return ofFlow
  const last = exchanges.findLast((one) => hasEndpoint(one) || isRefused(one))
  return last !== undefined && isRefused(last) ? last : null
}
