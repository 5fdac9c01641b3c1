import { notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import type { DcApiProtocol } from '../../ground/ports/dc-api'
import { say } from '../../ground/values/wording'
import { expectsRefusal } from '../deviations'
import type { ResponseReading } from '../read/response/response-reading'
import { isUnreadable } from './is-unreadable'
import { onBrowser } from './on-browser'

/**
 * Judges whether a wallet takes requests of one form, by its answer to a right one. A person may decline any request, and no promise
 * that is rejected tells why. HAIP-5.2
 */
export const judgeSupport = (protocol: DcApiProtocol): ((answer: ResponseReading) => Outcome) =>
  onBrowser(({ named }, { session, kind, walletError, jwe }) => {
    if (named?.protocol !== protocol) return notApplicable(say`The answer is to a request of another form.`)
    const isRight = session.requestProblems.every(({ severity }) => severity === 'note')
    if (expectsRefusal(session) || !isRight) return notApplicable(say`The request is wrong on purpose.`)
    if (kind === 'nothing' || isUnreadable(jwe)) return notObserved(say`The response cannot be read.`)
    if (kind !== 'error') return pass()
    return walletError?.code === 'access_denied'
      ? notObserved(say`The user declined, which any request may meet.`)
      : violated({ expected: say`a presentation`, actual: shown(walletError?.code) })
  })
