import { area, of } from '../../engine/checks/area'
import { notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import { redirectSeconds } from '../../shared/time/durations'
import { quote, say } from '../../shared/values/wording'
import { redirectsInError } from '../deviations/our-responses'
import { mustFollow, type RedirectReading, redirectHistory } from '../read/redirect'

/** Enough for a slow phone to open a page. */
const promptSeconds = 30

const expected = say`a visit within ${promptSeconds} s`

const isValidPresentation = ({ type, detail }: StoredEvent): boolean =>
  type === 'vp_presentation_response_received' && detail.presentation_valid === true

const exactExpected = say`the redirect_uri as it was sent`

export const redirectSession = area(
  'vp.redirect',
  { subject: of<PresentationEvidence>() },
  {
    followed: {
      title: 'Wallet redirects the user to the redirect_uri',
      reasons: {
        late: {
          says: 'The wallet opened the redirect_uri late: {seen}',
          fix: "Open redirect_uri in the user's browser as soon as the response with it arrives.",
        },
        not_opened: {
          says: 'The wallet did not redirect the user to the redirect_uri: {seen}',
          fix: "If the response contains redirect_uri, open it in the user's browser immediately.",
        },
        not_opened_under_haip: {
          says: 'The wallet did not redirect the user to the redirect_uri, which HAIP demands: {seen}',
          fix: "If the response contains redirect_uri, open it in the user's browser immediately.",
          error: 'invalid_presentation',
        },
      },
      clauses: ['OID4VP-1FINAL-8.2', 'HAIP-5.1'],
      level: 'must',
      rejectsUnderHaip: 'invalid_presentation',
      why: 'On the same device the user continues in the browser. HAIP verifiers reject a presentation if the redirect is not followed.',
      run: ({ session, events, now }) => {
        const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
        // Under HAIP this alone refuses a valid presentation.
        const refuses = mustFollow(session) && events.some(isValidPresentation)
        if (returnedAt === null) return notApplicable(say`No redirect_uri was sent.`)
        if (redirectsInError(session))
          return notApplicable(say`The redirect_uri came in an error response; see vp.redirect.followed_after_error.`)
        if (followedAt === null) {
          return overdue
            ? violated(refuses ? 'not_opened_under_haip' : 'not_opened', {
                expected,
                actual: say`none within ${redirectSeconds} s`,
              })
            : notObserved(say`The redirect_uri has not been opened yet.`)
        }
        const seconds = Math.round((followedAt - returnedAt) / 1000)
        const actual = say`after ${seconds} s`
        if (overdue) return violated('late', { expected, actual })
        return seconds <= promptSeconds ? pass(actual) : tolerated('late', { expected, actual })
      },
    },
    followed_after_error: {
      title: 'Wallet redirects the user to the redirect_uri of an error response',
      problem: 'The wallet did not redirect the user to the redirect_uri of an error response',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'info',
      why: 'OpenID4VP speaks of responses with status 200; the European framework expects the user to go on after an error too.',
      hint: "Read the JSON of an error response too, and open its redirect_uri in the user's browser.",
      run: ({ session, events, now }) => {
        const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
        if (!redirectsInError(session) || returnedAt === null)
          return notApplicable(say`No error response of this service had a redirect_uri.`)
        if (followedAt !== null && !overdue) return pass(say`after ${Math.round((followedAt - returnedAt) / 1000)} s`)
        return overdue
          ? violated({ expected: say`a visit`, actual: say`none within ${redirectSeconds} s` })
          : notObserved(say`The redirect_uri has not been opened yet.`)
      },
    },
  },
)

/** Checks of a visit to the redirect_uri. */
export const redirectChecks = Object.values(
  area(
    'vp.redirect',
    { subject: of<RedirectReading>() },
    {
      exact: {
        title: 'The redirect_uri is opened exactly as sent',
        reasons: {
          absent: {
            says: 'The response_code is missing',
            fix: 'Open redirect_uri with GET, and keep its query: the response_code is in it.',
          },
          another: {
            says: 'The response_code is not the one of this session',
            fix: 'Open redirect_uri of the response of this session, and change nothing in its path and query.',
          },
          added: {
            says: 'The redirect_uri was opened with parameters that it does not have: {seen}',
            fix: 'Open redirect_uri with GET, and add nothing to its path and query.',
            error: null,
          },
        },
        refusal: 'The response_code is missing, or it is not the one of this session.',
        clauses: ['OID4VP-1FINAL-8.2'],
        level: 'must',
        rejects: 'invalid_request',
        why: "The code in the URL ties the browser to the response. Without it, anyone could finish someone else's session.",
        run: ({ history, code, surplus }) => {
          // Anybody who knows the URL may open it; no wallet was asked to if no redirect_uri was sent.
          if (history.returnedAt === null) return notApplicable(say`No redirect_uri was sent.`)
          if (code === 'absent') return violated('absent', { expected: exactExpected, actual: say`no response_code` })
          if (code === 'wrong')
            return violated('another', { expected: exactExpected, actual: say`another response_code` })
          return surplus.length === 0
            ? pass()
            : violated('added', { expected: exactExpected, actual: surplus.map(quote) })
        },
      },
      same_session: {
        title: 'User continues in the browser in which they started',
        problem: 'This is not the browser in which the session was started',
        clauses: ['HAIP-5.1', 'OID4VP-1FINAL-14.2'],
        level: 'must',
        profile: 'haip',
        rejects: 'invalid_request',
        why: 'Otherwise an attacker could start a request and have someone else respond to it.',
        hint: 'Open redirect_uri in the browser that opened the wallet link.',
        run: ({ history, code, sameBrowser }) => {
          if (history.returnedAt === null || code === 'absent' || code === 'wrong')
            return notApplicable(say`The redirect_uri was not opened as sent; see vp.redirect.exact.`)
          if (sameBrowser === null)
            return notApplicable(
              say`The browser has no session cookie. It never showed a page of this session, for example because a program created the session.`,
            )
          return sameBrowser
            ? pass()
            : violated({ expected: say`the cookie of this session`, actual: say`the cookie of another session` })
        },
      },
      browser: {
        title: 'The redirect_uri is opened in a browser',
        problem: 'The redirect_uri was not opened in a browser',
        clauses: ['OID4VP-1FINAL-8.2'],
        level: 'should',
        why: 'The user should continue where they started. A wallet that fetches the URL itself leaves them in the wallet.',
        hint: "Open redirect_uri in the user's browser. Do not fetch it with an HTTP library.",
        run: ({ history, fetchMode, accept }) => {
          if (history.returnedAt === null) return notApplicable(say`No redirect_uri was sent.`)
          if (fetchMode === 'navigate' || (fetchMode === null && /\btext\/html\b/i.test(accept ?? ''))) return pass()
          return violated({
            expected: say`a page load in a browser`,
            actual: quote(fetchMode ?? accept) ?? say`neither mode nor Accept`,
          })
        },
      },
    },
  ),
)
