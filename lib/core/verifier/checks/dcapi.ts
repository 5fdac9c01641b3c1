import { area, of } from '../../engine/checks/area'
import {
  type Check,
  notApplicable,
  notObserved,
  type Outcome,
  pass,
  tolerated,
  violated,
} from '../../engine/checks/check'
import { shown, shownNames } from '../../engine/judgements/shown'
import type { DeviceProof } from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { PresentationReading } from '../../shared/formats/reading-of-presentation'
import {
  type BrowserAudience,
  browserAudiences,
  type Hint,
} from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { DcApiProtocol } from '../../shared/ports/dc-api'
import { quote, say, type Wording, word } from '../../shared/values/wording'
import { expectsRefusal } from '../deviations'
import { isUnreadable, onMdocDocument } from '../judgements/subjects'
import type {
  BrowserAnswer,
  PresentedReading,
  PresentedSubject,
  ResponseReading,
} from '../read/response/response-reading'

/** Runs a check on a response from the browser. */
const onBrowser =
  (run: (browser: BrowserAnswer, answer: ResponseReading) => Outcome) =>
  (answer: ResponseReading): Outcome =>
    answer.browser === undefined ? notApplicable(say`No browser carried the response.`) : run(answer.browser, answer)

/** Runs a check on one presentation in a response from the browser. */
const onBrowserPresented =
  (run: (browser: BrowserAnswer, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome =>
    onBrowser((browser) => run(browser, subject))(subject.answer)

/**
 * Judges whether a wallet supports requests of one form, from its answer to a correct one. A person may decline any
 * request, and a rejected promise does not say why. HAIP-5.2
 */
const judgeSupport = (protocol: DcApiProtocol): ((answer: ResponseReading) => Outcome) =>
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

/** Protocol names from before OpenID4VP 1.0, and what each is. */
const formerNames: ReadonlyMap<string, 'name_of_drafts' | 'name_of_previews'> = new Map([
  ['openid4vp', 'name_of_drafts'],
  ['preview', 'name_of_previews'],
])

/** Parts of a response that belong to another entry than the named one. */
function foreignParts(
  { entry, openedBy }: BrowserAnswer,
  { reading }: PresentedReading,
  entries: readonly BrowserAnswer['entry'][],
): Wording[] {
  const nonce = reading.format === 'dc+sd-jwt' && reading.kbJwt.present ? reading.kbJwt.nonce.value : null
  const ofNonce = entries.find((one) => one.nonce === nonce)
  const isOther = boundTo(reading).some((one) => one === 'dc_api_other_entry' || one === 'annex_c')
  return [
    ...(openedBy === null || openedBy.protocol === entry.protocol ? [] : [say`key of ${openedBy.protocol}`]),
    ...(ofNonce === undefined || ofNonce.protocol === entry.protocol ? [] : [say`nonce of ${ofNonce.protocol}`]),
    ...(isOther ? [say`handover of another entry`] : []),
  ]
}

/** Transcripts with a wrong origin. */
const otherTranscripts: readonly BoundTo[] = ['dc_api_prefixed_origin', 'dc_api_slash', 'dc_api_extra_origin']

/** Display names of what replaces the origin. */
const inWords: Partial<Readonly<Record<BoundTo, Wording>>> = {
  dc_api_prefixed_origin: say`the origin with the prefix origin:`,
  dc_api_slash: say`the origin with a slash at its end`,
  dc_api_extra_origin: say`another member of expected_origins`,
  aud_has_slash: say`the origin with a slash at its end`,
  aud_has_default_port: say`the origin with the default port of its scheme`,
  aud_has_other_scheme: say`the origin with another scheme`,
  aud_is_other_origin: say`another member of expected_origins`,
  aud_is_host: say`the host alone`,
}

/** Audience prefixes of an origin, including that of draft 24, which `vp.kb.aud` refuses. */
const prefixes = /^(?:web-)?origin:/

/** The value in place of the page's origin; `null` if it is that origin or a client identifier. */
function otherOrigin(reading: PresentationReading, origin: string | undefined): ReturnType<typeof shown> {
  const found = boundTo(reading)
  if (reading.format !== 'dc+sd-jwt') {
    const other = found.find((one) => otherTranscripts.includes(one))
    return other === undefined ? null : (inWords[other] ?? word(other))
  }
  const values = reading.kbJwt.present ? reading.kbJwt.aud.values : []
  const [first] = values
  if (first === undefined || values.some((value) => value.replace(prefixes, '') === origin)) return null
  if (found.some((one) => byName.includes(one))) return null
  return found[0] === undefined ? shown(first) : (inWords[found[0]] ?? word(found[0]))
}

const judgeProof = onMdocDocument(({ device: { signature, mac } }, { transcript: { handover } }) => {
  const variant = (signature ?? mac)?.variant ?? null
  if (variant === null) return notObserved(unexplained)
  if (variant === 'dc_api_without_thumbprint' || variant === 'dc_api_thumbprint_text')
    return violated({ expected: say`the thumbprint as 32 bytes`, actual: word(variant) })
  return pass(handover.jwkThumbprint === null ? say`null` : say`the thumbprint of the key`)
})

/** No person reads a screen and reacts faster; our own bound. */
const personMillis = 1000

/** An endpoint reached in a session with a browser request. */
export interface Door {
  /** `request`: fetched request_uri. `response`: posted to response_uri. `browser`: answered through the browser. */
  readonly door: 'request' | 'response' | 'browser'
}

/** Checks of a browser result before its content is read. */
export const browserShapeChecks = Object.values(
  area(
    'vp.dcapi',
    { subject: of<ResponseReading>(), rejects: 'invalid_request' },
    {
      result_shape: {
        title: 'Wallet hands the browser a protocol and an object',
        problem: 'The browser was not handed a protocol as text and data as an object',
        clauses: ['OID4VP-1FINALA-A.4', 'DC-DigitalCredential'],
        level: 'must',
        why: 'A DigitalCredential has the name of its protocol and an object with the response parameters.',
        hint: 'Return the protocol of the request and data as an object, not as a JSON text.',
        run: onBrowser(({ protocol, dataType }) =>
          typeof protocol === 'string' && dataType === 'object'
            ? pass()
            : violated({
                expected: say`protocol: string, data: object`,
                actual: say`protocol: ${typeof protocol === 'string' ? say`string` : say`no string`}, data: ${word(dataType)}`,
              }),
        ),
      },
      protocol_requested: {
        title: 'Wallet answers with a protocol that was asked for',
        reasons: {
          other: {
            says: 'The protocol of the answer, {seen}, is that of no entry of the request',
            fix: 'Return the protocol of the entry that is answered, character for character.',
          },
          name_of_drafts: {
            says: 'The protocol of the answer is {seen}, a name from before OpenID4VP 1.0',
            fix: 'Use the names of OpenID4VP 1.0, appendix A.1, such as openid4vp-v1-signed.',
            draft: 'OpenID4VP before 1.0, over the Digital Credentials API',
          },
          name_of_previews: {
            says: 'The protocol of the answer is {seen}, a name from before OpenID4VP 1.0',
            fix: 'Use the names of OpenID4VP 1.0, appendix A.1, such as openid4vp-v1-signed.',
          },
        },
        clauses: ['OID4VP-1FINALA-A.1', 'DC-DigitalCredential'],
        level: 'must',
        refusal:
          'The protocol of the answer was not asked for: name the protocol of the entry of requests that you answer.',
        why: 'The protocol says how to read data, and which entry of the request it answers.',
        run: onBrowser(({ protocol, named }, { session: { dcApi } }) => {
          if (typeof protocol !== 'string')
            return notApplicable(say`The answer names no protocol; see vp.dcapi.result_shape.`)
          if (named !== null) return pass(quote(protocol))
          const former = formerNames.get(protocol)
          return violated(former ?? 'other', {
            expected: (dcApi?.entries ?? []).map((entry) => quote(entry.protocol)),
            actual: shown(protocol),
          })
        }),
      },
    },
  ),
)

/** Checks of each presentation in a browser response. */
export const browserPresentedChecks = Object.values(
  area(
    'vp.dcapi',
    { subject: of<PresentedSubject>() },
    {
      protocol_consistent: {
        title: 'Answer belongs to the entry whose protocol it names',
        problem: 'The answer names the protocol of one entry and was made for another one',
        clauses: ['OID4VP-1FINALA-A.1', 'OID4VP-1FINALA-A.4'],
        level: 'info',
        needs: ['vp.dcapi.protocol_requested'],
        why: 'Each entry has its own nonce and its own key, so an answer shows which one the wallet read.',
        hint: 'Name the protocol of the entry whose nonce and key the answer uses.',
        run: onBrowserPresented((browser, { presented, answer }) => {
          const entries = answer.session.dcApi?.entries ?? []
          if (entries.length < 2) return notApplicable(say`The request has one entry.`)
          const foreign = foreignParts(browser, presented, entries)
          return foreign.length === 0
            ? pass(quote(browser.entry.protocol))
            : violated({ expected: quote(browser.entry.protocol), actual: foreign })
        }),
      },
      client_id_unused: {
        title: 'Presentation is bound to the origin, not to a Client Identifier',
        problem: 'The presentation is bound to a Client Identifier or a response_uri',
        clauses: ['OID4VP-1FINALA-A.4', 'OID4VP-1FINALA-B.2.6.2'],
        level: 'must',
        why: 'The browser vouches for the origin alone. Anybody can copy a Client Identifier into a request.',
        hint: 'Bind the presentation to the origin that the browser gives, for signed requests too.',
        run: onBrowserPresented((_browser, { presented: { reading }, answer: { request } }) => {
          if (!hasBinding(reading)) return notApplicable(say`The presentation is bound to nothing that can be read.`)
          const wrong = boundTo(reading).find((one) => byName.includes(one))
          if (wrong !== undefined)
            return violated({
              expected: quote(request.binding?.origin) ?? say`the origin of the page`,
              actual: word(wrong),
            })
          return isUnexplained(reading) ? notObserved(unexplained) : pass()
        }),
      },
      origin_exact: {
        title: 'Origin in the presentation is that of the page, character for character',
        problem: 'The origin in the presentation is spelt otherwise than that of the page',
        clauses: ['OID4VP-1FINALA-A.4', 'OID4VP-1FINALA-A.2', 'OID4VP-1FINALA-B.2.6.2'],
        level: 'must',
        why: 'Origins are compared as texts. One that is nearly right lets nobody tell a page from its copy.',
        hint: 'Take the origin as the browser gives it, without a slash or a default port.',
        run: onBrowserPresented((_browser, { presented: { reading }, answer: { request } }) => {
          if (!hasBinding(reading)) return notApplicable(say`The presentation is bound to nothing that can be read.`)
          const origin = request.binding?.origin
          const other = otherOrigin(reading, origin)
          if (other !== null) return violated({ expected: quote(origin ?? null), actual: other })
          return isUnexplained(reading) ? notObserved(unexplained) : pass()
        }),
      },
      thumbprint: {
        title: 'Handover holds the thumbprint of the key that the response is encrypted to',
        problem: 'The handover does not hold the thumbprint of the key that the response is encrypted to',
        clauses: ['OID4VP-1FINALA-B.2.6.2'],
        level: 'must',
        why: 'Otherwise the verifier cannot see that another party opened the response and encrypted it again.',
        hint: 'With dc_api.jwt, put the 32 bytes of the RFC 7638 thumbprint into the handover, with dc_api put null.',
        run: onBrowserPresented(({ entry }, subject) =>
          entry.protocol === 'org-iso-mdoc'
            ? notApplicable(say`The handover of ISO/IEC 18013-7 holds no thumbprint.`)
            : judgeProof(subject),
        ),
      },
    },
  ),
)

/** Checks of a browser response as a whole. */
export const browserAnswerChecks = Object.values(
  area(
    'vp.dcapi',
    { subject: of<ResponseReading>() },
    {
      error_single_member: {
        title: 'Data of an error has the member error alone',
        problem: 'The data of the error has other members than error',
        clauses: ['OID4VP-1FINALA-A.4'],
        level: 'must',
        why: 'What else a page is told of an error may tell it what the user holds.',
        hint: 'Return {"error": code} as data, without a description or anything else.',
        run: onBrowser(({ members }, { walletError, parameters }) => {
          if (walletError === null) return notApplicable(say`The response is no error.`)
          const names = walletError.encrypted ? parameters.names : members
          const others = names.filter((name) => name !== 'error')
          if (others.length > 0) return violated({ expected: [say`error`], actual: shownNames(names) })
          // The specification defines no response here, and an encrypted one reveals nothing more.
          return walletError.encrypted
            ? tolerated({ expected: [say`error`], actual: say`error inside response` })
            : pass()
        }),
      },
      error_before_consent: {
        title: 'Wallet returns an error only after a person could act',
        problem: 'The wallet returned an error before a person could act',
        clauses: ['OID4VP-1FINAL-15.9.2', 'OID4VP-1FINALA-A.4'],
        level: 'should',
        why: 'An error that comes at once tells any page what the user holds.',
        hint: 'Return an error after the user was asked, not at once.',
        run: onBrowser(({ elapsedMillis }, { kind }) => {
          if (kind !== 'error') return notApplicable(say`The response is no error.`)
          if (elapsedMillis === null) return notObserved(say`The page did not say how long the call took.`)
          return elapsedMillis >= personMillis
            ? pass(say`after ${elapsedMillis} ms`)
            : violated({ expected: say`after ${personMillis} ms or more`, actual: say`after ${elapsedMillis} ms` })
        }),
      },
      unsigned_supported: {
        title: 'Wallet answers unsigned requests',
        problem: 'The wallet returned an error for a right unsigned request',
        clauses: ['HAIP-5.2', 'OID4VP-1FINALA-A.1'],
        level: 'must',
        profile: 'haip',
        why: 'The verifier chooses the form of its request, so wallets take all three.',
        hint: 'Answer requests with the protocol openid4vp-v1-unsigned.',
        run: judgeSupport('openid4vp-v1-unsigned'),
      },
      signed_supported: {
        title: 'Wallet answers signed requests',
        problem: 'The wallet returned an error for a right signed request',
        clauses: ['HAIP-5.2', 'OID4VP-1FINALA-A.1'],
        level: 'must',
        profile: 'haip',
        why: 'The verifier chooses the form of its request, so wallets take all three.',
        hint: 'Answer requests with the protocol openid4vp-v1-signed.',
        run: judgeSupport('openid4vp-v1-signed'),
      },
      multisigned_supported: {
        title: 'Wallet answers multi-signed requests',
        problem: 'The wallet returned an error for a right multi-signed request',
        clauses: ['HAIP-5.2', 'OID4VP-1FINALA-A.1'],
        level: 'must',
        profile: 'haip',
        why: 'The verifier chooses the form of its request, so wallets take all three.',
        hint: 'Answer requests with the protocol openid4vp-v1-multisigned.',
        run: judgeSupport('openid4vp-v1-multisigned'),
      },
    },
  ),
)

export const browserDoor = area(
  'vp.dcapi',
  { subject: of<Door>() },
  {
    answered_in_browser: {
      title: 'Wallet answers through the browser that asked',
      reasons: {
        at_response_uri: {
          says: 'The wallet sent its response to a response_uri, although a browser carries the request',
          fix: 'Return the response to the browser: response_uri is no part of such a request.',
        },
        at_request_uri: {
          says: 'The wallet came to a request_uri, although a browser carries the request',
          fix: 'Take the request that the browser hands over: request_uri is no part of it.',
          // A fetch gets its 404 regardless of the checks.
          error: null,
        },
      },
      clauses: ['OID4VP-1FINALA-A.2', 'OID4VP-1FINALA-A.4'],
      level: 'must',
      rejects: 'invalid_request',
      refusal:
        'A browser carried this request: return the response to it, as the Response Modes dc_api and dc_api.jwt say.',
      why: 'The browser vouches for the page that gets the answer. Nobody vouches for an address.',
      run: ({ door }) => {
        if (door === 'browser') return pass()
        const isFetch = door === 'request'
        return violated(isFetch ? 'at_request_uri' : 'at_response_uri', {
          expected: say`the browser`,
          actual: quote(isFetch ? 'request_uri' : 'response_uri'),
        })
      },
    },
  },
)

/** All browser checks, in catalogue order. */
export const browserChecks: readonly Check<never>[] = [
  ...browserShapeChecks,
  ...browserPresentedChecks,
  ...browserAnswerChecks,
  browserDoor.answered_in_browser,
]

/** What a presentation was made for, as far as trials showed; empty if correct or unexplained. */
type BoundTo = BrowserAudience | NonNullable<DeviceProof['variant']>

/** Wrong audience of a Key Binding JWT, or transcripts that an mdoc's proofs verify with. OID4VP-1FINALA-A.4 */
function boundTo(reading: PresentationReading): readonly BoundTo[] {
  if (reading.format === 'dc+sd-jwt') return reading.hints.flatMap(audienceIn)
  return reading.documents.flatMap(({ device: { signature, mac } }) =>
    [signature, mac].flatMap((proof) => (proof?.verdict.result === 'invalid' ? (proof.variant ?? []) : [])),
  )
}

function audienceIn({ found }: Hint): readonly BrowserAudience[] {
  const audience = browserAudiences.find((one) => one === found)
  return audience === undefined ? [] : [audience]
}

/** Bindings to the verifier by name, as for a request by link. */
const byName: readonly BoundTo[] = [
  'openid4vp',
  'redirect_with_origin',
  'aud_is_client_id_in_browser',
  'aud_is_client_id_without_prefix_in_browser',
  'aud_is_foreign_client_id_in_browser',
  'aud_is_response_uri_in_browser',
]

/** Whether a presentation has a binding that could be judged. */
const hasBinding = (reading: PresentationReading): boolean =>
  reading.format === 'dc+sd-jwt'
    ? reading.kbJwt.present && reading.kbJwt.jws.claims !== null
    : reading.documents.some(({ device: { signature, mac } }) => (signature ?? mac) !== null)

/** Whether an mdoc proof verifies with no transcript tried, so that its purpose is unknown. */
const isUnexplained = (reading: PresentationReading): boolean =>
  reading.format === 'mso_mdoc' &&
  reading.documents.some(({ device: { signature, mac } }) =>
    [signature, mac].some((proof) => proof !== null && proof.variant === null),
  )

/** Reason for not judging such a proof. */
const unexplained = say`The proof verifies with none of the transcripts that were tried.`
