import type { HowToRun } from '../../engine/evidence/next-for-you'
import { sessionAnswer } from '../../engine/evidence/session-answer'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { isObject } from '../../shared/values/json'
import { nextAfterError } from '../checks/error-codes'
import { expectsRefusal } from '../deviations'
import { requestSurvives } from './verifier-next-step'
import { endingError } from './verifier-standing'

/** How a presentation is run, as it stands: the code is scanned again while its request takes a response. */
export function verifierHowToRun(evidence: PresentationEvidence): HowToRun {
  const { session, now } = evidence
  const lives = requestSurvives(evidence, now).some((one) => one.lives)
  const isOfBrowser = session.dcApi !== undefined
  const [here, anew] = isOfBrowser
    ? ['ask again on the page of this session', 'start a new session and ask again']
    : ['scan again', 'start a new session and scan again']
  return {
    begin: isOfBrowser
      ? 'Open the page of this session in a browser on a device with the wallet.'
      : 'Scan the code with the wallet, or open its link on the device of the wallet.',
    ...afterError(evidence),
    again: session.campaignId === undefined ? (lives ? here : anew) : 'try this step of the campaign again',
    test: testAfter(evidence),
  }
}

function afterError({ events }: PresentationEvidence): Pick<HowToRun, 'afterError'> {
  const error = endingError(events)
  return error === null ? {} : { afterError: nextAfterError(sessionAnswer(error.detail).error) }
}

/** A wallet that presented one format is asked for the other one. */
function testAfter({ session }: PresentationEvidence): HowToRun['test'] {
  if (session.campaignId !== undefined) return { do: 'Go on with the next step of the campaign.', test: 'campaign' }
  if (expectsRefusal(session)) return { do: 'It did as it should. Run the Smoke campaign next.', test: 'smoke' }
  const formats = formatsAsked(session.request.dcql_query)
  return formats.length > 0 && formats.every((format) => format === 'dc+sd-jwt')
    ? { do: 'Ask for the other format: the same as mdoc.', test: 'other_format' }
    : {
        do: 'Run the Smoke campaign next: some of its answers are wrong, and a wallet has to refuse them.',
        test: 'smoke',
      }
}

function formatsAsked(query: unknown): unknown[] {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  return credentials.map((one) => (isObject(one) ? one.format : undefined))
}
