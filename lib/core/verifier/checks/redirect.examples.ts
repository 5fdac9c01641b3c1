import type { ExamplesById } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { addSeconds } from '../../shared/time/time'
import type { RedirectReading } from '../read/redirect'
import { answered, event, evidence, fetched, now, session } from './fixtures/verifier-evidence'

const told = session({ options: { ...session().options, return_redirect_uri: true } })
const good: RedirectReading = {
  session: told,
  now,
  history: { returnedAt: addSeconds(now, -2), followedAt: null, endsAt: addSeconds(now, 540), overdue: false },
  code: 'right',
  surplus: [],
  accept: 'text/html,*/*;q=0.8',
  fetchMode: 'navigate',
  sameBrowser: null,
}
const visit = (change: Partial<RedirectReading>): RedirectReading => ({ ...good, ...change })
const untold: RedirectReading['history'] = { returnedAt: null, followedAt: null, endsAt: null, overdue: false }

export const redirectExamples: ExamplesById<RedirectReading> = {
  'vp.redirect.exact': {
    pass: [good, visit({ code: 'repeated' })],
    violated: [visit({ code: 'absent' }), visit({ code: 'wrong' }), visit({ surplus: ['utm_source'] })],
    notApplicable: [visit({ code: 'absent', history: untold }), visit({ code: 'wrong', history: untold })],
  },
  'vp.redirect.browser': {
    pass: [good, visit({ fetchMode: null })],
    violated: [
      visit({ fetchMode: 'cors' }),
      visit({ fetchMode: null, accept: '*/*' }),
      visit({ fetchMode: null, accept: null }),
    ],
    notApplicable: [visit({ history: untold })],
  },
  'vp.redirect.same_session': {
    pass: [visit({ sameBrowser: true })],
    violated: [visit({ sameBrowser: false }), visit({ sameBrowser: false, code: 'repeated' })],
    notApplicable: [good, visit({ sameBrowser: true, code: 'wrong' }), visit({ sameBrowser: false, history: untold })],
  },
}

const returned = event(31, 'vp_redirect_returned')
const followed = (second: number) => event(second, 'vp_redirect_followed')
const flow = (second: number, ...events: PresentationEvidence['events']): PresentationEvidence =>
  evidence({ session: told, events: [fetched(), answered(), ...events], now: addSeconds(now, second - 60) })
/** The same in a session that claims HAIP, with a valid presentation. */
const underHaip = ({ events, ...rest }: PresentationEvidence): PresentationEvidence => ({
  ...rest,
  events: [...events, event(31, 'vp_presentation_response_received', { presentation_valid: true, consumed: true })],
  session: session({ options: { ...told.options, profile: 'haip' } }),
})
const afterError = (second: number, ...events: PresentationEvidence['events']): PresentationEvidence => ({
  ...flow(second, ...events),
  session: session({ options: { ...told.options, negative_test: 'error_answer_with_redirect' } }),
})

export const redirectFollowedExamples: ExamplesById<PresentationEvidence> = {
  'vp.redirect.followed': {
    pass: [flow(40, returned, followed(33)), flow(900, returned, followed(61))],
    violated: [
      flow(900, returned, followed(62)),
      flow(900, returned, followed(151)),
      flow(151, returned),
      flow(900, returned),
      underHaip(flow(900, returned)),
    ],
    notApplicable: [evidence(), flow(150, returned), afterError(900, returned)],
  },
  'vp.redirect.followed_after_error': {
    pass: [afterError(900, returned, followed(61))],
    violated: [afterError(151, returned), afterError(900, returned, followed(151))],
    notApplicable: [evidence(), flow(900, returned), afterError(900), afterError(150, returned)],
  },
}
