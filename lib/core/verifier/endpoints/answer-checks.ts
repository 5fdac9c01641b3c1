import type { Check } from '../../engine/checks/check'
import { type BoundCheck, bind, bindSubject, recordProfile, withoutJudging } from '../../engine/checks/evaluate'
import { type DcApiProtocol, dcApiProtocols } from '../../ground/ports/dc-api'
import { answerChecks, closingChecks, presentedChecks } from '../checks'
import { annexCChecks } from '../checks/annexc'
import { browserAnswerChecks, browserDoor, browserPresentedChecks, browserShapeChecks } from '../checks/dcapi'
import { responseGateChecks } from '../checks/response'
import { isIdleInBrowser } from '../judgements/subjects'
import type { PresentedSubject, ResponseReading } from '../read/response/response-reading'
import type { asksBack } from './asked-back'

/** What an endpoint for answers read. */
export interface MayHoldAnswer {
  /** `null` where no answer could be read. */
  readonly response: ResponseReading | null
}

/** An answer that was read for a session that takes one. */
export interface ReadAnswer extends MayHoldAnswer {
  readonly kind: 'answer'
  readonly response: ResponseReading
  readonly checks: readonly BoundCheck<MayHoldAnswer>[]
  readonly asksBack: Awaited<ReturnType<typeof asksBack>>
}

const responseOf = ({ response }: MayHoldAnswer): ResponseReading | null => response

/** The checks of answers that come one way, see `ofLink` and `ofBrowser`. */
interface ChecksOfWay {
  readonly gate: readonly BoundCheck<MayHoldAnswer>[]
  /** Of the whole answer, in the order in which a refusal is chosen. */
  readonly whole: readonly BoundCheck<MayHoldAnswer>[]
  /** Of each presentation in it. */
  readonly presented: readonly Check<PresentedSubject>[]
  /** Of all presentations together. */
  readonly last: readonly BoundCheck<MayHoldAnswer>[]
}

const gate = bind(responseGateChecks, responseOf)

const ofLink: ChecksOfWay = {
  gate,
  whole: bind(answerChecks, responseOf),
  presented: presentedChecks,
  last: bind(closingChecks, responseOf),
}

/** Checks of an answer through a browser that its protocol has a use for, and what only such an answer can break. OID4VP-1FINALA-A.4 */
function ofBrowser(protocol: DcApiProtocol): ChecksOfWay {
  const applies = ({ id }: Pick<Check<never>, 'id'>) => !isIdleInBrowser(id, protocol)
  return {
    gate,
    whole: [
      ...bind(browserShapeChecks, responseOf),
      ...bind([browserDoor.answered_in_browser], () => ({ door: 'browser' as const })),
      ...(protocol === 'org-iso-mdoc' ? bind(annexCChecks, responseOf) : []),
      ...bind(answerChecks.filter(applies), responseOf),
      ...bind(browserAnswerChecks, responseOf),
    ],
    presented: [...presentedChecks, ...browserPresentedChecks].filter(applies),
    last: bind(closingChecks.filter(applies), responseOf),
  }
}

/** What `data` is has to be known before anything in it is judged. */
const shapeAlone = bind(browserShapeChecks, responseOf)

const waysOfBrowser = new Map(dcApiProtocols.map((protocol) => [protocol, ofBrowser(protocol)]))

const wayOf = ({ browser }: ResponseReading): ChecksOfWay =>
  (browser === undefined ? undefined : waysOfBrowser.get(browser.entry.protocol)) ?? ofLink

/** All checks of an answer. HAIP checks refuse only if the session claims that profile. */
const checksOf = (answer: ResponseReading): readonly BoundCheck<MayHoldAnswer>[] =>
  answer.session.options.profile === 'haip' ? allChecksOf(answer) : recordProfile('haip', allChecksOf(answer))

/** Checks of the whole answer, of each presentation in it, then of all presentations together. */
function allChecksOf(answer: ResponseReading): readonly BoundCheck<MayHoldAnswer>[] {
  const way = wayOf(answer)
  if (answer.gate !== null) return way.gate
  if (hasNoData(answer)) return [...way.gate, ...shapeAlone]
  return [
    ...way.gate,
    ...way.whole,
    ...answer.presentations.flatMap(({ queryId, index }, place) =>
      bindSubject({ queryId, index }, bind(way.presented, presentedAt(place))),
    ),
    ...answer.unread.flatMap(({ queryId, index, because }) =>
      bindSubject({ queryId, index }, withoutJudging<MayHoldAnswer>(because, way.presented as readonly Check<never>[])),
    ),
    ...way.last,
  ]
}

const hasNoData = ({ browser }: ResponseReading): boolean => browser !== undefined && browser.dataType !== 'object'

const presentedAt = (place: number) => (reading: MayHoldAnswer) => {
  const answer = responseOf(reading)
  const presented = answer?.presentations[place]
  return answer && presented ? { presented, answer } : null
}

/** Caches the ordered list of checks by the shape of the answer; most answers have the same shape. */
const lists = new Map<string, readonly BoundCheck<MayHoldAnswer>[]>()
const listsMax = 32
/** Answers with more presentations, or a longer shape, are not cached. */
const [presentationsKept, shapeCharactersMax] = [2, 200]

/** All checks of an answer, in the order in which a refusal is chosen. */
export function keptChecksOf(answer: ResponseReading): readonly BoundCheck<MayHoldAnswer>[] {
  const { session, gate, presentations, unread, browser } = answer
  if (unread.length > 0 || presentations.length > presentationsKept) return checksOf(answer)
  const subjects = presentations.map(({ queryId, index }) => [queryId, index])
  const carried = browser === undefined ? null : [browser.entry.protocol, hasNoData(answer)]
  const shape = JSON.stringify([session.options.profile, gate !== null, subjects, carried])
  const known = lists.get(shape)
  if (known !== undefined) return known
  const checks = checksOf(answer)
  if (lists.size === listsMax) lists.clear()
  if (shape.length <= shapeCharactersMax) lists.set(shape, checks)
  return checks
}
