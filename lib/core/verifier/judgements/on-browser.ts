import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { BrowserAnswer, PresentedSubject, ResponseReading } from '../read/response/response-reading'

/** Runs a check on an answer that a browser handed back. */
export const onBrowser =
  (run: (browser: BrowserAnswer, answer: ResponseReading) => Outcome) =>
  (answer: ResponseReading): Outcome =>
    answer.browser === undefined ? notApplicable(say`No browser carried the response.`) : run(answer.browser, answer)

/** Runs a check on one presentation in such an answer. */
export const onBrowserPresented =
  (run: (browser: BrowserAnswer, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome =>
    onBrowser((browser) => run(browser, subject))(subject.answer)
