import { z } from 'zod'
import { readJsonBody } from '../../shared/http/read-json'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import type { SessionId } from '../../shared/ports/ids'
import { type Reporter, reporterOf, reporters } from '../../shared/ports/reporter'
import type { StoredEvent } from '../../shared/ports/store-types'
import { asksPerson, type DeviationOutcome } from '../deviations/deviation-outcome'
import type { PlainAnswer } from './endpoint'
import type { RequestContext } from './request-context'

/** Who reports. A program that does not say so counts as driver: only a person can claim that a person saw it. */
export const zReporter = z.enum(reporters).default('driver').meta({
  description:
    'Who says so: person if somebody looked at the wallet, driver for a program that ran it, which is taken for the sender where nothing is said. Results name it, and count the two apart.',
})

/** Body of `POST /sessions/{sessionId}/refusal` and `POST /openid4vp/sessions/{sessionId}/refusal`. */
export const zRefusalReport = z
  .looseObject({
    shown: z.enum(['error', 'went_on']).meta({
      description: 'What the wallet showed: error, or went_on if it asked the user or offered to present.',
    }),
    by: zReporter,
  })
  .meta({ id: 'RefusalReport' })

/** Body of `POST /openid4vp/sessions/{sessionId}/refusal`, where a warning may count as a refusal. ARF3-RPRC_21 */
export const zVerifierRefusalReport = z
  .looseObject({
    shown: z.enum(['error', 'went_on', 'warned']).meta({
      description:
        'What the wallet showed: error, went_on if it asked the user or offered to present, or warned if it first warned of the verifier and asked; a test of trust takes that where the wallet may go on then.',
    }),
    by: zReporter,
  })
  .meta({ id: 'PresentationRefusalReport' })

/** What a wallet showed, and who reported it. */
export interface Report<Value extends string> {
  readonly shown: Value
  readonly by: Reporter
}
/** Reportable results of an issuance. */
export type Shown = z.infer<typeof zRefusalReport>['shown']
/** Reportable results of a presentation. */
export type VerifierShown = z.infer<typeof zVerifierRefusalReport>['shown']

/** Reads a report on an issuance. Throws `invalid_request` for an unknown value. */
export const readRefusalReport = (context: RequestContext): Report<Shown> =>
  readBodyOf(context, zRefusalReport, 'error or went_on')

/** Reads a report on a presentation. Throws `invalid_request` for an unknown value. */
export const readVerifierRefusalReport = (context: RequestContext): Report<VerifierShown> =>
  readBodyOf(context, zVerifierRefusalReport, 'error, went_on or warned')

function readBodyOf<Value extends string>(
  { exchange }: RequestContext,
  schema: z.ZodType<Report<Value>>,
  values: string,
): Report<Value> {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = schema.safeParse(body.ok ? body.value : null)
  if (read.success) return { shown: read.data.shown, by: read.data.by }
  const isShown = read.error.issues.every(({ path }) => path[0] === 'by')
  throw new ProtocolError(
    'invalid_request',
    isShown
      ? 'The member by says who tells it: person or driver.'
      : `Send a JSON object with the member shown: ${values}.`,
  )
}

/** How many reports a session accepts; the last one counts. */
const reportsMax = 10

/** The session that a report is about, in which a conformant wallet refuses. */
interface ReportedSession<Value extends string> {
  readonly sessionId: SessionId
  readonly events: readonly StoredEvent[]
  readonly outcome: DeviationOutcome
  /** Whether a report can add anything; derived from the outcome if absent. */
  readonly isAsked?: boolean
  /** The event that records a report. */
  readonly type: 'refusal_reported' | 'vp_refusal_reported'
  /** The name of each outcome in the answer. */
  readonly outcomeNames: Readonly<Record<Value, string>>
  /** The message for a session in which the wallet already showed its reaction. */
  readonly decided: string
}

/**
 * Records a report. Repeating the last one changes nothing. Throws `refusal_decided` if the wallet itself already
 * showed its reaction, or after too many reports.
 */
export function recordReport<Value extends string>(
  { shown, by }: Report<Value>,
  session: ReportedSession<Value>,
): PlainAnswer {
  const { sessionId, events, outcome, isAsked = asksPerson(outcome), type, outcomeNames, decided } = session
  if (!isAsked) throw new ProtocolError('refusal_decided', decided)
  const reports = events.filter((event) => event.type === type)
  const reply = jsonReply(200, { shown, outcome: outcomeNames[shown], by })
  if (isRepeated(reports.at(-1), { shown, by })) return { reply }
  if (reports.length >= reportsMax)
    throw new ProtocolError('refusal_decided', 'What the wallet showed has been reported too often for this session.')
  return { reply, sessionId, events: [{ type, detail: { shown, by } }] }
}

/** True if a report repeats the last one, from the same kind of reporter. */
export const isRepeated = (last: StoredEvent | undefined, { shown, by }: Report<string>): boolean =>
  last !== undefined && last.detail.shown === shown && reporterOf(last) === by
